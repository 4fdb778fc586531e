// One series and the list of its sessions.
// @module-tag more
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Schemas } from '../../../../web/shared/schemas.ts'
import {
  call,
  expectError,
  getWithCost,
  readCost,
  sendJson,
  seriesPath,
  withQuery,
} from '../../../support/api.ts'
import { DAY, postBulkUpdate } from '../../../support/bulk-update.ts'
import { getAll, getList, seriesSessionsPath } from '../../../support/console.ts'
import {
  addSeries,
  addTickets,
  addVenue,
  makeOrganizer,
  type Organizer,
  query,
} from '../../../support/rows.ts'
import { runs } from '../../../support/runs.ts'

type Session = Schemas['SeriesSession']

let org: Organizer
beforeAll(async () => {
  org = await makeOrganizer()
})

const readSeries = (series: string) =>
  getWithCost<Schemas['Series']>(org.manager, seriesPath(org.event, series))

describe('a series', () => {
  it('has its event, how many sessions it has, and who changed it last', async () => {
    const { series } = await addSeries(org, [1, 2, 3])
    const before = await readSeries(series)
    expect(before).toEqual({
      id: series,
      eventId: org.event,
      eventName: 'Event',
      timeZone: 'UTC',
      organizerId: org.id,
      name: 'Series',
      description: 'Every week.',
      sessions: 3,
      updatedAt: null,
      updatedBy: null,
      rows: before.rows,
      trips: 1,
    })
    await sendJson('PUT', seriesPath(org.event, series), org.owner, { name: 'New', description: null })
    expect(await readSeries(series)).toMatchObject({
      name: 'New',
      description: null,
      updatedBy: org.owner,
      updatedAt: expect.stringMatching(/Z$/),
    })
  })

  it('has an ETag that changes with it, and is a 304 for a client that has it', async () => {
    const { series } = await addSeries(org, [1])
    const path = seriesPath(org.event, series)
    const read = (tag: string) => call(path, { subject: org.manager, headers: { 'If-None-Match': tag } })
    const tag = (await call(path, { subject: org.manager })).headers.get('ETag') as string
    for (const held of [tag, `W/${tag}`, `"x.y", ${tag}`, '*']) {
      const response = await read(held)
      expect({ held, status: response.status, body: await response.text() }).toEqual({
        held,
        status: 304,
        body: '',
      })
    }
    await query("UPDATE series SET name = 'Changed by SQL' WHERE id = ?", series)
    expect((await read(tag)).status).toBe(200)
  })
})

