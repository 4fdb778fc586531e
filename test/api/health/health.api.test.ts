// @module-tag slow
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import packageJson from '../../../package.json'
import { bookmarkHere } from '../../support/address.ts'
import { call, expectError } from '../../support/api.ts'
import { type Batch, failingDatabase, faultyDatabase, silentBatch } from '../../support/faulty-database.ts'
import { until } from '../../support/until.ts'

const OVERLOADED = 'D1_ERROR: D1 DB is overloaded. Too many requests queued.'
const FUTURE = 'ffffffff-ffffffff-ffffffff-ffffffffffffffffffffffffffffffff'

const failingBatch: Batch = () => Promise.reject(new Error(OVERLOADED))

/** Calls an isolate that has just started and has no result yet. */
const startIsolate = async () => {
  vi.resetModules()
  const { callWithBindings } = await import('../../support/api.ts')
  return (bindings: Partial<Env>, headers: Record<string, string> = {}): Promise<Response> =>
    callWithBindings(bindings, '/api/health', { headers })
}

/** Counts the batches of a database whose batches are `batch`. */
const countingDatabase = (batch: (real: Batch) => Batch) => {
  const count = { batches: 0 }
  const DB = faultyDatabase((real) => (statements) => {
    count.batches += 1
    return batch(real)(statements)
  })
  return { DB, count }
}

/** A result is valid for a second, so each test begins without one. */
let time = Date.now()
let ask: Awaited<ReturnType<typeof startIsolate>>
beforeAll(async () => {
  ask = await startIsolate()
})
beforeEach(() => {
  time += 60_000
  vi.useFakeTimers({ toFake: ['Date'], now: time })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('GET /api/health', () => {
  it('is 200 with the version while the database responds, without a token', async () => {
    const response = await call('/api/health')
    expect(response.status).toBe(200)
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    expect(await response.json()).toEqual({
      ...{ status: 'ok', version: packageJson.version },
      queueMs: expect.any(Number),
    })
  })

  it.each([OVERLOADED, 'D1_ERROR: no such table: organizers', 'D1_ERROR: no such table: ticket_search'])(
    'is 503 without details when a database query fails (%s)',
    async (message) => {
      const response = await ask({ DB: failingDatabase(message) })
      const body = await expectError(response, 'database_unavailable')
      expect(response.headers.get('Retry-After')).toBe('2')
      expect(body.message).not.toMatch(/D1|table|overloaded/)
    },
  )

  it('is 405 for other methods', async () => {
    await expectError(await call('/api/health', { method: 'POST' }), 'method_not_allowed', /GET/)
  })

  it('counts its probe in the log line', async () => {
    const lines = vi.spyOn(console, 'log')
    await ask({})
    await ask({})
    expect(lines.mock.calls.map(([line]) => JSON.parse(line).roundTrips)).toEqual([1, 0])
  })
})

describe('the probe', () => {
  it('uses a separate session, which a client’s bookmark cannot delay', async () => {
    const constraints: string[] = []
    const DB = faultyDatabase((real, constraint) => (statements) => {
      constraints.push(constraint)
      return constraint === FUTURE ? silentBatch(statements) : real(statements)
    })
    expect((await ask({ DB }, { 'X-D1-Bookmark': bookmarkHere(FUTURE) })).status).toBe(200)
    expect((await ask({ DB })).status).toBe(200)
    expect(constraints).toEqual(['first-unconstrained'])
  })

  it.each([200, 503])('runs at most once per second, with any result (%s)', async (status) => {
    ask = await startIsolate()
    const { DB, count } = countingDatabase((real) => (status === 200 ? real : failingBatch))
    for (let time = 0; time < 30; time++) {
      const responses = await Promise.all([ask({ DB }), ask({ DB }), ask({ DB })])
      expect(responses.map((response) => response.status)).toEqual([status, status, status])
      vi.setSystemTime(Date.now() + 100)
    }
    expect(count.batches).toBe(3)
  })

  it.each([200, 503])('runs once for concurrent requests to a new isolate (%s)', async (status) => {
    ask = await startIsolate()
    const { DB, count } = countingDatabase((real) => async (statements) => {
      // Longer than the others need to come.
      await scheduler.wait(100)
      return (status === 200 ? real : failingBatch)(statements)
    })
    const responses = await Promise.all(Array.from({ length: 10 }, () => ask({ DB })))
    expect(new Set(responses.map((response) => response.status))).toEqual(new Set([status]))
    expect(count.batches).toBe(1)
  })

  it('is repeated one second after a failure', async () => {
    expect((await ask({ DB: failingDatabase(OVERLOADED) })).status).toBe(503)
    vi.setSystemTime(Date.now() + 1_000)
    expect((await ask({})).status).toBe(200)
  })

  it('fails after two seconds without a result; until then, others get the last one', async () => {
    expect((await ask({})).status).toBe(200)
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: time + 1_000 })
    const { DB, count } = countingDatabase(() => silentBatch)
    const probing = ask({ DB })
    await until(() => count.batches > 0)
    await vi.advanceTimersByTimeAsync(1_999)
    expect((await ask({ DB })).status).toBe(200)
    await vi.advanceTimersByTimeAsync(1)
    expect((await probing).status).toBe(503)
    expect((await ask({ DB })).status).toBe(503)
    expect(count.batches).toBe(1)
  })

  it('is taken over after two seconds from a request that was cancelled', async () => {
    // A cancelled request's timers never fire.
    ask = await startIsolate()
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: time })
    const { DB, count } = countingDatabase((real) => (count.batches === 1 ? silentBatch : real))
    void ask({ DB })
    await until(() => count.batches > 0)
    vi.setSystemTime(Date.now() + 2_000)
    expect((await ask({ DB })).status).toBe(200)
    expect(count.batches).toBe(2)
  })
})
