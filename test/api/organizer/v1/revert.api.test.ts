// Reverting what a recorded change overwrote.
import { beforeAll, describe, expect, it } from 'vitest'
import {
  call,
  callWithBindings,
  expectError,
  jsonRequest,
  readCost,
  sendJson,
  seriesPath,
} from '../../../support/api.ts'
import { DAY, postBulkUpdate, readAudit, readSessions } from '../../../support/bulk-update.ts'
import {
  postRevert,
  postRevertPreview,
  previewRevert,
  readHistory,
  revertPath,
} from '../../../support/console.ts'
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

const DAYS = [DAY, 2 * DAY, 3 * DAY]

/**
 * A series after a bulk update of all its sessions: 100 to 7, with a venue and doors. Returns its record,
 * too.
 */
const changed = async () => {
  const venue = await addVenue(org.id)
  const made = await addSeries(org, DAYS)
  const body = { filterType: 'All', newCapacity: 7, newVenueId: venue, newDoorsOpenOffset: 5 }
  expect((await postBulkUpdate(org, made.series, body)).status).toBe(200)
  const [record] = await readHistory(org, made.series)
  return { ...made, venue, id: record?.id as string }
}

const valuesOf = async (series: string) =>
  (await readSessions(series)).map(({ capacity, venue_id, doors_open_offset_minutes }) => [
    capacity,
    venue_id,
    doors_open_offset_minutes,
  ])

const revert = async (series: string, id: string) =>
  postRevert(org, series, id, (await previewRevert(org, series, id)).version)

