// What belongs to one organizer, in each table of a backup.
import type { Database } from '../lib/database.ts'
import { sqlText } from '../lib/sql-text.ts'
import type { Place } from './read.ts'
import { type BackupTable, backupTables } from './tables.ts'

/** They belong to a host, so they are of no use at another address. */
const OF_A_HOST: readonly string[] = ['passkeys', 'passkey_host']

/** The tables of one organizer's backup. People come last: they may belong to several organizers. */
export const organizerTables = async (): Promise<BackupTable[]> =>
  (await backupTables())
    .filter(({ name }) => !OF_A_HOST.includes(name))
    .sort((a, b) => Number(a.name === 'people') - Number(b.name === 'people'))

/** Where an organizer that moved away has its rows, besides the tables themselves. */
const MOVED_TABLES: readonly string[] = [
  'members',
  'devices',
  'programs',
  'listings',
  'sources',
  'feeds',
  'webhooks',
]

/** The rows of a table in `moved_rows`. The organizer is an SQL literal. */
export const movedRows = (table: string, organizer: string): string =>
  `moved_rows WHERE organizer_id = ${organizer} AND table_name = '${table}'`

const sessionsOf = (organizer: string, column: 'id' | 'number'): string =>
  `SELECT ${column} FROM sessions WHERE organizer_id = ${organizer}`

const eventsOf = (organizer: string): string => `SELECT id FROM events WHERE organizer_id = ${organizer}`

const byOrganizer = (organizer: string): string => `organizer_id = ${organizer}`
const byEvent = (organizer: string): string => `event_id IN (${eventsOf(organizer)})`
const bySession = (organizer: string): string => `session_id IN (${sessionsOf(organizer, 'id')})`
const bySessionNumber = (organizer: string): string =>
  `session_number IN (${sessionsOf(organizer, 'number')})`

/** By table: the condition of an organizer's rows. The organizer is an SQL literal. */
const CONDITIONS: Record<string, (organizer: string) => string> = {
  organizers: (organizer) => `id = ${organizer}`,
  venues: byOrganizer,
  members: byOrganizer,
  events: byOrganizer,
  listings: byOrganizer,
  devices: byOrganizer,
  programs: byOrganizer,
  webhooks: byOrganizer,
  feeds: byOrganizer,
  audit_log: byOrganizer,
  areas: byEvent,
  ticket_types: byEvent,
  series: byEvent,
  sessions: byOrganizer,
  guest_lists: bySessionNumber,
  guest_list_entries: (organizer) =>
    `list_id IN (SELECT id FROM guest_lists WHERE ${bySessionNumber(organizer)})`,
  tickets: bySessionNumber,
  check_ins: bySession,
  ticket_bases: (organizer) => `ticket_id IN (SELECT id FROM tickets WHERE ${bySessionNumber(organizer)})`,
  // By their record, as they are read: their session may be deleted.
  kept_values: (organizer) => `key >> 20 IN (SELECT id FROM audit_log WHERE organizer_id = ${organizer})`,
  sources: bySession,
  source_rows: (organizer) => `source_id IN (SELECT id FROM sources WHERE ${bySession(organizer)}
    UNION ALL SELECT key FROM ${movedRows('sources', organizer)})`,
  people: (organizer) => `'person:' || id IN (SELECT subject FROM members WHERE organizer_id = ${organizer}
    UNION ALL SELECT row ->> 'subject' FROM ${movedRows('members', organizer)})`,
}

const conditionOf = (table: string, organizerId: string): string => {
  const condition = CONDITIONS[table]
  if (condition === undefined) throw new Error(`Which rows of ${table} belong to an organizer is not known.`)
  return condition(sqlText(organizerId))
}

const TICKETS_OF_SESSION = (alias: string): string =>
  `${alias}.key > s.number << 20 AND ${alias}.key < (s.number + 1) << 20`

/**
 * Large tables, read session by session in the order of their numbers, or record by record. Otherwise each
 * page would read rows of others, or sort all.
 */
