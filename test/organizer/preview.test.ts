// The preview of a bulk update, and the update that it allows.
import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  bulkUpdatePath,
  call,
  callWithBindings,
  expectError,
  readCost,
  sendJson,
  ticketsPath,
} from '../support/api.ts'
import {
  DAY,
  expectRejected,
  fourDays,
  postBulkUpdate,
  readAudit,
  readSessions,
} from '../support/bulk-update.ts'
import { previewPath, previewUpdate } from '../support/console.ts'
import { faultyDatabase } from '../support/faulty-database.ts'
import { addSeries, addTickets, addVenue, makeOrganizer, type Organizer, query } from '../support/rows.ts'

let org: Organizer
beforeAll(async () => {
  org = await makeOrganizer()
})

afterEach(() => {
  vi.useRealTimers()
})

const post = (series: string, body: unknown, subject = org.manager) =>
  postBulkUpdate(org, series, body, { subject })

const capacityOf = (capacity: number) => ({ filterType: 'All', newCapacity: capacity })

describe('a preview', () => {
  it('shows every selected session before and after, those with a problem first, and changes nothing', async () => {
    const venue = await addVenue(org.id)
    const { series, sessions } = await addSeries(org, [3 * DAY, DAY, 2 * DAY])
    await addTickets(org, [{}, { status: 'CheckedIn' }, { status: 'Refunded' }], sessions[0])
    const rows = await readSessions(series)
    const body = { ...capacityOf(1), newVenueId: venue, newDoorsOpenOffset: 'PT1H' }
    const preview = await previewUpdate(org, series, body)
    const before = { capacity: 100, venueId: null, doorsOpenOffset: null }
    const after = { capacity: 1, venueId: venue, doorsOpenOffset: 60 }
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
    expect(first.sessions[0]?.after).toEqual({ capacity: 100, venueId: null, doorsOpenOffset: 5 })
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
    await expectError(await send(foreign), 'venue_not_found')
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
    await expectError(await post(series, body), 'preview_outdated')
  })
})

