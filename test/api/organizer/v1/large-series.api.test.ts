// The bulk update of 1,000 and of 20,000 sessions: what it costs, and what is recorded.
// @module-tag more
import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { bulkUpdatePath, callWithBindings, jsonRequest } from '../../../support/api.ts'
import { capacityOf, readAudit } from '../../../support/bulk-update.ts'
import { previewUpdate } from '../../../support/console.ts'
import { measuringDatabase } from '../../../support/faulty-database.ts'
import { addSeries, addVenue, makeOrganizer, type Organizer } from '../../../support/rows.ts'
import { isFull } from '../../../support/runs.ts'

let org: Organizer
beforeAll(async () => {
  org = await makeOrganizer()
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
    const { DB, cost } = measuringDatabase()
    const request = jsonRequest('POST', org.manager, body)
    const response = await callWithBindings({ DB }, bulkUpdatePath(org.event, series), request)
    return { status: response.status, body: await response.json(), ...cost }
  }

  it('of 1,000 sessions are changed in one round trip, with the values before, for one row more than without', async () => {
    const series = await addLarge(1_000)
    const { read, ...cost } = await costOf(series, capacityOf(7))
    // The sessions, the record, and its entries in three indexes.
    expect(cost).toEqual({ status: 200, body: { sessionsUpdated: 1_000 }, written: 1_004, trips: 1 })
    expect(read, `${read} rows read`).toBeLessThan(16_000)
    const [record] = await readAudit(series)
    expect(JSON.parse(record?.before as string)).toHaveLength(1_000)
  })

  it.runIf(isFull)(
    'of 20,000 sessions are changed as before, without a record of the values before',
    async () => {
      const series = await addLarge(20_000)
      const { version, sessionsSelected } = await previewUpdate(org, series, capacityOf(7))
      expect(sessionsSelected).toBe(20_000)
      expect(await costOf(series, { ...capacityOf(7), expectedVersion: version })).toMatchObject({
        status: 200,
        body: { sessionsUpdated: 20_000 },
        trips: 2,
      })
      expect(await costOf(series, capacityOf(8))).toMatchObject({ status: 200, trips: 1, written: 20_004 })
      expect((await readAudit(series)).map(({ before }) => before)).toEqual([null, null])
    },
  )
})
