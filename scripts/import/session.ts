// Reads what an import compares its file with.
import { MAX_TICKETS_IN_SESSION, TICKET_KEY_BITS } from '../../src/db/schema/tickets.ts'
import { STORED_COLUMNS, type TicketRow } from '../../src/domain/import/columns.ts'
import type { ImportedSession, TicketType } from '../../src/domain/import/plan.ts'
import type { Database } from '../lib/database.ts'
import { sqlText } from './statements.ts'

/** Keeps one result at a few megabytes. */
const TICKETS_PER_READ = 10_000
/** Keeps a query below 32 KB, the shortest limit of a command line (Windows). */
const IDS_PER_READ = 500

/** `listVersion` changes with every change of a ticket. */
export type SessionState = ImportedSession & { listVersion: string }

/** Reads a session without its tickets. Returns null if there is no such session. */
export const readSession = async (
  database: Database,
  id: string,
  ids: readonly string[],
): Promise<SessionState | null> => {
  const [[session] = [], types = []] = (await database.read(
    `SELECT number, event_id AS eventId, list_version AS listVersion, valid + checked_in + refunded + voided AS count
     FROM sessions JOIN ticket_counts ON session_number = number WHERE id = ${sqlText(id)}`,
    `SELECT ticket_types.id, name FROM ticket_types JOIN sessions USING (event_id)
     WHERE sessions.id = ${sqlText(id)} ORDER BY ticket_types.id`,
  )) as [{ number: number; eventId: string; listVersion: string; count: number }[]?, TicketType[]?]
  if (session === undefined) return null
  const takenIds = new Set<string>()
  for (let start = 0; start < ids.length; start += IDS_PER_READ) {
    const some = ids.slice(start, start + IDS_PER_READ).map(sqlText)
    const [rows = []] = await database.read(
      `SELECT id FROM tickets WHERE session_number <> ${session.number} AND id IN (${some.join(', ')})`,
    )
    for (const row of rows) takenIds.add(row.id as string)
  }
  return { ...session, types, takenIds, maxTickets: MAX_TICKETS_IN_SESSION }
}

/** Yields the tickets of the session by key. It must be read before: a change after that makes the write fail. */
export async function* readPages(
  database: Database,
  { number, count }: SessionState,
  progress: (done: number, total: number) => void,
): AsyncGenerator<TicketRow[]> {
  let after = number * 2 ** TICKET_KEY_BITS
  for (let done = 0; ; ) {
    const [rows = []] = (await database.read(
      `SELECT ${STORED_COLUMNS.join(', ')} FROM tickets
       WHERE key > ${after} AND key < ${(number + 1) * 2 ** TICKET_KEY_BITS}
       ORDER BY key LIMIT ${TICKETS_PER_READ}`,
    )) as [TicketRow[]?]
    yield rows
    if (rows.length < TICKETS_PER_READ) return
    after = rows.at(-1)?.key ?? after
    done += rows.length
    progress(done, count)
  }
}