describe('the sessions of a series', () => {
  it('come by start with capacity, venue, doors and counts', async () => {
    const venue = await addVenue(org.id)
    const { series, sessions } = await addSeries(org, [2 * DAY, DAY])
    await postBulkUpdate(org, series, {
      filterType: 'FromDate',
      fromDate: new Date(2 * DAY).toISOString(),
      newVenueId: venue,
      newDoorsOpenOffset: 90,
      newCapacity: 70,
    })
    await addTickets(org, [{}, { status: 'CheckedIn' }, { status: 'Voided' }], sessions[0])
    const { data, links, trips } = await getList<Session>(org.owner, seriesSessionsPath(org.event, series))
    expect(trips).toBe(1)
    expect(links).toEqual({ self: seriesSessionsPath(org.event, series), next: null })
    expect(data).toEqual([
      {
        ...{ id: sessions[1], eventId: org.event, seriesId: series },
        timeZone: 'UTC',
        startsAt: '1970-01-02T00:00:00.000Z',
        doorsOpenAt: null,
        doorsOpenOffset: null,
        capacity: 100,
        venueId: null,
        venueName: null,
        ...{ cancelledAt: null, cancelNotice: null },
        counts: { Valid: 0, CheckedIn: 0, Refunded: 0, Voided: 0 },
        updatedAt: null,
        updatedBy: null,
      },
      {
        ...{ id: sessions[0], eventId: org.event, seriesId: series },
        timeZone: 'UTC',
        startsAt: '1970-01-03T00:00:00.000Z',
        doorsOpenAt: '1970-01-02T22:30:00.000Z',
        doorsOpenOffset: 90,
        capacity: 70,
        venueId: venue,
        venueName: 'Venue',
        ...{ cancelledAt: null, cancelNotice: null },
        counts: { Valid: 1, CheckedIn: 1, Refunded: 0, Voided: 1 },
        updatedAt: expect.stringMatching(/Z$/),
        updatedBy: org.manager,
      },
    ])
  })

  it('are each listed once by any page size, from a start and to another (property)', async () => {
    const days = fc.array(fc.nat(4), { maxLength: 9 })
    const day = fc.option(fc.nat(5), { nil: undefined })
    await fc.assert(
      fc.asyncProperty(days, day, day, fc.integer({ min: 1, max: 4 }), async (starts, from, to, pageSize) => {
        const { series } = await addSeries(
          org,
          starts.map((start) => start * DAY),
        )
        await addSeries(org, [DAY])
        const parameters = {
          pageSize,
          ...(from !== undefined && { from: new Date(from * DAY).toISOString() }),
          ...(to !== undefined && { to: new Date(to * DAY).toISOString() }),
        }
        const listed = await getAll<Session>(
          org.manager,
          withQuery(seriesSessionsPath(org.event, series), parameters),
        )
        const expected = await query<{ id: string }>(
          'SELECT id FROM sessions WHERE series_id = ? AND starts_at >= ? AND starts_at < ? ORDER BY starts_at, id',
          series,
          (from ?? 0) * DAY,
          (to ?? 99) * DAY,
        )
        expect(listed.map(({ id }) => id)).toEqual(expected.map(({ id }) => id))
      }),
      { numRuns: runs(60) },
    )
  })

  it('reject a cursor of another range, and parameters that are no date-times', async () => {
    const { series } = await addSeries(org, [1, 2, 3])
    const path = seriesSessionsPath(org.event, series)
    const { links } = await getList<Session>(org.manager, withQuery(path, { pageSize: 1 }))
    const other = `${links.next}&from=1970-01-01T00%3A00%3A00Z`
    await expectError(await call(other, { subject: org.manager }), 'invalid_cursor')
    for (const parameters of [{ from: '2026-06-12' }, { to: 'x' }, { pageSize: -1 }]) {
      const response = await call(withQuery(path, parameters), { subject: org.manager })
      await expectError(response, 'invalid_request', new RegExp(`^${Object.keys(parameters)[0]}: `))
    }
  })

  it('cost four rows each, also where all start at the same time', async () => {
    const { series } = await addSeries(org, Array(300).fill(DAY))
    await query('UPDATE sessions SET venue_id = ? WHERE series_id = ?', await addVenue(org.id), series)
    const path = seriesSessionsPath(org.event, series)
    const first = await getList<Session>(org.manager, withQuery(path, { pageSize: 20 }))
    const second = await getList<Session>(org.manager, first.links.next as string)
    for (const { data, rows } of [first, second]) {
      expect(data).toHaveLength(20)
      expect(rows, `${rows} rows`).toBeLessThanOrEqual(4 * 21 + 10)
    }
    expect((await getList<Session>(org.manager, withQuery(path, { pageSize: 9_999 }))).data).toHaveLength(300)
  })

  it('are a 403 for staff and a 404 for others, like the series', async () => {
    const { series } = await addSeries(org, [1])
    for (const path of [seriesPath(org.event, series), seriesSessionsPath(org.event, series)]) {
      await expectError(await call(path, { subject: org.staff }), 'forbidden')
      await expectError(await call(path, { subject: org.stranger }), 'series_not_found')
      expect(readCost(await call(path, { subject: org.owner })).trips).toBe(1)
    }
  })
})
