// The database fails: at each statement, before and after it has done its work, for good or in passing. What is
// answered is right, nothing is half written, and what is sent again is done once.
import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { callOn, expectError } from './support/api.ts'
import { type Batch, faultyDatabase } from './support/faulty-database.ts'
import { addTarget, OPERATIONS, type Operation, requestOf, type Target } from './support/operations.ts'
import { makeWorld, query, type World } from './support/rows.ts'

const LOST = 'D1_ERROR: Network connection lost.'
const TRANSIENT = [
  LOST,
  'D1_ERROR: internal error: storage caused object to be reset',
  'D1_ERROR: D1 DB reset because its code was updated.',
]
const LASTING = [
  'D1_ERROR: D1 DB storage operation exceeded timeout which caused object to be reset.',
  'D1_ERROR: D1 DB is overloaded. Too many requests queued.',
  'D1_ERROR: D1 DB is overloaded. Requests queued for too long.',
  'D1_ERROR: D1 DB exceeded its CPU time limit and was reset.',
  'D1_ERROR: D1 DB exceeded its memory limit and was reset.',
  'D1_ERROR: Cannot resolve D1 DB due to transient issue on remote node.',
]

/** Calls the operation on a database whose batches `fault` stands in for, attempt by attempt. */
const callWith = async (
  operation: Operation,
  target: Target,
  subject: string,
  fault: (real: Batch, attempt: number) => Batch,
): Promise<{ response: Response; attempts: number }> => {
  let attempts = 0
  const DB = faultyDatabase((real) => (statements) => {
    attempts += 1
    return fault(real, attempts)(statements)
  })
  const response = await callOn({ DB }, operation.path(target), { subject, ...requestOf(operation) })
  return { response, attempts }
}

const failing =
  (message: string): ((real: Batch) => Batch) =>
  () =>
  () =>
    Promise.reject(new Error(message))

let world: World
let target: Target
beforeEach(async () => {
  world = await makeWorld()
  target = await addTarget(world)
})

/** All that the two writing operations can change. */
const state = async () => ({
  series: await query('SELECT * FROM series WHERE id = ?', target.series),
  sessions: await query('SELECT * FROM sessions WHERE series_id = ? ORDER BY number', target.series),
  audit: await query('SELECT * FROM audit_log WHERE series_id = ?', target.series),
})

const expectUnavailable = async (response: Response) => {
  await expectError(response, 'database_unavailable')
  expect(Number(response.headers.get('Retry-After'))).toBeGreaterThanOrEqual(1)
}

describe.each(OPERATIONS)('$name', (operation) => {
  const writes = operation.method !== 'GET'

  it.each(TRANSIENT)('sends again what failed in passing (%s)', async (message) => {
    const { response, attempts } = await callWith(operation, target, world.owner, (real, attempt) =>
      attempt < 3 ? failing(message)(real) : real,
    )
    expect({ status: response.status, attempts }).toEqual({ status: operation.success, attempts: 3 })
  })

  it.each(TRANSIENT)('answers 503 when that goes on (%s), and has changed nothing', async (message) => {
    const before = await state()
    const { response, attempts } = await callWith(operation, target, world.owner, failing(message))
    await expectUnavailable(response)
    expect(attempts).toBe(3)
    expect(await state()).toEqual(before)
  })

  it.each(LASTING)('does not add to a load: one attempt, then 503 (%s)', async (message) => {
    const { response, attempts } = await callWith(operation, target, world.owner, failing(message))
    await expectUnavailable(response)
    expect(attempts).toBe(1)
  })

  it('is done once when the answer to it was lost', async () => {
    const { response, attempts } = await callWith(
      operation,
      target,
      world.owner,
      (real, attempt) => async (statements) => {
        const results = await real(statements)
        if (attempt === 1) throw new Error(LOST)
        return results
      },
    )
    expect({ status: response.status, attempts }).toEqual({ status: operation.success, attempts: 2 })
    if (operation.name === 'bulk-update sessions')
      expect(await response.json()).toEqual({ sessionsUpdated: 2 })
    expect((await state()).audit).toHaveLength(writes ? 1 : 0)
  })

  it('changes nothing when any one of its statements fails', async () => {
    const before = await state()
    let count = 1
    for (let at = 0; at <= count; at++) {
      const { response } = await callWith(operation, target, world.owner, (real) => (statements) => {
        count = statements.length
        const broken = env.DB.prepare(`SELECT json('no JSON')`)
        return real([...statements.slice(0, at), broken, ...statements.slice(at)])
      })
      await expectError(response, 'internal_error')
      expect(await state()).toEqual(before)
    }
    expect(count).toBeGreaterThanOrEqual(1)
  })

  it('is a 500 without a word of the database when a constraint fails', async () => {
    const message = 'D1_ERROR: UNIQUE constraint failed: sessions.id: SQLITE_CONSTRAINT'
    const { response, attempts } = await callWith(operation, target, world.owner, failing(message))
    const body = await expectError(response, 'internal_error')
    expect(JSON.stringify(body)).not.toMatch(/D1|UNIQUE|SQLITE|sessions\./)
    expect(attempts).toBe(1)
  })

  it('does not hang when the database does', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const answered = callWith(operation, target, world.owner, () => () => new Promise(() => undefined))
      await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0), { timeout: 5_000 })
      await vi.advanceTimersByTimeAsync(10_000)
      await expectUnavailable((await answered).response)
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('a write whose caller was told 503', () => {
  it('is not sent again when its connection is lost after all', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    try {
      const before = await state()
      let lose = (_: Error) => {}
      const bulkUpdate = OPERATIONS.find(({ name }) => name === 'bulk-update sessions') as Operation
      const answered = callWith(bulkUpdate, target, world.owner, (real, attempt) =>
        attempt > 1
          ? real
          : () =>
              new Promise((_, reject) => {
                lose = reject
              }),
      )
      await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0), { timeout: 5_000 })
      await vi.advanceTimersByTimeAsync(10_000)
      lose(new Error(LOST))
      const { response, attempts } = await answered
      await expectUnavailable(response)
      // Longer than a next attempt would have waited.
      await scheduler.wait(400)
      expect(attempts).toBe(1)
      expect(await state()).toEqual(before)
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('a bulk update that was made, and whose answer was lost', () => {
  it('answers what it did, though more has been sold meanwhile than it allows', async () => {
    const bulkUpdate = OPERATIONS.find(({ name }) => name === 'bulk-update sessions') as Operation
    const { response } = await callWith(
      bulkUpdate,
      target,
      world.owner,
      (real, attempt) => async (statements) => {
        const results = await real(statements)
        if (attempt > 1) return results
        await query(
          `UPDATE ticket_counts SET valid = 501 WHERE session_number IN
             (SELECT number FROM sessions WHERE series_id = ?)`,
          target.series,
        )
        throw new Error(LOST)
      },
    )
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ sessionsUpdated: 2 })
    const { sessions, audit } = await state()
    expect(sessions.map(({ capacity }) => capacity)).toEqual([500, 500])
    expect(audit).toHaveLength(1)
  })
})
