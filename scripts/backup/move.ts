// An organizer that moves to another address ends at the old one, in one transaction. What it loses there is
// kept, so that the move can be taken back.
import { randomUUID } from 'node:crypto'
import type { Database } from '../lib/database.ts'
import { sqlText } from '../lib/sql-text.ts'
import { movedRows } from './organizer.ts'
import { type BackupTable, wholeTables } from './tables.ts'

/** By table, in the order in which they come back: which rows go. The organizer is an SQL literal. */
const GOING: Record<string, (organizer: string) => string> = {
  members: (organizer) => `organizer_id = ${organizer} AND role <> 'owner'`,
  devices: (organizer) => `organizer_id = ${organizer}`,
  // A trigger deletes them with the phone.
  sign_ins: (organizer) => `id IN (SELECT id FROM devices WHERE organizer_id = ${organizer})`,
  programs: (organizer) => `organizer_id = ${organizer}`,
  invitations: (organizer) => `organizer_id = ${organizer}`,
  listings: (organizer) => `organizer_id = ${organizer}`,
  sources: (organizer) => `session_id IN (SELECT id FROM sessions WHERE organizer_id = ${organizer})`,
  webhooks: (organizer) => `organizer_id = ${organizer}`,
  feeds: (organizer) => `organizer_id = ${organizer}`,
}

/** A guest list stays, and its link goes. */
const LINKS = {
  from: (organizer: string): string =>
    `session_number IN (SELECT number FROM sessions WHERE organizer_id = ${organizer}) AND code_hash IS NOT NULL`,
  columns: ['id', 'code_hash', 'sealed_code'],
}

const jsonOf = (columns: readonly string[]): string =>
  `json_object(${columns.map((column) => `'${column}', ${column}`).join(', ')})`

const keep = (table: string, key: string, columns: readonly string[], organizer: string, condition: string) =>
  `INSERT INTO moved_rows (table_name, key, organizer_id, row)
   SELECT '${table}', ${key}, ${organizer}, ${jsonOf(columns)} FROM ${table} WHERE ${condition}`

/** A record in the organizer's history. */
const record = (organizer: string, change: string): string =>
  `INSERT INTO audit_log (at, subject, request_id, organizer_id, entity_type, entity_id, action, change, call_id)
   VALUES (unixepoch() * 1000, 'npm run export', ${sqlText(randomUUID())}, ${organizer}, 'organizer', ${organizer},
     'organizer.update', ${change}, ${sqlText(randomUUID())})`

const tablesThatGo = (): Promise<BackupTable[]> => wholeTables(Object.keys(GOING))

const conditionOf = (table: string, organizer: string): string => GOING[table]?.(organizer) ?? '0'

/**
 * Ends an organizer in this database: it has no member but its owners, no phone, program, source, webhook or
 * listing, and its links and pages are unknown.
 */
export const endOrganizer = async (database: Database, organizerId: string): Promise<void> => {
  const organizer = sqlText(organizerId)
  const tables = await tablesThatGo()
  await database.write([
    `UPDATE organizers SET moved_at = unixepoch() * 1000 WHERE id = ${organizer}`,
    ...tables.map(({ name, columns, primaryKey }) =>
      keep(name, primaryKey.join(` || ' ' || `), columns, organizer, conditionOf(name, organizer)),
    ),
    keep('guest_lists', 'id', LINKS.columns, organizer, LINKS.from(organizer)),
    `UPDATE guest_lists SET code_hash = NULL, sealed_code = NULL WHERE ${LINKS.from(organizer)}`,
    ...tables.toReversed().map(({ name }) => `DELETE FROM ${name} WHERE ${conditionOf(name, organizer)}`),
    record(organizer, `json_object('moved', json('true'))`),
  ])
}

/** Gives an organizer back what {@link endOrganizer} took. A link that was made since then stays. */
export const resumeOrganizer = async (database: Database, organizerId: string): Promise<void> => {
  const organizer = sqlText(organizerId)
  const from = (table: string): string => movedRows(table, organizer)
  // Nobody wrote the feed in between, so it starts again from here, and webhooks with it.
  const beginFeed = `INSERT OR IGNORE INTO feeds (organizer_id, gone)
    SELECT key, (SELECT coalesce(max(number), 0) FROM feed_events WHERE organizer_id = ${organizer}) FROM ${from('feeds')}`
  const putBack = ({ name, columns }: BackupTable): string =>
    name === 'feeds'
      ? beginFeed
      : `INSERT ${name === 'members' || name === 'sign_ins' ? 'OR IGNORE ' : ''}INTO ${name} (${columns.join(', ')})
     SELECT ${columns.map((column) => `row ->> '${column}'`).join(', ')} FROM ${from(name)}`
  await database.write([
    ...(await tablesThatGo()).map(putBack),
    `UPDATE guest_lists SET (code_hash, sealed_code) =
       (SELECT row ->> 'code_hash', row ->> 'sealed_code' FROM ${from('guest_lists')} AND key = guest_lists.id)
     WHERE code_hash IS NULL AND id IN (SELECT key FROM ${from('guest_lists')})`,
    `UPDATE webhooks SET batch_end = NULL,
       sent = max(sent, coalesce((SELECT gone FROM feeds WHERE feeds.organizer_id = webhooks.organizer_id), 0))
     WHERE organizer_id = ${organizer}`,
    `DELETE FROM moved_rows WHERE organizer_id = ${organizer}`,
    `UPDATE organizers SET moved_at = NULL WHERE id = ${organizer}`,
    record(organizer, `json_object('moved', json('false'))`),
  ])
}