describe('an update with expectedVersion', () => {
  it('does what was previewed', async () => {
    const { series } = await addSeries(org, fourDays())
    const { version } = await previewUpdate(org, series, capacityOf(7))
    const response = await post(series, { ...capacityOf(7), expectedVersion: version })
    expect([response.status, await response.json()]).toEqual([200, { sessionsUpdated: 4 }])
    expect((await readSessions(series)).map(({ capacity }) => capacity)).toEqual([7, 7, 7, 7])
    expect(await readAudit(series)).toMatchObject([{ subject: org.manager, sessions: 4 }])
  })

  it('is done once, however often it is repeated, and has the first response each time', async () => {
    const { series, sessions } = await addSeries(org, fourDays())
    const { version } = await previewUpdate(org, series, capacityOf(7))
    const body = { ...capacityOf(7), expectedVersion: version }
    const responses = await Promise.all(Array.from({ length: 4 }, () => post(series, body)))
    await query('UPDATE sessions SET capacity = 90 WHERE series_id = ?', series)
    await query('DELETE FROM sessions WHERE id = ?', sessions[3] as string)
    responses.push(await post(series, body))
    for (const response of responses) {
      expect([response.status, await response.json()]).toEqual([200, { sessionsUpdated: 4 }])
    }
    expect((await readSessions(series)).map(({ capacity }) => capacity)).toEqual([90, 90, 90])
    expect(await readAudit(series)).toHaveLength(1)
  })

  it('of each of two previews is a change of its own', async () => {
    const { series } = await addSeries(org, [DAY])
    const [first, second] = [
      await previewUpdate(org, series, capacityOf(100)),
      await previewUpdate(org, series, capacityOf(100)),
    ]
    for (const { version } of [first, second]) {
      expect((await post(series, { ...capacityOf(100), expectedVersion: version })).status).toBe(200)
    }
    expect(await readAudit(series)).toHaveLength(2)
  })

  it.each<[string, (series: string, sessions: string[]) => Promise<unknown>]>([
    ['the capacity', (series) => query('UPDATE sessions SET capacity = 101 WHERE series_id = ?', series)],
    [
      'a venue',
      async (_, [id]) =>
        query('UPDATE sessions SET venue_id = ? WHERE id = ?', await addVenue(org.id), id as string),
    ],
    [
      'the doors',
      (_, [id]) => query('UPDATE sessions SET doors_open_offset_minutes = 1 WHERE id = ?', id as string),
    ],
    [
      'a start',
      (_, [id]) => query('UPDATE sessions SET starts_at = starts_at + 1 WHERE id = ?', id as string),
    ],
    ['the selection, by a session more', (series) => addToSeries(series)],
    [
      'the selection, by a session less',
      (_, [id]) => query('DELETE FROM sessions WHERE id = ?', id as string),
    ],
    [
      'the selection, by a session that takes the place of another',
      (_, [id]) => query('UPDATE sessions SET id = ? WHERE id = ?', crypto.randomUUID(), id as string),
    ],
    ['what is sold, beyond the capacity', (_, [id]) => addTickets(org, Array(8).fill({}), id)],
  ])('is a 409 once %s has changed, and changes nothing', async (_, change) => {
    const { series, sessions } = await addSeries(org, fourDays())
    const { version } = await previewUpdate(org, series, capacityOf(7))
    await change(series, sessions)
    const send = () => post(series, { ...capacityOf(7), expectedVersion: version })
    await expectRejected(series, send, 'preview_outdated', /^expectedVersion: /)
  })

  it('is a 409 once the clock has moved a session out of the selection', async () => {
    const { series } = await addSeries(org, [Date.now() + DAY, Date.now() + 2 * DAY])
    const body = { filterType: 'Upcoming', newCapacity: 7 }
    const { version } = await previewUpdate(org, series, body)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
    const again = await previewUpdate(org, series, body)
    vi.setSystemTime(Date.now() + DAY)
    const send = () => post(series, { ...body, expectedVersion: version })
    await expectRejected(series, send, 'preview_outdated')
    vi.setSystemTime(Date.now() - DAY)
    expect((await post(series, { ...body, expectedVersion: again.version })).status).toBe(200)
  })

  it('is a 409 for another body, series or person, and for any other text', async () => {
    const { series } = await addSeries(org, fourDays())
    const { series: other } = await addSeries(org, fourDays())
    const { version } = await previewUpdate(org, series, capacityOf(7))
    const body = { ...capacityOf(7), expectedVersion: version }
    for (const [target, sent, subject] of [
      [series, { ...body, newCapacity: 8 }, org.manager],
      [series, { ...body, filterType: 'Upcoming' }, org.manager],
      [series, { ...body, newDoorsOpenOffset: 1 }, org.manager],
      [series, body, org.owner],
      [other, body, org.manager],
      [series, { ...body, expectedVersion: '' }, org.manager],
      [series, { ...body, expectedVersion: 'x'.repeat(5_000) }, org.manager],
      [series, { ...body, expectedVersion: version.slice(0, -1) }, org.manager],
    ] as const) {
      await expectRejected(target, () => post(target, sent, subject), 'preview_outdated')
    }
    const number = { ...body, expectedVersion: 5 }
    await expectRejected(series, () => post(series, number), 'invalid_request', /^expectedVersion: /)
    // The same change in other words.
    const reworded = { ...body, newCapacity: 7.0, newVenueId: null, fromDate: '2026-01-01T00:00:00Z' }
    expect((await post(series, reworded)).status).toBe(200)
  })

  it('takes null as absent', async () => {
    const { series } = await addSeries(org, fourDays())
    expect((await post(series, { ...capacityOf(7), expectedVersion: null })).status).toBe(200)
  })

  it('is not outdated by sales that make no problem, by other sessions, or by values that came back', async () => {
    const { series, sessions } = await addSeries(org, fourDays())
    const body = { filterType: 'Upcoming', newCapacity: 7 }
    const { version } = await previewUpdate(org, series, body)
    await addTickets(org, Array(7).fill({}), sessions[2])
    await query('UPDATE sessions SET capacity = 5 WHERE id = ?', sessions[0] as string)
    for (const capacity of [55, 100]) {
      await query('UPDATE sessions SET capacity = ? WHERE id = ?', capacity, sessions[2] as string)
    }
    const response = await post(series, { ...body, expectedVersion: version })
    expect([response.status, await response.json()]).toEqual([200, { sessionsUpdated: 2 }])
  })

  it('is refused for a capacity below sold as without it, while the same sessions have the problem', async () => {
    const { series, sessions } = await addSeries(org, fourDays())
    await addTickets(org, [{}, {}], sessions[1])
    const { version } = await previewUpdate(org, series, capacityOf(1))
    const send = () => post(series, { ...capacityOf(1), expectedVersion: version })
    await expectRejected(series, send, 'capacity_below_sold', /1 of the selected sessions has/)
    await query(
      "UPDATE tickets SET status = 'Voided' WHERE session_number = (SELECT number FROM sessions WHERE id = ?)",
      sessions[1] as string,
    )
    await expectRejected(series, send, 'preview_outdated')
  })

  it('checks access first', async () => {
    const { series } = await addSeries(org, fourDays())
    const body = { ...capacityOf(1), expectedVersion: 'x' }
    await expectError(await post(series, body, org.staff), 'forbidden')
    await expectError(await post(series, body, org.stranger), 'series_not_found')
    await expectError(await post(crypto.randomUUID(), body), 'series_not_found')
  })

  it('is checked in the transaction of the change: what changes after the first read outdates it, too', async () => {
    for (const change of [
      'UPDATE sessions SET capacity = 99 WHERE series_id = ?',
      'DELETE FROM sessions WHERE series_id = ?',
    ]) {
      const { series } = await addSeries(org, fourDays())
      const { version } = await previewUpdate(org, series, capacityOf(7))
      let batches = 0
      const DB = faultyDatabase((real) => async (statements) => {
        batches += 1
        if (batches === 2) await query(change, series)
        return real(statements)
      })
      const response = await callWithBindings({ DB }, bulkUpdatePath(org.event, series), {
        subject: org.manager,
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ ...capacityOf(7), expectedVersion: version }),
      })
      await expectError(response, 'preview_outdated')
      expect(batches).toBe(2)
      expect((await readSessions(series)).filter(({ capacity }) => capacity === 7)).toEqual([])
      expect(await readAudit(series)).toEqual([])
    }
  })

  it('of which the response was lost is done once, and the retry has the response', async () => {
    const { series } = await addSeries(org, fourDays())
    const { version } = await previewUpdate(org, series, capacityOf(7))
    let batches = 0
    const DB = faultyDatabase((real) => async (statements) => {
      batches += 1
      const results = await real(statements)
      if (batches !== 2) return results
      await query('UPDATE sessions SET capacity = 8 WHERE series_id = ?', series)
      throw new Error('D1_ERROR: Network connection lost.')
    })
    const response = await callWithBindings({ DB }, bulkUpdatePath(org.event, series), {
      subject: org.manager,
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ ...capacityOf(7), expectedVersion: version }),
    })
    expect([response.status, await response.json(), batches]).toEqual([200, { sessionsUpdated: 4 }, 3])
    expect((await readSessions(series)).map(({ capacity }) => capacity)).toEqual([8, 8, 8, 8])
    expect(await readAudit(series)).toHaveLength(1)
  })
})

