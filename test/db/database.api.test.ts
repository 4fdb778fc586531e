// The database client by itself, with limits that would take seconds to reach over HTTP.
import { env } from 'cloudflare:workers'
import { sql } from 'drizzle-orm'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { LIMITS, openDatabase } from '../../src/db/client.ts'
import type { DatabaseEnv } from '../../src/db/databases.ts'
import { prepare, value } from '../../src/db/prepared.ts'
import { listings } from '../../src/db/schema/listings.ts'
import { bookmarkHere, here } from '../support/address.ts'
import { type Batch, faultyDatabase, silentBatch } from '../support/faulty-database.ts'

const BOOKMARK = '00000001-00000002-000050d1-3d2a9c1f0e8b7a6d5c4b3a2918070605'
const one = prepare<{ value: number }>(sql`SELECT ${value('value')} AS value`)

/** The plan of a statement that may use a partial index for one of its values. */
const plan = prepare<{ detail: string }>(sql`EXPLAIN QUERY PLAN SELECT number FROM check_ins
  WHERE session_id = ${value('sessionId')} AND type = ${value('type')} ORDER BY number`)

afterEach(() => {
  vi.useRealTimers()
})

/** A database whose batch number n (from 1) is `batchOf(n)`. */
const databaseOf = (batchOf: (real: Batch, number: number) => Batch): DatabaseEnv => {
  let number = 0
  const DB = faultyDatabase((real) => (statements) => {
    number += 1
    return batchOf(real, number)(statements)
  })
  return here({ DB })
}

const fail =
  (message: string): Batch =>
  () =>
    Promise.reject(new Error(message))

const unavailable = expect.objectContaining({ code: 'database_unavailable', retryAfter: 2 })

describe('a prepared statement', () => {
  it('gets its values at each call', async () => {
    const db = openDatabase(here(), undefined)
    expect(await db.batchPrepared([one], { value: 3 })).toEqual([[{ value: 3 }]])
    expect(await db.batchPrepared([one], { value: 4 })).toEqual([[{ value: 4 }]])
    expect(db.usage).toMatchObject({ roundTrips: 2, rowsWritten: 0 })
  })

  it('has the same plan for all values, so that SQLite need not compile it again', async () => {
    const planFor = async (type: string) => {
      const values = { sessionId: crypto.randomUUID(), type }
      const [rows] = await openDatabase(here(), undefined).batchPrepared([plan], values)
      return rows.map(({ detail }) => detail)
    }
    const partial = [expect.stringContaining('check_ins_tallies')]
    const { results } = await env.DB.prepare(plan.text.replaceAll('+?', '?'))
      .bind('', 'Tally')
      .all<{ detail: string }>()
    expect(results.map(({ detail }) => detail)).toEqual(partial)
    expect(await planFor('Tally')).toEqual(await planFor('Undo'))
    expect(await planFor('Tally')).not.toEqual(partial)
  })
})

describe('a statement of the builder', () => {
  it('runs in a batch only', async () => {
    const db = openDatabase(here(), undefined)
    const select = db.select({ a: sql<number>`1`.as('a') }).from(sql`(SELECT 2)`)
    await expect(select.execute()).rejects.toThrow()
    expect(await db.batch([select])).toEqual([[{ a: 1 }]])
  })
})