describe('reverting a bulk update', () => {
  it('restores the old values, nulls too, as previewed, and is a record itself', async () => {
    const { series, sessions, venue, id } = await changed()
    const preview = await previewRevert(org, series, id)
    const before = { capacity: 7, venueId: venue, doorsOpenOffset: 5 }
    const takesPlace = { cancelledAt: null, cancelNotice: null }
    expect(preview).toEqual({
      sessionsSelected: 3,
      series: null,
      sessions: sessions.map((session, index) => ({
        id: session,
        startsAt: new Date(DAYS[index] as number).toISOString(),
        before: { ...before, ...takesPlace },
        after: { capacity: 100, venueId: null, doorsOpenOffset: null, ...takesPlace },
        sold: 0,
        problem: null,
      })),
      version: expect.any(String),
    })
    const response = await postRevert(org, series, id, preview.version)
    expect([response.status, await response.json()]).toEqual([200, { sessionsUpdated: 3 }])
    expect(await valuesOf(series)).toEqual(Array(3).fill([100, null, null]))
    const [record] = await readHistory(org, series)
    expect(record).toMatchObject({
      action: 'sessions.revert',
      by: org.manager,
      change: { recordId: id },
      sessions: 3,
      before: sessions.map((session) => ({ id: session, ...before })),
    })
    // Reverted in turn, again and again.
    for (const expected of [
      [7, venue, 5],
      [100, null, null],
      [7, venue, 5],
    ]) {
      const [latest] = await readHistory(org, series)
      const { sessions: shown } = await previewRevert(org, series, latest?.id as string)
      expect(shown.map(({ problem }) => problem)).toEqual([null, null, null])
      expect((await revert(series, latest?.id as string)).status).toBe(200)
      expect(await valuesOf(series)).toEqual(Array(3).fill(expected))
    }
  })

  it('restores each session to its own values', async () => {
    const { series, sessions } = await addSeries(org, DAYS)
    for (const [index, capacity] of [10, 20, 30].entries()) {
      await query('UPDATE sessions SET capacity = ? WHERE id = ?', capacity, sessions[index] as string)
    }
    await postBulkUpdate(org, series, { filterType: 'All', newCapacity: 5 })
    const [record] = await readHistory(org, series)
    await revert(series, record?.id as string)
    expect((await readSessions(series)).map(({ capacity }) => capacity)).toEqual([10, 20, 30])
  })

  it('names sessions that were changed since or are gone, and restores what is there', async () => {
    const { series, sessions, id } = await changed()
    await query('UPDATE sessions SET doors_open_offset_minutes = 6 WHERE id = ?', sessions[1] as string)
    await query('DELETE FROM sessions WHERE id = ?', sessions[2] as string)
    const preview = await previewRevert(org, series, id)
    expect(preview.sessions.map((session) => [session.id, session.problem])).toEqual([
      [sessions[2], 'session_gone'],
      [sessions[1], 'changed_since'],
      [sessions[0], null],
    ])
    expect(preview.sessions[0]).toMatchObject({ startsAt: null, before: null, after: null, sold: 0 })
    expect(await (await postRevert(org, series, id, preview.version)).json()).toEqual({ sessionsUpdated: 2 })
    expect(await valuesOf(series)).toEqual(Array(2).fill([100, null, null]))
    expect((await readHistory(org, series))[0]?.before).toHaveLength(2)
  })

  it('takes a session that left the series for gone, and leaves it alone', async () => {
    const { series, sessions, id } = await changed()
    await query('UPDATE sessions SET series_id = NULL WHERE id = ?', sessions[0] as string)
    const preview = await previewRevert(org, series, id)
    expect(preview.sessions.map(({ problem }) => problem)).toEqual(['session_gone', null, null])
    expect(await (await postRevert(org, series, id, preview.version)).json()).toEqual({ sessionsUpdated: 2 })
    expect(await query('SELECT capacity FROM sessions WHERE id = ?', sessions[0] as string)).toEqual([
      { capacity: 7 },
    ])
  })

  it('is refused where more is sold than the old capacity, and changes nothing', async () => {
    const { series, sessions } = await addSeries(org, DAYS)
    await query('UPDATE sessions SET capacity = 2 WHERE series_id = ?', series)
    await postBulkUpdate(org, series, { filterType: 'All', newCapacity: 50 })
    const [record] = await readHistory(org, series)
    await addTickets(org, [{}, {}, {}], sessions[1])
    const preview = await previewRevert(org, series, record?.id as string)
    expect(preview.sessions.map(({ problem, sold }) => [problem, sold])).toEqual([
      ['capacity_below_sold', 3],
      [null, 0],
      [null, 0],
    ])
    const before = await readSessions(series)
    const response = await postRevert(org, series, record?.id as string, preview.version)
    await expectError(response, 'capacity_below_sold', /^1 of the sessions has sold .* up to 3\./)
    expect(await readSessions(series)).toEqual(before)
  })

  it('may restore other values of a session that is oversold already', async () => {
    const { series, sessions } = await addSeries(org, DAYS)
    await addTickets(org, Array(3).fill({}), sessions[0])
    await query('UPDATE sessions SET capacity = 2 WHERE series_id = ?', series)
    await postBulkUpdate(org, series, { filterType: 'All', newDoorsOpenOffset: 9 })
    const [record] = await readHistory(org, series)
    expect((await revert(series, record?.id as string)).status).toBe(200)
    expect(await valuesOf(series)).toEqual(Array(3).fill([2, null, null]))
  })

  it('is a 422 where an old venue is gone', async () => {
    const venue = await addVenue(org.id)
    const { series } = await addSeries(org, DAYS)
    await query('UPDATE sessions SET venue_id = ? WHERE series_id = ?', venue, series)
    await postBulkUpdate(org, series, { filterType: 'All', newVenueId: await addVenue(org.id) })
    const [record] = await readHistory(org, series)
    const id = record?.id as string
    const { version } = await previewRevert(org, series, id)
    const before = await readSessions(series)
    await query('DELETE FROM venues WHERE id = ?', venue)
    await expectError(await postRevertPreview(org, series, id), 'unknown_venue', /no longer has a venue/)
    await expectError(await postRevert(org, series, id, version), 'unknown_venue')
    expect(await readSessions(series)).toEqual(before)
  })

  it('is a 409 once a session has changed, was sold beyond the old capacity, or is gone', async () => {
    for (const change of [
      (id: string) => query('UPDATE sessions SET capacity = 8 WHERE id = ?', id),
      (id: string) => query('UPDATE sessions SET starts_at = 4 WHERE id = ?', id),
      (id: string) => query('DELETE FROM sessions WHERE id = ?', id),
      (id: string) => addTickets(org, Array(101).fill({}), id),
    ]) {
      const { series, sessions, id } = await changed()
      const { version } = await previewRevert(org, series, id)
      await change(sessions[1] as string)
      const before = await readSessions(series)
      await expectError(await postRevert(org, series, id, version), 'preview_outdated')
      expect(await readSessions(series)).toEqual(before)
      expect(await readAudit(series)).toHaveLength(1)
    }
  })

  it('is done once, however often it is repeated, and has the first response each time', async () => {
    const { series, id } = await changed()
    const { version } = await previewRevert(org, series, id)
    const responses = await Promise.all(Array.from({ length: 3 }, () => postRevert(org, series, id, version)))
    await query('UPDATE sessions SET capacity = 44 WHERE series_id = ?', series)
    responses.push(await postRevert(org, series, id, version))
    for (const response of responses) expect(await response.json()).toEqual({ sessionsUpdated: 3 })
    expect((await readSessions(series)).map(({ capacity }) => capacity)).toEqual([44, 44, 44])
    expect(await readAudit(series)).toHaveLength(2)
  })

  it('is done once when its response is lost, and changes nothing when its transaction fails', async () => {
    for (const lost of [true, false]) {
      const { series, id } = await changed()
      const { version } = await previewRevert(org, series, id)
      const before = await readSessions(series)
      let batches = 0
      const DB = faultyDatabase((real) => async (statements) => {
        batches += 1
        const results = lost || batches === 1 ? await real(statements) : []
        if (batches !== 2) return results
        throw new Error(lost ? 'D1_ERROR: Network connection lost.' : 'D1_ERROR: D1 DB is overloaded.')
      })
      const response = await callWithBindings(
        { DB },
        revertPath(org.event, series, id),
        jsonRequest('POST', org.manager, { expectedVersion: version }),
      )
      expect({ lost, status: response.status, batches }).toEqual(
        lost ? { lost, status: 200, batches: 3 } : { lost, status: 503, batches: 2 },
      )
      expect(await readAudit(series)).toHaveLength(lost ? 2 : 1)
      if (!lost) expect(await readSessions(series)).toEqual(before)
    }
  })

  it('of 1,000 sessions, and putting that back again, is within the limits', { tags: ['slow'] }, async () => {
    const { series } = await addSeries(
      org,
      Array.from({ length: 1_000 }, (_, index) => index * DAY),
    )
    await postBulkUpdate(org, series, { filterType: 'All', newCapacity: 5 })
    for (const capacity of [100, 5]) {
      const [record] = await readHistory(org, series)
      const response = await revert(series, record?.id as string)
      expect(await response.json()).toEqual({ sessionsUpdated: 1_000 })
      expect(readCost(response).trips).toBe(2)
      expect(readCost(response).rows).toBeLessThan(130_000)
      expect(new Set((await readSessions(series)).map((row) => row.capacity))).toEqual(new Set([capacity]))
    }
  })
})

