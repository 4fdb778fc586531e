// Reads what an import compares its file with.
import { TICKET_KEY_BITS } from '../../src/db/schema/tickets.ts'
import type { Database } from '../database.ts'
import { STORED_COLUMNS, type TicketRow } from './columns.ts'
import type { SessionState, TicketType } from './plan.ts'
import { sqlText } from './statements.ts'

/** Keeps one result at a few megabytes. */
const TICKETS_PER_READ = 10_000
/** Keeps a query below 32 KB, the shortest limit of a command line (Windows). */
const IDS_PER_READ = 500

/** Reads a session and its tickets. Returns null if there is no such session. */
export const readSession = async (
  database: Database,
  id: string,
  ids: readonly string[],
  progress: (done: number, total: number) => void,
): Promise<SessionState | null> => {
  // The list version is read first: a change after it makes the write fail.
  const [[session] = [], types = []] = (await database.read(
    `SELECT number, event_id AS eventId, list_version AS listVersion, valid + checked_in + refunded + voided AS count
     FROM sessions JOIN ticket_counts ON session_number = number WHERE id = ${sqlText(id)}`,
    `SELECT ticket_types.id, name FROM ticket_types JOIN sessions USING (event_id)
     WHERE sessions.id = ${sqlText(id)} ORDER BY ticket_types.id`,
  )) as [{ number: number; eventId: string; listVersion: string; count: number }[]?, TicketType[]?]
  if (session === undefined) return null
  const tickets: TicketRow[] = []
  while (true) {
    const after = tickets.at(-1)?.key ?? session.number * 2 ** TICKET_KEY_BITS
    const [rows = []] = (await database.read(
      `SELECT ${STORED_COLUMNS.join(', ')} FROM tickets
       WHERE key > ${after} AND key < ${(session.number + 1) * 2 ** TICKET_KEY_BITS}
       ORDER BY key LIMIT ${TICKETS_PER_READ}`,
    )) as [TicketRow[]?]
    for (const row of rows) tickets.push(row)
    if (rows.length < TICKETS_PER_READ) break
    progress(tickets.length, session.count)
  }
  const takenIds = new Set<string>()
  for (let start = 0; start < ids.length; start += IDS_PER_READ) {
    const some = ids.slice(start, start + IDS_PER_READ).map(sqlText)
    const [rows = []] = await database.read(
      `SELECT id FROM tickets WHERE session_number <> ${session.number} AND id IN (${some.join(', ')})`,
    )
    for (const row of rows) takenIds.add(row.id as string)
  }
  return { ...session, types, tickets, takenIds }
}