describe('the deadline', () => {
  it('ends a batch that gets no result', async () => {
    const db = openDatabase(
      databaseOf(() => silentBatch),
      undefined,
      { ...LIMITS, deadlineMs: 20 },
    )
    await expect(db.batchPrepared([one], { value: 1 })).rejects.toEqual(unavailable)
    expect(db.usage.roundTrips).toBe(1)
  })

  it('holds for all attempts together', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const db = openDatabase(
      databaseOf(() => async () => {
        vi.setSystemTime(Date.now() + 6_000)
        throw new Error('D1_ERROR: Network connection lost.')
      }),
      undefined,
    )
    await expect(db.batch([db.delete(listings)])).rejects.toEqual(unavailable)
    expect(db.usage.roundTrips).toBe(2)
  })

  it('holds for all batches of a request together', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
    const db = openDatabase(
      databaseOf((real, number) => (number === 1 ? real : silentBatch)),
      undefined,
    )
    await db.batchPrepared([one], { value: 1 })
    vi.setSystemTime(Date.now() + 8_000)
    const second = expect(db.batchPrepared([one], { value: 1 })).rejects.toEqual(unavailable)
    await vi.advanceTimersByTimeAsync(2_000)
    await second
  })

  it('does not discard a result that comes late', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
    const db = openDatabase(
      databaseOf((real) => (statements) => {
        // The clock has advanced, but the timer has not run yet.
        vi.setSystemTime(Date.now() + 60_000)
        return real(statements)
      }),
      undefined,
    )
    expect(await db.batchPrepared([one], { value: 1 })).toEqual([[{ value: 1 }]])
  })
})

describe('the limit of a bookmark', () => {
  it('holds for the first attempt only', async () => {
    const db = openDatabase(
      databaseOf((real, number) =>
        number === 1
          ? silentBatch
          : async (statements) => {
              // Longer than the limit.
              await scheduler.wait(100)
              return real(statements)
            },
      ),
      bookmarkHere(BOOKMARK),
      { ...LIMITS, bookmarkMs: 20 },
    )
    expect(await db.batchPrepared([one], { value: 1 })).toEqual([[{ value: 1 }]])
    expect(db.usage.roundTrips).toBe(2)
  })

  it('causes only one fallback', async () => {
    const db = openDatabase(
      databaseOf((_, number) => (number === 1 ? silentBatch : fail('D1_ERROR: Network connection lost.'))),
      bookmarkHere(BOOKMARK),
      { ...LIMITS, bookmarkMs: 20 },
    )
    await expect(db.batchPrepared([one], { value: 1 })).rejects.toEqual(unavailable)
    expect(db.usage.roundTrips).toBe(2)
    expect(db.bookmark()).toBe(bookmarkHere(BOOKMARK))
  })
})

describe('a database in the process of the Worker', () => {
  /** How often a request pauses that sends batches of one statement, which take these milliseconds of SQL. */
  const pausesAfter = async (
    durations: number[],
    { servedBy, bound = '' }: { servedBy?: string; bound?: string } = {},
  ): Promise<number> => {
    const waits = vi.spyOn(scheduler, 'wait').mockResolvedValue(undefined)
    const timed = databaseOf((real, number) => async (statements) => {
      const results = await real(statements)
      return results.map(({ meta, ...result }) => ({
        ...result,
        meta: { ...meta, duration: durations[number - 1] ?? 0, ...(servedBy && { served_by: servedBy }) },
      }))
    })
    const db = openDatabase(timed, undefined)
    for (const _ of durations) await db.batchPrepared([one], { value: bound })
    const { length } = waits.mock.calls
    waits.mockRestore()
    return length
  }

  it('gets a pause before the batch after a long one, and after several that are as long together', async () => {
    expect(await pausesAfter([100])).toBe(0)
    expect(await pausesAfter([4, 4, 4])).toBe(2)
    expect(await pausesAfter([1, 1, 1, 1, 1, 1])).toBe(1)
    expect(await pausesAfter([1, 1, 1])).toBe(0)
  })

  it('gets one before a further batch with long values', async () => {
    expect(await pausesAfter([0, 0], { bound: 'x'.repeat(50_000) })).toBe(1)
    expect(await pausesAfter([0, 0], { bound: 'x'.repeat(49_999) })).toBe(0)
  })

  it('gets none elsewhere', async () => {
    const elsewhere = { servedBy: 'v3-prod', bound: 'x'.repeat(50_000) }
    expect(await pausesAfter([100, 100, 100], elsewhere)).toBe(0)
  })
})