describe('reverting an update of the series', () => {
  const update = (series: string, body: object) =>
    sendJson('PUT', seriesPath(org.event, series), org.owner, body)
  const read = (series: string) => query('SELECT name, description FROM series WHERE id = ?', series)

  it('restores the old name and description, and is a record itself', async () => {
    const { series } = await addSeries(org, DAYS)
    await update(series, { name: 'New', description: null })
    const [record] = await readHistory(org, series)
    const preview = await previewRevert(org, series, record?.id as string)
    expect(preview).toEqual({
      sessionsSelected: 0,
      series: {
        before: { name: 'New', description: null },
        after: { name: 'Series', description: 'Every week.' },
      },
      sessions: [],
      version: expect.any(String),
    })
    for (let time = 0; time < 2; time++) {
      const response = await postRevert(org, series, record?.id as string, preview.version)
      expect([response.status, await response.json()]).toEqual([200, { sessionsUpdated: 0 }])
    }
    expect(await read(series)).toEqual([{ name: 'Series', description: 'Every week.' }])
    const [latest, ...older] = await readHistory(org, series)
    expect(older).toHaveLength(1)
    expect(latest).toMatchObject({
      action: 'series.revert',
      change: { recordId: record?.id },
      sessions: 0,
      before: { name: 'New', description: null },
    })
    expect((await revert(series, latest?.id as string)).status).toBe(200)
    expect(await read(series)).toEqual([{ name: 'New', description: null }])
  })

  it('is a 409 once the series has changed, before the request or during it', async () => {
    for (const when of ['before', 'between'] as const) {
      const { series } = await addSeries(org, DAYS)
      await update(series, { name: 'New' })
      const [record] = await readHistory(org, series)
      const id = record?.id as string
      const { version } = await previewRevert(org, series, id)
      const rename = () => query("UPDATE series SET name = 'Other' WHERE id = ?", series)
      if (when === 'before') await rename()
      let batches = 0
      const DB = faultyDatabase((real) => async (statements) => {
        batches += 1
        if (when === 'between' && batches === 2) await rename()
        return real(statements)
      })
      const response = await callWithBindings(
        { DB },
        revertPath(org.event, series, id),
        jsonRequest('POST', org.manager, { expectedVersion: version }),
      )
      await expectError(response, 'preview_outdated')
      expect(await read(series)).toMatchObject([{ name: 'Other' }])
      expect(await readAudit(series)).toHaveLength(1)
    }
  })
})

