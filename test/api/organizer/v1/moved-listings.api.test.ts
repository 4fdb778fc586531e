// Listings of which no session begins any more when they say.
import { beforeEach, describe, expect, it } from 'vitest'
import { expectError } from '../../../support/api.ts'
import { addListing } from '../../../support/operations.ts'
import { makeOrganizer, type Organizer, query } from '../../../support/rows.ts'
import { read, readBody, send } from '../../../support/setup.ts'

type Item = {
  id: string
  startsAt: string | null
  moved?: { eventId: string; timeZone: string; startsAt: string | null; cancelledAt: string | null }
}

const STARTS = Date.UTC(2031, 5, 12, 18)
const HOUR_MS = 3_600_000
const at = (hours: number) => new Date(STARTS + hours * HOUR_MS).toISOString()

let org: Organizer
let listing: string
beforeEach(async () => {
  org = await makeOrganizer()
  await query('UPDATE sessions SET starts_at = ? WHERE id = ?', STARTS, org.session)
  await query(`UPDATE events SET time_zone = 'Europe/Berlin' WHERE id = ?`, org.event)
  listing = await addListing(org.id)
  await query(
    'UPDATE listings SET platform_event_id = ?, starts_at = ? WHERE id = ?',
    org.event.toUpperCase(),
    STARTS,
    listing,
  )
})

const list = async (parameters = '', subject = org.manager) =>
  (await readBody<{ data: Item[] }>(`/listings${parameters}`, subject)).data
const movedOf = async () => (await list()).find(({ id }) => id === listing)?.moved
const moveSession = (startsAt: string, session = org.session) =>
  send('PATCH', `/sessions/${session}`, org.owner, { startsAt })
const addSession = (startsAt: string) =>
  send('POST', `/events/${org.event}/sessions`, org.owner, { sessions: [{ startsAt, capacity: 10 }] })

describe('a listing whose event has no session at its start', () => {
  it('has the nearest start, until it takes that one', async () => {
    expect(await movedOf()).toBeUndefined()
    await moveSession(at(2))
    const moved = { eventId: org.event, timeZone: 'Europe/Berlin', startsAt: at(2), cancelledAt: null }
    expect(await movedOf()).toEqual(moved)
    await addSession(at(-1))
    expect(await movedOf()).toEqual({ ...moved, startsAt: at(-1) })
    await addSession(at(1))
    // Of two as near, the later one.
    expect(await movedOf()).toEqual({ ...moved, startsAt: at(1) })

    const path = `/listings/${listing}`
    const headers = { 'If-Match': (await read(path, org.owner)).headers.get('ETag') as string }
    const take = (startsAt: string) => send('PATCH', path, org.owner, { startsAt }, headers)
    expect((await take(at(1))).status).toBe(200)
    expect(await movedOf()).toBeUndefined()
    // The answer was lost; and another manager, who saw the old date, does not take another one.
    expect((await take(at(1))).status).toBe(200)
    await expectError((await take(at(2))).response, 'precondition_failed')
    expect((await list())[0]?.startsAt).toBe(at(1))
  })

  it('says so, where the event has no session at all', async () => {
    await query('DELETE FROM sessions WHERE event_id = ?', org.event)
    expect(await movedOf()).toMatchObject({ startsAt: null })
  })

  it.each([
    ['is cancelled', `status = 'Cancelled'`],
    ['is archived', `status = 'Archived'`],
    ['has no start', 'starts_at = NULL'],
    ['names no event', 'platform_event_id = NULL'],
    ['names something else', `platform_event_id = 'festival-7'`],
  ])('says nothing where it %s', async (_, values) => {
    await moveSession(at(2))
    expect(await movedOf()).toBeDefined()
    await query(`UPDATE listings SET ${values} WHERE id = ?`, listing)
    expect(await movedOf()).toBeUndefined()
  })

  it('knows nothing of the events of another organizer', async () => {
    const other = await makeOrganizer()
    await query('UPDATE listings SET platform_event_id = ? WHERE id = ?', other.event, listing)
    expect(await movedOf()).toBeUndefined()
    expect(await list(`?eventId=${other.event}`, other.owner)).toEqual([])
  })
})

describe('the listings of an event', () => {
  it('are those that name it, of a status too, over pages', async () => {
    const [second] = [await addListing(org.id), await addListing(org.id)]
    await query(
      `UPDATE listings SET platform_event_id = ?, status = 'Published', updated_at = 1 WHERE id = ?`,
      org.event,
      second,
    )
    const ids = async (parameters: string) => (await list(parameters)).map(({ id }) => id)
    expect(await ids(`?eventId=${org.event}`)).toEqual([listing, second])
    expect(await ids(`?eventId=${org.event.toUpperCase()}&status=Published`)).toEqual([second])
    expect(await ids(`?eventId=${org.otherEvent}`)).toEqual([])
    expect(await ids('')).toHaveLength(3)
    const first = await readBody<{ data: Item[]; links: { next: string } }>(
      `/listings?eventId=${org.event}&pageSize=1`,
      org.manager,
    )
    const next = first.links.next.replace('/api/organizer/v1', '')
    expect((await readBody<{ data: Item[] }>(next, org.manager)).data.map(({ id }) => id)).toEqual([second])
    const elsewhere = next.replace(org.event, org.otherEvent)
    await expectError(await read(elsewhere, org.manager), 'invalid_cursor')
    await expectError(
      await read('/listings?eventId=7', org.manager),
      'invalid_request',
      /^eventId: must be a UUID/,
    )
  })
})
