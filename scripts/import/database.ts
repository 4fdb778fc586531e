// The database that an import reads and writes: the local one through its binding, the deployed one through
// wrangler. Both are given the same SQL.
import { executeSql, executeStatements } from '../local.ts'
import type { SessionState, TicketRow, TicketType } from './plan.ts'
import { sqlText } from './statements.ts'

export type Database = {
  read<Row>(sql: string): Promise<Row[]>
  /** Runs the statements as one transaction. */
  write(statements: readonly string[]): Promise<void>
}

/** The local database; a batch is one transaction. */
export const bindingDatabase = (db: D1Database): Database => ({
  read: async <Row>(sql: string) => (await db.prepare(sql).all<Row>()).results,
  write: async (statements) => {
    await db.batch(statements.map((statement) => db.prepare(statement)))
  },
})

/** The database of a target of `wrangler d1 execute`; a file is one transaction. */
export const wranglerDatabase = (target: readonly string[]): Database => ({
  read: async (sql) => JSON.parse(executeSql(target, '--json', '--command', sql))[0].results,
  write: async (statements) => executeStatements(target, statements),
})

/** As many tickets as one answer of the database can well carry. */
const TICKETS_A_READ = 10_000
/** As many ids as fit into a command line everywhere. */
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

/** Reads all that a plan needs to know of a session; null where there is no such session. */
export const readSession = async (
  database: Database,
  id: string,
  ids: readonly string[],
  progress: (done: number, total: number) => void,
): Promise<SessionState | null> => {
  // The tag first: whatever changes after it makes the write fail.
  const [session] = await database.read<{ number: number; eventId: string; tag: string; count: number }>(
    `SELECT number, event_id AS eventId, tag, valid + checked_in + refunded + voided AS count
     FROM sessions JOIN ticket_counts ON session_number = number WHERE id = ${sqlText(id)}`,
  )
  if (session === undefined) return null
  const types = await database.read<TicketType>(
    `SELECT id, name FROM ticket_types WHERE event_id = ${sqlText(session.eventId)} ORDER BY id`,
  )
  const tickets: TicketRow[] = []
  while (true) {
    const rows = await database.read<TicketRow>(
      `SELECT ${TICKET_COLUMNS.join(', ')} FROM tickets WHERE session_number = ${session.number}
       AND key BETWEEN ${(tickets.at(-1)?.key ?? session.number * 2 ** 20) + 1} AND ${(session.number + 1) * 2 ** 20 - 1}
       ORDER BY key LIMIT ${TICKETS_A_READ}`,
    )
    for (const row of rows) tickets.push(row)
    if (rows.length < TICKETS_A_READ) break
    progress(tickets.length, session.count)
  }
  const takenIds = new Set<string>()
  for (let start = 0; start < ids.length; start += IDS_A_READ) {
    const rows = await database.read<{ id: string }>(
      `SELECT id FROM tickets WHERE session_number <> ${session.number}
       AND id IN (${ids
         .slice(start, start + IDS_A_READ)
         .map(sqlText)
         .join(', ')})`,
    )
    for (const row of rows) takenIds.add(row.id)
  }
  return { ...session, types, tickets, takenIds }
}