describe('a record', () => {
  it('of another series, of another organizer or unknown is a 404', async () => {
    const { series, id } = await changed()
    const { series: other } = await changed()
    const theirs = await makeOrganizer()
    const { series: foreign } = await addSeries(theirs, DAYS)
    for (const [asOrg, asked, record, code] of [
      [org, other, id, 'record_not_found'],
      [org, series, crypto.randomUUID(), 'record_not_found'],
      [theirs, foreign, id, 'record_not_found'],
      [theirs, series, id, 'series_not_found'],
    ] as const) {
      const preview = await postRevertPreview(asOrg, asked, record)
      await expectError(preview, code)
      await expectError(await postRevert(asOrg, asked, record, 'x'), code)
    }
    expect(await readAudit(series)).toHaveLength(1)
  })

  it('cannot be reverted by staff, nor with the version of another person, record or kind', async () => {
    const { series, id } = await changed()
    const { version } = await previewRevert(org, series, id)
    await expectError(await postRevertPreview(org, series, id, org.staff), 'forbidden')
    await expectError(await postRevertPreview(org, series, id, org.stranger), 'series_not_found')
    await expectError(await postRevert(org, series, id, version, org.staff), 'forbidden')
    await expectError(await postRevert(org, series, id, version, org.stranger), 'series_not_found')
    await expectError(await postRevert(org, series, id, version, org.owner), 'preview_outdated')
    await expectError(await postRevert(org, series, id, ''), 'preview_outdated')
    await postBulkUpdate(org, series, { filterType: 'All', newCapacity: 8 })
    const [latest] = await readHistory(org, series)
    await expectError(await postRevert(org, series, latest?.id as string, version), 'preview_outdated')
    for (const wrong of [null, 5, undefined]) {
      const response = await postRevert(org, series, id, wrong)
      await expectError(response, 'invalid_request', /^expectedVersion: /)
    }
    const path = revertPath(org.event, series, 'x')
    await expectError(
      await call(`${path}/preview`, { method: 'POST', subject: org.owner }),
      'invalid_request',
      /^id: /,
    )
    expect(await valuesOf(series)).not.toContainEqual([100, null, null])
  })

  it('without the values before is a 400', async () => {
    const { series, id } = await changed()
    const { version } = await previewRevert(org, series, id)
    await query('UPDATE audit_log SET before = NULL WHERE entity_id = ?', series)
    await expectError(await postRevertPreview(org, series, id), 'invalid_request', /no old values/)
    await expectError(await postRevert(org, series, id, version), 'invalid_request', /no old values/)
  })

  it('is previewed with any body or none, and reverted with JSON only', async () => {
    const { series, id } = await changed()
    const path = revertPath(org.event, series, id)
    for (const init of [{}, { body: '{}', headers: { 'Content-Type': 'application/json' } }, { body: 'x' }]) {
      const response = await call(`${path}/preview`, { method: 'POST', subject: org.owner, ...init })
      expect(response.status).toBe(200)
      expect(readCost(response).trips).toBe(1)
    }
    await expectError(await call(path, { method: 'POST', subject: org.owner }), 'unsupported_media_type')
  })
})