const JOINS: Record<string, { from: string; part: string; start: (part: number) => string }> = {
  tickets: {
    from: `sessions AS s NOT INDEXED CROSS JOIN tickets AS t ON ${TICKETS_OF_SESSION('t')}`,
    part: 's.number',
    start: (part) => `s.number >= ${part}`,
  },
  check_ins: {
    from: 'sessions AS s NOT INDEXED CROSS JOIN check_ins AS t ON t.session_id = s.id',
    part: 's.number',
    start: (part) => `s.number >= ${part}`,
  },
  ticket_bases: {
    from: `sessions AS s NOT INDEXED CROSS JOIN tickets AS k ON ${TICKETS_OF_SESSION('k')}
      CROSS JOIN ticket_bases AS t ON t.ticket_id = k.id`,
    part: 'k.key',
    start: (part) => `s.number >= ${part} >> 20 AND k.key >= ${part}`,
  },
  kept_values: {
    from: `audit_log AS s INDEXED BY audit_log_by_organizer
      CROSS JOIN kept_values AS t ON t.key >= s.id << 20 AND t.key < (s.id + 1) << 20`,
    part: 's.id',
    start: (part) => `s.id >= ${part}`,
  },
}

/** An organizer that is read has not moved, wherever its rows go. */
const columnOf = (table: string, column: string): string =>
  table === 'organizers' && column === 'moved_at' ? 'NULL AS moved_at' : column

/** The query of a page of an organizer's rows, also of those that it no longer has because it moved away. */
export const rowsOf =
  (organizerId: string) =>
  ({ name, columns }: BackupTable, after: Place | null): string => {
    const join = JOINS[name]
    if (join !== undefined) {
      const { from, part, start } = join
      return `SELECT ${part} AS part_of_row, t.rowid AS rowid_of_row, ${columns.map((column) => `t.${column}`).join(', ')}
        FROM ${from} WHERE s.organizer_id = ${sqlText(organizerId)}
        ${after === null ? '' : `AND ${start(after.part)} AND (${part} > ${after.part} OR t.rowid > ${after.rowid})`}
        ORDER BY part_of_row, rowid_of_row`
    }
    const here = `SELECT 0 AS part_of_row, rowid AS rowid_of_row, ${columns.map((column) => columnOf(name, column)).join(', ')}
      FROM ${name} WHERE ${conditionOf(name, organizerId)}`
    const moved = `UNION ALL SELECT 1, rowid, ${columns.map((column) => `row ->> '${column}'`).join(', ')}
      FROM ${movedRows(name, sqlText(organizerId))}`
    return `SELECT * FROM (${here} ${MOVED_TABLES.includes(name) ? moved : ''})
      ${after === null ? '' : `WHERE (part_of_row, rowid_of_row) > (${after.part}, ${after.rowid})`}
      ORDER BY part_of_row, rowid_of_row`
  }

/** Statements that delete all that belongs to an organizer, but no person. */
export const deleteOrganizer = (tables: readonly BackupTable[], organizerId: string): string[] =>
  tables
    .filter(({ name }) => name !== 'people')
    .toReversed()
    .map(({ name }) => `DELETE FROM ${name} WHERE ${conditionOf(name, organizerId)}`)

/** How many rows an organizer has in each table. */
export const countOrganizer = async (
  database: Database,
  tables: readonly BackupTable[],
  organizerId: string,
): Promise<Map<string, number>> => {
  const [[counts = {}] = []] = await database.read(
    `SELECT ${tables
      .map(({ name }) => `(SELECT count(*) FROM ${name} WHERE ${conditionOf(name, organizerId)}) AS ${name}`)
      .join(', ')}`,
  )
  return new Map(tables.map(({ name }) => [name, counts[name] as number]))
}

/** @throws Error if the database has no such organizer. Returns its name, and when it moved away. */
export const findOrganizer = async (
  database: Database,
  organizerId: string,
): Promise<{ name: string; movedAt: number | null }> => {
  const [[row] = []] = await database.read(
    `SELECT name, moved_at FROM organizers WHERE id = ${sqlText(organizerId)}`,
  )
  if (row === undefined) throw new Error(`There is no organizer ${organizerId}.`)
  return { name: String(row.name), movedAt: row.moved_at === null ? null : Number(row.moved_at) }
}
