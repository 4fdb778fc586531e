// The promise of the ticket changes with a replica that lags: a second database that has the primary's rows
// as they were at some earlier time. A device may be served by either, and never ends a catch-up with
// anything but one state of both.
// @module-tag more
import { applyD1Migrations } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { callWithBindings, okBody } from '../../../support/api.ts'
import { addSession, makeOrganizer, type Organizer, query } from '../../../support/rows.ts'
import { runs } from '../../../support/runs.ts'
import { apply, type Changes, changesPath, type Device, newDevice } from '../../../support/sync.ts'
import { anyWrite, performWrite } from '../../../support/writes.ts'

const TABLES = [
  'organizers',
  'events',
  'members',
  'ticket_types',
  'sessions',
  'tickets',
  'ticket_counts',
  'ticket_changes',
]

/** A database with the service's tables, whose rows come from the primary alone: it has no triggers. */
const prepareReplica = async (): Promise<void> => {
  await applyD1Migrations(env.REPLICA, env.TEST_MIGRATIONS)
  const { results } = await env.REPLICA.prepare("SELECT name FROM sqlite_schema WHERE type = 'trigger'").all<{
    name: string
  }>()
  await env.REPLICA.batch(results.map(({ name }) => env.REPLICA.prepare(`DROP TRIGGER ${name}`)))
}

/** Brings the replica to the state of the primary. */
const replicate = async (): Promise<void> => {
  const statements = TABLES.toReversed().map((table) => env.REPLICA.prepare(`DELETE FROM ${table}`))
  for (const table of TABLES) {
    const columns = (await query<{ name: string }>(`PRAGMA table_info(${table})`)).map(
      ({ name }) => `"${name}"`,
    )
    for (const row of await query(`SELECT ${columns.join(', ')} FROM ${table}`)) {
      statements.push(
        env.REPLICA.prepare(
          `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
        ).bind(...Object.values(row)),
      )
    }
  }
  await env.REPLICA.batch(statements)
}

/** The primary and its replica as one database: sessions that ask for the primary get it. */
const replicated = {
  withSession: (constraint: string) => {
    const isPrimary = constraint === 'first-primary'
    const session = (isPrimary ? env.DB : env.REPLICA).withSession()
    return {
      prepare: (sql: string) => session.prepare(sql),
      batch: async (statements: D1PreparedStatement[]) =>
        (await session.batch(statements)).map((result) => ({
          ...result,
          meta: { ...result.meta, served_by_primary: isPrimary },
        })),
      getBookmark: () => session.getBookmark(),
    }
  },
} as unknown as D1Database

const ask = async (org: Organizer, { since }: Device, pageSize: number, DB: D1Database): Promise<Changes> => {
  const path = changesPath(org.session, { pageSize, ...(since !== undefined && { since }) })
  return okBody(await callWithBindings({ DB }, path, { subject: org.staff }))
}

/** The ids, statuses and names of the session's tickets in a database. */
const stateOf = async (db: D1Database, session: string): Promise<string> => {
  const { results } = await db
    .prepare(
      `SELECT tickets.id, status, attendee_name FROM tickets JOIN sessions ON number = session_number
       WHERE sessions.id = ? ORDER BY tickets.id`,
    )
    .bind(session)
    .all()
  return JSON.stringify(results.map((row) => Object.values(row)))
}

const heldBy = ({ rows }: Device): string =>
  JSON.stringify(
    [...rows.values()].sort((a, b) => (a[0] < b[0] ? -1 : 1)).map((row) => [row[0], row[2], row[6]]),
  )

const step = fc.oneof(
  { weight: 6, arbitrary: anyWrite },
  { weight: 1, arbitrary: fc.constant({ kind: 'replicate' as const }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('call' as const),
      device: fc.nat(1),
      pageSize: fc.constantFrom(1, 2, 5),
      fromPrimary: fc.boolean(),
    }),
  },
)

it('holds whichever database answers (property)', async () => {
  await prepareReplica()
  const org = await makeOrganizer()
  const other = await addSession(org)
  const numbers = (
    await query<{ number: number }>('SELECT number FROM sessions WHERE id IN (?, ?)', org.session, other)
  ).map(({ number }) => number)
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 50 }), async (steps) => {
      await query(`DELETE FROM tickets WHERE session_number IN (${numbers.join(', ')})`)
      await replicate()
      const devices = [newDevice(), newDevice()]
      for (const one of steps) {
        if (one.kind === 'write') await performWrite(org, numbers, one)
        else if (one.kind === 'replicate') await replicate()
        else {
          const device = devices[one.device] as Device
          const changes = await ask(org, device, one.pageSize, one.fromPrimary ? env.DB : replicated)
          apply(device, changes)
          const states = [await stateOf(env.DB, org.session), await stateOf(env.REPLICA, org.session)]
          if (!changes.more) expect(states).toContain(heldBy(device))
        }
      }
    }),
    { numRuns: runs(40) },
  )
})
