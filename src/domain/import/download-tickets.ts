import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { integer, prepare, selectList, value } from '../../db/prepared.ts'
import { tickets } from '../../db/schema/tickets.ts'
import { mayManage, requireAccess } from '../access.ts'
import type { Actor } from '../actor.ts'
import { insertAudit, isFirstRun } from '../audit.ts'
import type { TicketStatus } from '../check-in-rule.ts'
import { SESSION } from '../resources/definitions.ts'
import { entityOf, fromManaged } from '../resources/resource.ts'
import { fromSession } from '../sessions/session-access.ts'
import { LIST_NAME } from '../tickets/changes-statements.ts'
import { foldAscii } from '../tickets/ticket.ts'
import { COLUMNS, type Column, RULES } from './file/table/columns.ts'

/** The time limit of each page. */
const PAGE_DEADLINE_MS = 10_000
const PAGE = 2_000

/**
 * The columns of an import, the device of the check-in that counts, and the name of the guest list.
 * `checkedInAt` is epoch milliseconds.
 */
export type DownloadedTicket = { key: number; device: string | null; list: string | null } & {
  [Name in Column]: (typeof RULES)[Name]['initial']
}

const COLUMNS_READ = selectList({
  key: tickets.key,
  device: tickets.device,
  list: LIST_NAME,
  ...Object.fromEntries(COLUMNS.map((column) => [column, sql.raw(RULES[column].stored)])),
})

const access = prepare<{ allowed: number | null }>(sql`SELECT ${mayManage} AS allowed${fromSession()}`)

const selectPage = (from: SQL) =>
  prepare<DownloadedTicket>(sql`
  SELECT ${COLUMNS_READ}
  FROM tickets INDEXED BY ${from} AND session_number = (SELECT sessions.number${fromSession()} AND ${mayManage})
    AND (ticket_number, key) > (${value('number')}, ${integer('key')})
  ORDER BY ticket_number, key LIMIT ${sql.raw(String(PAGE))}`)

const pageOfAll = selectPage(sql`tickets_in_order WHERE true`)
const pageOfStatus = selectPage(sql`tickets_by_number WHERE status = ${value('status')}`)

/** Which tickets: those of a status, and of the type with this name, ignoring ASCII case. */
export type DownloadFilter = { status: TicketStatus | undefined; ticketTypeName: string | undefined }

/**
 * Reads the tickets of a session, sorted by number, each at
 * most once. The first page is read before this returns.
 *
 * @throws AppError `session_not_found`, also for non-members; `forbidden` for staff; also while reading, if
 *   the membership has ended
 */
export const downloadTickets = async (
  db: Database,
  subject: string,
  sessionId: string,
  { status, ticketTypeName }: DownloadFilter,
): Promise<AsyncGenerator<DownloadedTicket[], void>> => {
  const readPage = async (after: { ticketNumber: string; key: number }) => {
    db.allow(PAGE_DEADLINE_MS)
    const [[allowed], rows] = await db.batchPrepared(
      [access, status === undefined ? pageOfAll : pageOfStatus],
      { subject, sessionId, status, number: after.ticketNumber, key: after.key },
    )
    requireAccess(allowed, 'session_not_found')
    return rows
  }
  const first = await readPage({ ticketNumber: '', key: -1 })
  const type = ticketTypeName === undefined ? undefined : foldAscii(ticketTypeName)
  const isOfType = (row: DownloadedTicket): boolean =>
    type === undefined || foldAscii(row.ticketTypeName as string) === type
  // A ticket whose number changes can appear again on a later page.
  const seen = new Set<number>()
  async function* pages() {
    for (let page = first; ; page = await readPage(page.at(-1) as DownloadedTicket)) {
      yield page.filter((row) => !seen.has(row.key) && isOfType(row))
      for (const { key } of page) seen.add(key)
      if (page.length < PAGE) return
    }
  }
  return pages()
}

/** Records a download, before any ticket is sent. */
export const recordDownload = (
  db: Database,
  actor: Actor,
  sessionId: string,
  { status, ticketTypeName }: DownloadFilter,
): Promise<unknown> => {
  const path = { id: sessionId }
  const entry = {
    action: 'tickets.download' as const,
    entity: entityOf(SESSION, path),
    change: {
      ...(status !== undefined && { status }),
      ...(ticketTypeName !== undefined && { ticketTypeName }),
    },
  }
  const source = sql`${fromManaged(SESSION, actor.subject, path)} AND ${isFirstRun(actor)}`
  return db.batch([insertAudit(db, actor, entry, source)])
}
