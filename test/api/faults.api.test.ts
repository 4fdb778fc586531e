// The database fails: at each statement, before or after it has done its work, once or every time. The
// response is correct, nothing is half written, and a batch that is retried takes effect once.
// @module-tag slow
// @module-tag more
import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { callWithBindings, expectError } from '../support/api.ts'
import { type Batch, faultyDatabase, passTime, silentBatch } from '../support/faulty-database.ts'
import { oneOfEachGroup } from '../support/one-of-each-group.ts'
import {
  addTarget,
  OPERATIONS,
  type Operation,
  prepare,
  requestOf,
  type Target,
} from '../support/operations.ts'
import { passWaits } from '../support/pass-waits.ts'
import { makeOrganizer, type Organizer, query, type Row } from '../support/rows.ts'

// One message of each kind: failures.test.ts has them all.
const LOST = 'D1_ERROR: Network connection lost.'
const INTERNAL = 'D1_ERROR: internal error; reference = 0a1b2c3d'
const LASTING = 'D1_ERROR: D1 DB is overloaded. Too many requests queued.'

/** Calls the operation on a database where `fault` replaces the batch of each attempt. */
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
  const response = await callWithBindings({ DB }, operation.path(target), {
    subject,
    ...requestOf(operation, target),
  })
  return { response, attempts }
}

const failing =
  (message: string): ((real: Batch) => Batch) =>
  () =>
  () =>
    Promise.reject(new Error(message))

let org: Organizer
let target: Target
const makeTarget = async (): Promise<Target> => {
  org = await makeOrganizer()
  target = await addTarget(org)
  return target
}

/** Everything that the writing operations can change. */
const state = async () => {
  const where = (table: string, column: string, id: string) =>
    env.DB.prepare(`SELECT * FROM ${table} WHERE ${column} = ? ORDER BY rowid`).bind(id)
  const [sessions, audit, checkIns, ...others] = await env.DB.batch<Row>([
    where('sessions', 'series_id', target.series),
    where('audit_log', 'organizer_id', target.organizer),
    where('check_ins', 'session_id', target.session),
    where('series', 'id', target.series),
    ...['events', 'venues', 'members', 'invitations', 'devices', 'programs'].map((table) =>
      where(table, 'organizer_id', target.organizer),
    ),
    env.DB.prepare(
      'SELECT tickets.* FROM tickets JOIN sessions ON number = session_number WHERE sessions.id = ?',
    ).bind(target.session),
  ])
  const rows = (result: D1Result<Row> | undefined): Row[] => result?.results ?? []
  return { sessions: rows(sessions), audit: rows(audit), checkIns: rows(checkIns), others: others.map(rows) }
}

const expectUnavailable = async (response: Response) => {
  await expectError(response, 'database_unavailable')
  expect(Number(response.headers.get('Retry-After'))).toBeGreaterThanOrEqual(1)
}

/** Each write has statements of its own. The client of the database repeats all reads in one place. */
const TRIED = [
  ...OPERATIONS.filter(({ isRead }) => !isRead),
  ...oneOfEachGroup(OPERATIONS.filter(({ isRead }) => isRead)),
]

/** What takes the organizer’s lease asks for it before it writes, and gives it back afterwards. */
const LEASED = 'eraseEmail'
const LEASE_BATCHES = 2

