// Changes that the service cannot tell: the database was restored or rebuilt. Devices get 410 and load their
// tickets again.
import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import { call, expectError } from '../../../support/api.ts'
import { addTickets, makeOrganizer, type Organizer, query } from '../../../support/rows.ts'
import {
  type Changes,
  catchUp,
  changesPath,
  type Device,
  digestOf,
  expectUpToDate,
  newDevice,
} from '../../../support/sync.ts'

const send = (org: Organizer, { since }: Device) =>
  call(changesPath(org.session, { since: since as string }), { subject: org.staff })

/** Checks that a device that begins again holds the session's tickets. */
const expectCompleteAgain = async (org: Organizer): Promise<void> => {
  const device = newDevice()
  const responses = await catchUp(device, org.staff, org.session)
  await expectUpToDate(device, org.session, responses.at(-1) as Changes)
}

/** Everything of a session that a restore takes back. */
const save = async (session: string) => {
  const tables = ['tickets', 'ticket_changes', 'ticket_counts'] as const
  const [row] = await query<{ number: number }>('SELECT number FROM sessions WHERE id = ?', session)
  const number = row?.number as number
  const rows = await Promise.all(
    tables.map((table) => query(`SELECT * FROM ${table} WHERE session_number = ?`, number)),
  )
  return { number, tables, rows }
}

/**
 * Takes the tables back to what was saved, with epochs and numbers, as D1's Time Travel does: no trigger
 * fires.
 */
const restore = async ({ number, tables, rows }: Awaited<ReturnType<typeof save>>): Promise<void> => {
  const triggers = await query<{ name: string; sql: string }>(
    "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'",
  )
  const { results: columns } = await env.DB.prepare('PRAGMA table_info(tickets)').all<{ name: string }>()
  const statements = [
    ...triggers.map(({ name }) => env.DB.prepare(`DROP TRIGGER ${name}`)),
    ...tables
      .toReversed()
      .map((table) => env.DB.prepare(`DELETE FROM ${table} WHERE session_number = ${number}`)),
    ...tables.flatMap((table, index) =>
      (rows[index] ?? []).map((row) => {
        const names = table === 'tickets' ? columns.map(({ name }) => name) : Object.keys(row)
        return env.DB.prepare(
          `INSERT INTO ${table} (${names.map((name) => `"${name}"`).join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
        ).bind(...names.map((name) => row[name] ?? null))
      }),
    ),
    ...triggers.map(({ sql }) => env.DB.prepare(sql)),
  ]
  await env.DB.batch(statements)
}

it('a restore to an earlier state is recognized, at once or with new epochs', async () => {
  const org = await makeOrganizer()
  const [, second] = (await addTickets(org, [{}, {}, {}])) as [string, string, string]
  const early = newDevice()
  await catchUp(early, org.staff, org.session)
  const saved = await save(org.session)
  await addTickets(org, [{}, {}])
  await query('DELETE FROM tickets WHERE id = ?', second)
  const late = newDevice()
  await catchUp(late, org.staff, org.session)

  await restore(saved)
  // A number ahead of the database shows it at once. A device that has not seen later states has lost
  // nothing.
  await expectError(await send(org, late), 'changes_gone')
  expect((await send(org, early)).status).toBe(200)

  // Later writes use the same numbers again, so the restore must be followed by new epochs.
  await addTickets(org, [{}, {}, {}, {}])
  await query('UPDATE ticket_counts SET epoch = lower(hex(randomblob(8)))')
  for (const device of [early, late]) {
    await expectError(await send(org, device), 'changes_gone')
    await expectCompleteAgain(org)
  }
})

it('a restore that later writes have overtaken shows in the digest, and in nothing else', async () => {
  const org = await makeOrganizer()
  const [first] = (await addTickets(org, [{}, {}])) as [string]
  const rename = (name: string) => query('UPDATE tickets SET attendee_name = ? WHERE id = ?', name, first)
  const saved = await save(org.session)
  await rename('Rolled back')
  const device = newDevice()
  await catchUp(device, org.staff, org.session)

  await restore(saved)
  // As many changes as were taken back, but of another ticket.
  await query(
    'UPDATE tickets SET transfer_count = 1 WHERE session_number = ? AND id <> ?',
    saved.number,
    first,
  )
  const last = (await catchUp(device, org.staff, org.session)).at(-1) as Changes
  expect(device.rows.get(first)).toContain('Rolled back')
  expect(last.counts).toEqual({ Valid: 2, CheckedIn: 0, Refunded: 0, Voided: 0 })
  expect(last.digest).not.toBe(digestOf(device))
  await expectCompleteAgain(org)
})

it.each([
  ['a rebuild of the counts', 'INSERT OR REPLACE INTO ticket_counts (session_number, valid) VALUES (?, 1)'],
  ['deleted entries', 'DELETE FROM ticket_changes WHERE session_number = ?'],
  [
    'a replaced session',
    `INSERT OR REPLACE INTO sessions (number, id, event_id, starts_at, capacity)
     SELECT number, id, event_id, starts_at, capacity FROM sessions WHERE number = ?`,
  ],
])('410 after %s', async (_, sql) => {
  const org = await makeOrganizer()
  const { number } = await save(org.session)
  await addTickets(org, [{}])
  const device = newDevice()
  await catchUp(device, org.staff, org.session)
  await query(sql, number)
  await expectError(await send(org, device), 'changes_gone')
  await expectCompleteAgain(org)
})

it('410 for a session that was deleted and added again under its id and number', async () => {
  const org = await makeOrganizer()
  const device = newDevice()
  await catchUp(device, org.staff, org.session)
  const [row] = await query(
    'SELECT number, id, event_id, starts_at, capacity FROM sessions WHERE id = ?',
    org.session,
  )
  await query('DELETE FROM sessions WHERE id = ?', org.session)
  await query(
    `INSERT INTO sessions (number, id, event_id, starts_at, capacity) VALUES (?, ?, ?, ?, ?)`,
    ...Object.values(row as Record<string, string | number>),
  )
  await expectError(await send(org, device), 'changes_gone')
  expect(await query('SELECT 1 FROM ticket_changes WHERE session_number = ?', row?.number as number)).toEqual(
    [],
  )
})
