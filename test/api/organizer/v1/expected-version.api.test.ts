import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { bulkUpdatePath, callWithBindings, expectError, jsonRequest } from '../../../support/api.ts'
import {
  capacityOf,
  DAY,
  expectRejected,
  fourDays,
  postBulkUpdate,
  readAudit,
  readSessions,
} from '../../../support/bulk-update.ts'
import { previewUpdate } from '../../../support/console.ts'
import { faultyDatabase } from '../../../support/faulty-database.ts'
import {
  addSeries,
  addTickets,
  addVenue,
  makeOrganizer,
  type Organizer,
  query,
} from '../../../support/rows.ts'

let org: Organizer
beforeAll(async () => {
  org = await makeOrganizer()
})

afterEach(() => {
  vi.useRealTimers()
})

const post = (series: string, body: unknown, subject?: string) => postBulkUpdate(org, series, body, subject)

/** Adds a session to a series. */
const addToSeries = (series: string) =>
  query(
    'INSERT INTO sessions (id, event_id, series_id, starts_at, capacity) VALUES (?, ?, ?, 5, 100)',
    crypto.randomUUID(),
    org.event,
    series,
  )

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

  it('of each of two previews that change nothing is answered, and not recorded', async () => {
    const { series } = await addSeries(org, [DAY])
    const [first, second] = [
      await previewUpdate(org, series, capacityOf(100)),
      await previewUpdate(org, series, capacityOf(100)),
    ]
    for (const { version } of [first, second]) {
      expect((await post(series, { ...capacityOf(100), expectedVersion: version })).status).toBe(200)
    }
    expect(await readAudit(series)).toEqual([])
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
      const response = await callWithBindings(
        { DB },
        bulkUpdatePath(org.event, series),
        jsonRequest('POST', org.manager, { ...capacityOf(7), expectedVersion: version }),
      )
      await expectError(response, 'preview_outdated')
      // The third reads why.
      expect(batches).toBe(3)
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
    const response = await callWithBindings(
      { DB },
      bulkUpdatePath(org.event, series),
      jsonRequest('POST', org.manager, { ...capacityOf(7), expectedVersion: version }),
    )
    expect([response.status, await response.json(), batches]).toEqual([200, { sessionsUpdated: 4 }, 3])
    expect((await readSessions(series)).map(({ capacity }) => capacity)).toEqual([8, 8, 8, 8])
    expect(await readAudit(series)).toHaveLength(1)
  })
})