/** Adds a session to a series. */
const addToSeries = (series: string) =>
  query(
    'INSERT INTO sessions (id, event_id, series_id, starts_at, capacity) VALUES (?, ?, ?, 5, 100)',
    crypto.randomUUID(),
    org.event,
    series,
  )

describe('filterType Selected', () => {
  it('selects exactly the sessions named, in any case and given twice', async () => {
    const { series, sessions } = await addSeries(org, fourDays())
    const sessionIds = [sessions[2]?.toUpperCase(), sessions[0], sessions[2]]
    const body = { filterType: 'Selected', sessionIds, newCapacity: 7 }
    expect((await previewUpdate(org, series, body)).sessions.map(({ id }) => id)).toEqual([
      sessions[0],
      sessions[2],
    ])
    expect(await (await post(series, body)).json()).toEqual({ sessionsUpdated: 2 })
    expect((await readSessions(series)).map(({ capacity }) => capacity)).toEqual([7, 100, 7, 100])
    expect(JSON.parse((await readAudit(series))[0]?.change as string).filter).toEqual({
      type: 'Selected',
      sessionIds: [sessions[0], sessions[2]].sort(),
    })
  })

  it('is a 400 for a session that is not of the series, and changes nothing', async () => {
    const { series, sessions } = await addSeries(org, fourDays())
    const { sessions: others } = await addSeries(org, fourDays())
    for (const id of [others[0], org.session, crypto.randomUUID()]) {
      const body = { filterType: 'Selected', sessionIds: [sessions[0], id], newCapacity: 7 }
      await expectRejected(
        series,
        () => post(series, body),
        'invalid_request',
        /^sessionIds: the series has no session /,
      )
      const path = previewPath(org.event, series)
      await expectError(await sendJson('POST', path, org.manager, body), 'invalid_request', /^sessionIds: /)
      await expectError(await post(series, body, org.staff), 'forbidden')
      await expectError(await post(series, body, org.stranger), 'series_not_found')
    }
  })

  it.each<[unknown, RegExp]>([
    [undefined, /^sessionIds: is required/],
    [null, /^sessionIds: is required/],
    [[], /^sessionIds: must be a list of 1 to 500 ids/],
    ['x', /^sessionIds: must be a list/],
    [['x'], /^sessionIds.0: must be a UUID/],
    [[null], /^sessionIds.0: must be a UUID/],
    [Array.from({ length: 501 }, () => crypto.randomUUID()), /^sessionIds: must be a list/],
  ])('is a 400 with sessionIds %#', async (sessionIds, naming) => {
    const { series } = await addSeries(org, fourDays())
    const body = { filterType: 'Selected', sessionIds, newCapacity: 7 }
    await expectRejected(series, () => post(series, body), 'invalid_request', naming)
  })

  it('of 500 sessions is one round trip', async () => {
    const { series, sessions } = await addSeries(
      org,
      Array.from({ length: 501 }, (_, i) => i),
    )
    const response = await post(series, {
      filterType: 'Selected',
      sessionIds: sessions.slice(1),
      newCapacity: 7,
    })
    expect(await response.json()).toEqual({ sessionsUpdated: 500 })
    expect(readCost(response).trips).toBe(1)
  })

  it('leaves sessionIds unused with another filter', async () => {
    const { series } = await addSeries(org, fourDays())
    const body = { ...capacityOf(7), sessionIds: [crypto.randomUUID()] }
    expect(await (await post(series, body)).json()).toEqual({ sessionsUpdated: 4 })
  })
})

