// Replicas exist on Cloudflare's network only. Here a stub of D1's sessions behaves as documented: a replica
// may lag behind the primary, and waits for a bookmark that it has not reached.
// @module-tag more
// @module-tag slow
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ErrorCode } from '../../src/errors.ts'
import { bookmarkHere } from '../support/address.ts'
import { callWithBindings, expectError, readCost } from '../support/api.ts'
import { countingLimiter } from '../support/counting-limiter.ts'
import { type Batch, faultyDatabase, passTime, silentBatch } from '../support/faulty-database.ts'
import { oneOfEachGroup } from '../support/one-of-each-group.ts'
import {
  addTarget,
  nothing,
  OPERATIONS,
  type Operation,
  prepare,
  requestOf,
  type Target,
} from '../support/operations.ts'
import { makeOrganizer, type Organizer, query } from '../support/rows.ts'

/** A well-formed bookmark, years ahead of any database. */
const FUTURE = 'ffffffff-ffffffff-ffffffff-ffffffffffffffffffffffffffffffff'
const READS = OPERATIONS.filter(({ isRead }) => isRead)
const WRITES = OPERATIONS.filter((operation) => !operation.isRead)

let org: Organizer
let target: Target
/** The constraint of each batch's session, in order. */
let asked: string[]
beforeAll(async () => {
  org = await makeOrganizer()
  target = await addTarget(org)
})
beforeEach(() => {
  asked = []
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const recordingDatabase = (standIn: (real: Batch, constraint: string) => Batch): D1Database =>
  faultyDatabase((real, constraint) => {
    const batch = standIn(real, constraint)
    return (statements) => {
      asked.push(constraint)
      return batch(statements)
    }
  })

const callOperation = async (
  operation: Operation,
  DB: D1Database,
  headers: Record<string, string> = {},
  given?: Target,
) => {
  const on = given ?? (operation.isRead ? await prepare(operation, target) : target)
  // An owner may preview imports and their reverts 20 times a minute, which is too few here.
  return callWithBindings({ DB, IMPORT_RATE_LIMIT: countingLimiter() }, operation.path(on), {
    subject: org.owner,
    ...requestOf(operation, on, headers),
  })
}

describe('the session', () => {
  describe.each(READS)('of $name', (operation) => {
    it.each([
      ['at the nearest replica', {}, 'first-unconstrained'],
      ['at the client’s bookmark', { 'X-D1-Bookmark': bookmarkHere(FUTURE) }, FUTURE],
      [
        'at the nearest replica with a malformed bookmark',
        { 'X-D1-Bookmark': 'first-primary' },
        'first-unconstrained',
      ],
    ])('is %s', async (_, headers, expected) => {
      const DB = recordingDatabase((real) => real)
      await callOperation(operation, DB, headers)
      expect(asked).toEqual([expected])
    })
  })

  it.each(WRITES)('of $name is at the primary, with any bookmark', async (operation) => {
    org = await makeOrganizer()
    target = await prepare(operation, await addTarget(org))
    const headers = { 'X-D1-Bookmark': bookmarkHere(FUTURE) }
    const response = await callOperation(
      operation,
      recordingDatabase((real, constraint) => (constraint === 'first-primary' ? real : silentBatch)),
      headers,
    )
    expect(response.status).toBe(operation.success)
    expect(new Set(asked)).toEqual(new Set(['first-primary']))
    expect(response.headers.get('X-D1-Bookmark')).toMatch(/^(DB_1 )?0/)
    // The record by which the target was made is older.
    const written =
      operation.name === 'recordCheckIns'
        ? await query(
            "SELECT 1 FROM check_ins WHERE session_id = ? AND type = 'CheckIn' AND received_at > 0",
            target.session,
          )
        : await query(
            'SELECT request_id FROM audit_log WHERE call_id <> ? AND organizer_id = ? GROUP BY request_id',
            target.record,
            target.organizer,
          )
    expect(written).toHaveLength(1)
  })
})

describe.each(oneOfEachGroup(READS))('$name with a bookmark that its replica does not reach', (operation) => {
  const call = (DB: D1Database) => callOperation(operation, DB, { 'X-D1-Bookmark': bookmarkHere(FUTURE) })

  it('falls back to the primary after 1.5 seconds, and returns the primary’s bookmark', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const called = call(
      recordingDatabase((real, constraint) => (constraint === 'first-primary' ? real : silentBatch)),
    )
    await passTime(1_500)
    const response = await called
    expect(response.status).toBe(200)
    expect(asked).toEqual([FUTURE, 'first-primary'])
    expect(readCost(response).trips).toBe(2)
    expect(response.headers.get('X-D1-Bookmark')).toMatch(/^(DB_1 )?0/)
  })

  it.each([
    'D1_ERROR: unknown bookmark',
    'D1_ERROR: Network connection lost.',
    'D1_ERROR: internal error; reference = 0a1b2c3d',
  ])('falls back to the primary when the replica fails (%s)', async (message) => {
    const response = await call(
      recordingDatabase((real, constraint) =>
        constraint === 'first-primary' ? real : () => Promise.reject(new Error(message)),
      ),
    )
    expect(response.status).toBe(200)
    expect(asked).toEqual([FUTURE, 'first-primary'])
  })

  it('does not move the load of an overloaded replica to the primary', async () => {
    const response = await call(
      recordingDatabase(() => () => Promise.reject(new Error('D1_ERROR: D1 DB is overloaded.'))),
    )
    await expectError(response, 'database_unavailable')
    expect(asked).toEqual([FUTURE])
  })

  it('is 503 when the primary does not respond either before its deadline', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    const called = call(recordingDatabase(() => silentBatch))
    await passTime(1_500)
    await passTime(operation.deadlineMs - 1_501)
    expect(asked).toEqual([FUTURE, 'first-primary'])
    expect(vi.getTimerCount()).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    await expectError(await called, 'database_unavailable')
  })
})