describe.each(TRIED)('$name', (operation) => {
  const others = operation.name === LEASED ? LEASE_BATCHES : 0
  const writes = !operation.isRead
  const retryable = [
    { message: LOST, attempts: writes ? 3 : 1 },
    { message: INTERNAL, attempts: writes ? 3 : 2 },
  ]
  const makeReady = async () => {
    target = await prepare(operation, await makeTarget())
  }
  beforeEach(passWaits)

  describe('that is retried', () => {
    beforeEach(makeReady)

    it.each(retryable.filter(({ attempts }) => attempts > 1))(
      'succeeds when attempt $attempts does ($message)',
      async ({ message, attempts: needed }) => {
        const { response, attempts } = await callWith(operation, target, org.owner, (real, attempt) =>
          attempt < needed ? failing(message)(real) : real,
        )
        expect({ status: response.status, attempts }).toEqual({
          status: operation.success,
          attempts: needed + others,
        })
      },
    )

    it.each([LOST, INTERNAL])('takes effect once when its result is lost (%s)', async (message) => {
      const before = await state()
      const { response, attempts } = await callWith(
        operation,
        target,
        org.owner,
        (real, attempt) => async (statements) => {
          const results = await real(statements)
          if (attempt === 1) throw new Error(message)
          return results
        },
      )
      // A lost read is D1's to retry.
      if (!writes && message === LOST) return expectUnavailable(response)
      expect({ status: response.status, attempts }).toEqual({
        status: operation.success,
        attempts: 2 + others,
      })
      if (operation.name === 'bulkUpdateSessions') {
        expect(await response.json()).toEqual({ sessionsUpdated: 2 })
      }
      const after = await state()
      const recorded = {
        audit: after.audit.length - before.audit.length,
        checkIns: after.checkIns.length - before.checkIns.length,
      }
      const isCheckIn = operation.name === 'recordCheckIns'
      // The example has two, and so has the series.
      const records = ['createSessions', 'createGuestListsOfSeries'].includes(operation.name) ? 2 : 1
      expect(recorded).toEqual({ audit: writes && !isCheckIn ? records : 0, checkIns: isCheckIn ? 2 : 0 })
    })
  })

  describe('that fails', () => {
    // None of these changes anything, so one target serves them all.
    beforeAll(makeReady)

    it.each(retryable)(
      'is 503 after $attempts failed attempts, and changes nothing ($message)',
      async ({ message, attempts: needed }) => {
        const before = await state()
        const { response, attempts } = await callWith(operation, target, org.owner, failing(message))
        await expectUnavailable(response)
        expect(attempts).toBe(needed)
        expect(await state()).toEqual(before)
      },
    )

    it('is 503 without a retry when one would add to the load', async () => {
      const { response, attempts } = await callWith(operation, target, org.owner, failing(LASTING))
      await expectUnavailable(response)
      expect(attempts).toBe(1)
    })

    it('changes nothing when any one of its statements fails', async () => {
      const before = await state()
      let count = 0
      for (let at = 0; at <= count; at++) {
        const { response } = await callWith(operation, target, org.owner, (real) => (statements) => {
          count = statements.length
          const broken = env.DB.prepare(`SELECT json('no JSON')`)
          return real([...statements.slice(0, at), broken, ...statements.slice(at)])
        })
        await expectError(response, 'internal_error')
        expect(await state()).toEqual(before)
      }
      expect(count).toBeGreaterThanOrEqual(1)
    })

    it('is 500 without any detail of the database when a constraint fails', async () => {
      const message = 'D1_ERROR: UNIQUE constraint failed: sessions.id: SQLITE_CONSTRAINT'
      const { response, attempts } = await callWith(operation, target, org.owner, failing(message))
      const body = await expectError(response, 'internal_error')
      expect(JSON.stringify(body)).not.toMatch(/D1|UNIQUE|SQLITE|sessions\./)
      expect(attempts).toBe(1)
    })

    it('is 503 when the database does not respond before its deadline', async () => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      try {
        const called = callWith(operation, target, org.owner, () => silentBatch)
        await passTime(operation.deadlineMs)
        const { response, attempts } = await called
        await expectUnavailable(response)
        expect(attempts).toBe(1)
      } finally {
        vi.useRealTimers()
      }
    })
  })
})

describe('a write whose client got a 503', () => {
  beforeEach(async () => {
    await makeTarget()
    return passWaits()
  })

  it('is not retried when its connection is lost later', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    try {
      const before = await state()
      let lose = (_: Error) => {}
      const bulkUpdate = OPERATIONS.find(({ name }) => name === 'bulkUpdateSessions') as Operation
      const called = callWith(bulkUpdate, target, org.owner, (real, attempt) =>
        attempt > 1
          ? real
          : () =>
              new Promise((_, reject) => {
                lose = reject
              }),
      )
      await passTime(10_000)
      lose(new Error(LOST))
      const { response, attempts } = await called
      await expectUnavailable(response)
      expect(attempts).toBe(1)
      // A second attempt, after a wait of a millisecond here, would come before the second of these reads.
      await state()
      expect(await state()).toEqual(before)
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('a bulk update whose result is lost', () => {
  beforeEach(makeTarget)

  it('reports what it did, even if more tickets than it allows are sold before the retry', async () => {
    const bulkUpdate = OPERATIONS.find(({ name }) => name === 'bulkUpdateSessions') as Operation
    const { response } = await callWith(
      bulkUpdate,
      target,
      org.owner,
      (real, attempt) => async (statements) => {
        const results = await real(statements)
        if (attempt > 1) return results
        await query(
          `UPDATE ticket_counts SET valid = 21001 WHERE session_number IN
             (SELECT number FROM sessions WHERE series_id = ?)`,
          target.series,
        )
        throw new Error(LOST)
      },
    )
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ sessionsUpdated: 2 })
    const { sessions, audit } = await state()
    expect(sessions.map(({ capacity }) => capacity)).toEqual([21_000, 21_000])
    // The other record is the one by which the target was made.
    expect(audit).toHaveLength(2)
  })
})