describe('large series', () => {
  /** Adds a series of `count` sessions by one statement. */
  const addLarge = async (count: number): Promise<string> => {
    const { series } = await addSeries(org, [])
    await env.DB.prepare(
      `WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < ?)
       INSERT INTO sessions (id, event_id, series_id, starts_at, capacity, venue_id)
       SELECT lower(hex(randomblob(4)) || '-0000-4000-8000-' || hex(randomblob(6))), ?, ?, n, 9, ? FROM c`,
    )
      .bind(count, org.event, series, await addVenue(org.id))
      .run()
    return series
  }

  const costOf = async (series: string, body: object) => {
    let written = 0
    let trips = 0
    const DB = faultyDatabase((real) => async (statements) => {
      trips += 1
      const results = await real(statements)
      for (const { meta } of results) written += meta.rows_written
      return results
    })
    const response = await callWithBindings({ DB }, bulkUpdatePath(org.event, series), {
      subject: org.manager,
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    return {
      status: response.status,
      body: await response.json(),
      written,
      trips,
      read: readCost(response).rows,
    }
  }

  it('of 1,000 sessions are changed in one round trip, with the values before, for one row more than without', async () => {
    const series = await addLarge(1_000)
    const { read, ...cost } = await costOf(series, capacityOf(7))
    // The sessions, the record, and its entries in two indexes.
    expect(cost).toEqual({ status: 200, body: { sessionsUpdated: 1_000 }, written: 1_003, trips: 1 })
    expect(read, `${read} rows read`).toBeLessThan(16_000)
    const [record] = await readAudit(series)
    expect(JSON.parse(record?.before as string)).toHaveLength(1_000)
  })

  it('of 20,000 sessions are changed as before, without a record of the values before', async () => {
    const series = await addLarge(20_000)
    const { version, sessionsSelected } = await previewUpdate(org, series, capacityOf(7))
    expect(sessionsSelected).toBe(20_000)
    expect(await costOf(series, { ...capacityOf(7), expectedVersion: version })).toMatchObject({
      status: 200,
      body: { sessionsUpdated: 20_000 },
      trips: 2,
    })
    expect(await costOf(series, capacityOf(8))).toMatchObject({ status: 200, trips: 1, written: 20_003 })
    expect((await readAudit(series)).map(({ before }) => before)).toEqual([null, null])
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
