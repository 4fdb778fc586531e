// What the door page requests, and which responses it accepts.
import { expect, it } from 'vitest'
import { fetchLiveCheckIns } from '../../../web/door/sync/live-check-ins.ts'
import type { Api } from '../../../web/shared/request.ts'

const at = '2026-11-21T20:00:00.000Z'
const checkIn = (id: string, undoneAt: string | null = null) => ({
  ...{ id, at, outcome: 'CheckedIn', admitted: true, undoneAt },
})

/** Answers each path with a page; no response for others. */
const respond =
  (pages: Record<string, { data: object[]; links: { next: string | null } }>): Api =>
  async <Body>(path: string) => {
    const found = Object.entries(pages).find(([name]) => path.includes(name))
    return found === undefined
      ? { kind: 'unreachable' as const }
      : { kind: 'ok' as const, body: found[1] as Body, etag: null }
  }

it('finds each check-in that an undo must undo, on all pages', async () => {
  const api = respond({
    'ticketId=t': { data: [checkIn('1'), checkIn('2', at)], links: { next: '/second' } },
    '/second': { data: [checkIn('3')], links: { next: null } },
  })
  expect(await fetchLiveCheckIns(api, 's', 't')).toEqual([
    { id: '1', at: Date.parse(at) },
    { id: '3', at: Date.parse(at) },
  ])
})

it('finds nothing if a page is missing, because an undo of some would let the guest in twice', async () => {
  const api = respond({ 'ticketId=t': { data: [checkIn('1')], links: { next: '/second' } } })
  expect(await fetchLiveCheckIns(api, 's', 't')).toBeNull()
})
