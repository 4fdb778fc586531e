// What a series of 2,000 sessions costs, in rows and bytes: docs/operations.md has these bounds.
import { beforeAll, expect, it } from 'vitest'
import { callWithBindings, jsonRequest } from '../../../support/api.ts'
import { measuringDatabase } from '../../../support/faulty-database.ts'
import { addSeries, insert, makeOrganizer, type Organizer } from '../../../support/rows.ts'

const SESSIONS = 2_000
const MAX_BYTES = 1_000_000

let org: Organizer
let path: string
const venue = crypto.randomUUID()

beforeAll(async () => {
  org = await makeOrganizer()
  const { series } = await addSeries(
    org,
    Array.from({ length: SESSIONS }, (_, index) => index * 3_600_000),
  )
  path = `/api/organizer/v1/events/${org.event}/series/${series}`
  await insert('venues', { id: venue, organizer_id: org.id, name: 'Hall' })
})

const send = async <Body>(below: string, init: object = { subject: org.owner }) => {
  const { DB, cost } = measuringDatabase()
  const response = await callWithBindings({ DB }, `${path}${below}`, init)
  const text = await response.text()
  expect(response.status, text.slice(0, 300)).toBe(200)
  return { body: JSON.parse(text) as Body, bytes: text.length, perSession: cost.read / SESSIONS, ...cost }
}

const change = (capacity: number) =>
  jsonRequest('POST', org.owner, {
    filterType: 'All',
    newCapacity: capacity,
    newVenueId: venue,
    newDoorsOpenOffset: 30,
  })

it('reading it counts no session', async () => {
  const { body, read } = await send<{ sessions: number }>('')
  expect(body.sessions).toBe(SESSIONS)
  expect(read).toBeLessThanOrEqual(5)
})

it('a change, its preview and its revert read what docs/operations.md says', async () => {
  expect((await send('/sessions/bulk-update/preview', change(300))).perSession).toBeLessThanOrEqual(2.1)
  expect((await send('/sessions/bulk-update', change(300))).perSession).toBeLessThanOrEqual(10.1)
  const { body } = await send<{ data: { id: string }[] }>('/history')
  const revert = `/history/${body.data[0]?.id}/revert`
  const preview = await send<{ version: string }>(`${revert}/preview`, {
    method: 'POST',
    subject: org.owner,
  })
  expect(preview.perSession).toBeLessThanOrEqual(6.1)
  const { perSession, trips } = await send(
    revert,
    jsonRequest('POST', org.owner, { expectedVersion: preview.body.version }),
  )
  expect(perSession).toBeLessThanOrEqual(25)
  expect(trips).toBe(2)
})

it('a page of its history is at most 1 MB, and the pages have all records', async () => {
  for (let index = 0; index < 6; index += 1) await send('/sessions/bulk-update', change(400 + index))
  const ids = new Set<string>()
  let query: string | null = '?pageSize=100'
  while (query !== null) {
    type Page = { data: { id: string; before: unknown[] }[]; links: { next: string | null } }
    const page: Awaited<ReturnType<typeof send<Page>>> = await send<Page>(`/history${query}`)
    expect(page.bytes).toBeLessThanOrEqual(MAX_BYTES)
    for (const { id, before } of page.body.data) {
      expect(before).toHaveLength(SESSIONS)
      ids.add(id)
    }
    query = page.body.links.next?.replace(/^.*\?/, '?') ?? null
  }
  expect(ids.size).toBe(8)
})
