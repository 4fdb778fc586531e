import { beforeAll, describe, expect, it } from 'vitest'
import { call, expectError, sendJson, ticketsPath } from '../../../support/api.ts'
import {
  capacityOf,
  DAY,
  fourDays,
  postBulkUpdate,
  readAudit,
  readSessions,
} from '../../../support/bulk-update.ts'
import { previewPath, previewUpdate } from '../../../support/console.ts'
import {
  addSeries,
  addTickets,
  addVenue,
  makeOrganizer,
  type Organizer,
  query,
} from '../../../support/rows.ts'

const TAKES_PLACE = { cancelledAt: null, cancelNotice: null }

let org: Organizer
beforeAll(async () => {
  org = await makeOrganizer()
})

describe('a preview', () => {
  it('shows every selected session before and after, those with a problem first, and changes nothing', async () => {
    const venue = await addVenue(org.id)
    const { series, sessions } = await addSeries(org, [3 * DAY, DAY, 2 * DAY])
    await addTickets(org, [{}, { status: 'CheckedIn' }, { status: 'Refunded' }], sessions[0])
    const rows = await readSessions(series)
    const body = { ...capacityOf(1), newVenueId: venue, newDoorsOpenOffset: 'PT1H' }
    const preview = await previewUpdate(org, series, body)
    const before = { capacity: 100, venueId: null, doorsOpenOffset: null, ...TAKES_PLACE }
    const after = { capacity: 1, venueId: venue, doorsOpenOffset: 60, ...TAKES_PLACE }
    const item = (index: number, day: number, sold: number, problem: string | null) => ({
      id: sessions[index],
      startsAt: new Date(day * DAY).toISOString(),
      before,
      after,
      sold,
      problem,
    })
    expect(preview).toEqual({
      sessionsSelected: 3,
      series: null,
      sessions: [item(0, 3, 2, 'capacity_below_sold'), item(1, 1, 0, null), item(2, 2, 0, null)],
      version: expect.stringMatching(/^[\w-]+$/),
    })
    expect(preview.version.length).toBeLessThan(200)
    expect(await readSessions(series)).toEqual(rows)
    expect(await readAudit(series)).toEqual([])
  })

  it('leaves values that are not asked for, and has a version of its own each time', async () => {
    const { series } = await addSeries(org, fourDays())
    const body = { filterType: 'Upcoming', newDoorsOpenOffset: 5, expectedVersion: 'ignored' }
    const [first, second] = [await previewUpdate(org, series, body), await previewUpdate(org, series, body)]
    expect(first.sessionsSelected).toBe(2)
    expect(first.sessions[0]?.after).toEqual({
      capacity: 100,
      venueId: null,
      doorsOpenOffset: 5,
      ...TAKES_PLACE,
    })
    expect(first.sessions).toEqual(second.sessions)
    expect(first.version).not.toBe(second.version)
    expect((await previewUpdate(org, (await addSeries(org, [])).series, body)).sessions).toEqual([])
  })

  it('has the errors of the update itself', async () => {
    const { series } = await addSeries(org, fourDays())
    const other = await makeOrganizer()
    const send = (body: unknown, subject = org.manager) =>
      sendJson('POST', previewPath(org.event, series), subject, body)
    const foreign = { filterType: 'All', newVenueId: await addVenue(other.id) }
    await expectError(await send(foreign), 'unknown_venue')
    await expectError(await send({ filterType: 'All' }), 'invalid_request', /^Nothing to change/)
    await expectError(await send(capacityOf(1), org.staff), 'forbidden')
    await expectError(await send(capacityOf(1), other.owner), 'series_not_found')
    const path = previewPath(org.otherEvent, series)
    await expectError(await sendJson('POST', path, org.owner, capacityOf(1)), 'series_not_found')
  })

  it('lists 2,000 sessions at most, those with a problem first, and covers all of them', async () => {
    const { series } = await addSeries(org, [])
    await query(
      `WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 2500)
       INSERT INTO sessions (id, event_id, series_id, starts_at, capacity)
       SELECT lower(hex(randomblob(4)) || '-0000-4000-8000-' || hex(randomblob(6))), ?, ?, n, 9 FROM c`,
      org.event,
      series,
    )
    const [last] = await query<{ id: string }>(
      'SELECT id FROM sessions WHERE series_id = ? ORDER BY starts_at DESC',
      series,
    )
    await addTickets(org, [{}], last?.id)
    const preview = await previewUpdate(org, series, capacityOf(0))
    expect([preview.sessionsSelected, preview.sessions.length]).toEqual([2_500, 2_000])
    expect(preview.sessions[0]).toMatchObject({ id: last?.id, problem: 'capacity_below_sold' })
    expect(preview.sessions[1]?.startsAt).toBe('1970-01-01T00:00:00.001Z')
    // A change of a session that is not listed outdates the preview, too.
    const shown = await previewUpdate(org, series, capacityOf(5))
    expect(shown.sessions.some(({ id }) => id === last?.id)).toBe(false)
    await query('UPDATE sessions SET capacity = 8 WHERE id = ?', last?.id as string)
    const body = { ...capacityOf(5), expectedVersion: shown.version }
    await expectError(await postBulkUpdate(org, series, body), 'preview_outdated')
  })
})

it('the list of tickets keeps its ETag when a change is previewed', async () => {
  const { series, sessions } = await addSeries(org, [DAY])
  const tag = async () =>
    (await call(ticketsPath(sessions[0] as string), { subject: org.staff })).headers.get('ETag')
  const before = await tag()
  await previewUpdate(org, series, capacityOf(7))
  expect(await tag()).toBe(before)
})
