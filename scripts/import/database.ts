// The database that an import reads and writes: the local one, or the deployed one through wrangler. Both get the same SQL.
import { TICKET_KEY_BITS } from '../../src/db/schema/tickets.ts'
import { executeSql, executeStatements } from '../local.ts'
import type { LocalDatabase } from '../local-database.ts'
import type { SessionState, TicketRow, TicketType } from './plan.ts'
import { sqlText } from './statements.ts'

type Row = Record<string, string | number | null>

export type Database = {
  /** Runs queries and returns the rows of each. */
  read(...queries: string[]): Promise<Row[][]>
  /** Runs the statements as one transaction. */
  write(statements: readonly string[]): Promise<void>
}

/** The local database. A batch is one transaction. */
export const bindingDatabase = (db: LocalDatabase): Database => ({
  read: async (...queries) =>
    (await db.batch<Row>(queries.map((query) => db.prepare(query)))).map(({ results }) => results),
  write: async (statements) => {
    await db.batch(statements.map((statement) => db.prepare(statement)))
  },
})

/**
 * The database of a target of `wrangler d1 execute`. A file is one transaction. On a deployed database wrangler uses D1's
 * import for it, which takes the database offline until it ends. Statements on the command line do not, but they have
 * room for a few hundred tickets only, and Cloudflare does not document that several of them are one transaction.
 */
export const wranglerDatabase = (target: readonly string[]): Database => ({
  read: async (...queries) =>
    JSON.parse(executeSql(target, '--json', '--command', queries.join(';\n'))).map(
      ({ results }: { results: Row[] }) => results,
    ),
  write: async (statements) => executeStatements(target, statements),
})

/** Keeps one result at a few megabytes. */
const TICKETS_A_READ = 10_000
/** Keeps a query below 32 KB, the shortest command line of all systems (Windows). */
const IDS_A_READ = 500

const TICKET_COLUMNS: readonly (keyof TicketRow)[] = [
  'key',
  'id',
  'session_number',
  'ticket_number',
  'status',
  'ticket_type_id',
  'ticket_type_name',
  'seat_label',
  'current_holder_id',
  'holder_email',
  'attendee_name',
  'attendee_email',
  'attendee_company',
  'checked_in_at',
  'transfer_count',
]

/** Reads what a plan needs to know of a session. Returns null if there is no such session. */
export const readSession = async (
  database: Database,
  id: string,
  ids: readonly string[],
  progress: (done: number, total: number) => void,
): Promise<SessionState | null> => {
  // Read the tag first: a change after it makes the write fail.
  const [[session] = [], types = []] = (await database.read(
    `SELECT number, event_id AS eventId, list_version AS tag, valid + checked_in + refunded + voided AS count
     FROM sessions JOIN ticket_counts ON session_number = number WHERE id = ${sqlText(id)}`,
    `SELECT ticket_types.id, name FROM ticket_types JOIN sessions USING (event_id)
     WHERE sessions.id = ${sqlText(id)} ORDER BY ticket_types.id`,
  )) as [{ number: number; eventId: string; tag: string; count: number }[]?, TicketType[]?]
  if (session === undefined) return null
  const tickets: TicketRow[] = []
  while (true) {
    const after = tickets.at(-1)?.key ?? session.number * 2 ** TICKET_KEY_BITS
    const [rows = []] = (await database.read(
      `SELECT ${TICKET_COLUMNS.join(', ')} FROM tickets
       WHERE key > ${after} AND key < ${(session.number + 1) * 2 ** TICKET_KEY_BITS}
       ORDER BY key LIMIT ${TICKETS_A_READ}`,
    )) as [TicketRow[]?]
    for (const row of rows) tickets.push(row)
    if (rows.length < TICKETS_A_READ) break
    progress(tickets.length, session.count)
  }
  const takenIds = new Set<string>()
  for (let start = 0; start < ids.length; start += IDS_A_READ) {
    const some = ids.slice(start, start + IDS_A_READ).map(sqlText)
    const [rows = []] = await database.read(
      `SELECT id FROM tickets WHERE session_number <> ${session.number} AND id IN (${some.join(', ')})`,
    )
    for (const row of rows) takenIds.add(row.id as string)
  }
  return { ...session, types, tickets, takenIds }
}