describe.each(oneOfEachGroup(READS))('$name without a bookmark', (operation) => {
  it('waits for a slow replica', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const called = callOperation(
      operation,
      recordingDatabase((real) => async (statements) => {
        await released
        return real(statements)
      }),
    )
    await passTime(9_999)
    release()
    expect((await called).status).toBe(200)
    expect(asked).toEqual(['first-unconstrained'])
  })
})

/** Reads of one thing. A list of whatever there is cannot tell that a replica lags. */
const READS_OF_ONE_THING = READS.filter(({ notFound }) => notFound !== undefined)

describe.each(READS_OF_ONE_THING)('$name from a replica that lags', (operation) => {
  /** A database whose replicas change their rows with `lag`, and whose primary does not. */
  const laggingDatabase = (lag: (rows: Record<string, unknown>[]) => unknown[], servedByPrimary?: boolean) =>
    recordingDatabase((real, constraint) => async (statements) => {
      const isPrimary = constraint === 'first-primary'
      const results = await real(statements)
      return results.map((result) => ({
        ...result,
        results: isPrimary ? result.results : lag(result.results as Record<string, unknown>[]),
        meta: { ...result.meta, served_by_primary: isPrimary || servedByPrimary },
      })) as D1Result[]
    })
  const withoutRow = () => []
  const withoutRole = (rows: Record<string, unknown>[]) => rows.map((row) => ({ ...row, allowed: 0 }))

  it.each([
    ['the row', withoutRow],
    ['the role', withoutRole],
  ])('is read again at the primary when the replica lacks %s', async (_, lag) => {
    const lines = vi.spyOn(console, 'log')
    const response = await callOperation(operation, laggingDatabase(lag, false))
    expect(response.status).toBe(200)
    expect(asked).toEqual(['first-unconstrained', 'first-primary'])
    expect(readCost(response).trips).toBe(2)
    expect(lines.mock.calls.map(([line]) => JSON.parse(line).roundTrips)).toEqual([2])
  })

  it('is 404 when the primary lacks the row too', async () => {
    const unknown = nothing()
    const lagging = laggingDatabase((rows) => rows, false)
    const response = await callOperation(operation, lagging, {}, unknown)
    await expectError(response, operation.notFound as ErrorCode)
    expect(asked).toEqual(['first-unconstrained', 'first-primary'])
  })

  it.each([true, undefined])(
    'is read once when D1 reports served_by_primary as %s',
    async (servedByPrimary) => {
      const response = await callOperation(operation, laggingDatabase(withoutRow, servedByPrimary))
      await expectError(response, operation.notFound as ErrorCode)
      expect(asked).toEqual(['first-unconstrained'])
    },
  )

  it('is read once when the replica has the row', async () => {
    const response = await callOperation(
      operation,
      laggingDatabase((rows) => rows, false),
    )
    expect(response.status).toBe(200)
    expect(readCost(response).trips).toBe(1)
  })
})
