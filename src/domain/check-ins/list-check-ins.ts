// The list of a session's check-ins, latest received first.
import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { integer, type Prepared, prepare, value } from '../../db/prepared.ts'
import { isLive, isSuspect } from '../../db/schema/check-ins.ts'
import { requireAccess } from '../access.ts'
import type { Page } from '../pages.ts'
import { ALLOWED_SESSION, sessionAccess } from '../sessions/session-access.ts'
import type { Outcome } from './rule.ts'

export type CheckInQuery = {
  sessionId: string
  subject: string
  ticketId: string | undefined
  /** Only admissions that the service would have refused. */
  onlyProblems: boolean
  pageSize: number
  /** The number of the last check-in of the page before. */
  after: number | undefined
}

/** A check-in as it was recorded. Instants are epoch milliseconds. */
export type ListedCheckIn = {
  /** Its place in the order of receipt. */
  number: number
  id: string
  ticketId: string
  /** Null, like the name, if the session has no such ticket now. */
  ticketNumber: string | null
  attendeeName: string | null
  at: number
  receivedAt: number
  device: string | null
  subject: string
  admitted: number
  walkIn: number
  outcome: Outcome
  undoneAt: number | null
  undoneBy: string | null
  /** When and by which device the ticket had been checked in before. */
  earlierAt: number | null
  earlierDevice: string | null
  resolvedAt: number | null
}

type Shape = { byTicket: boolean; onlyProblems: boolean; isContinued: boolean }

/**
 * Check-ins that a page of problems looks at. Many may have been resolved, and were problems only on an old
 * base. Each costs at most nine rows.
 */
const MAX_SCANNED = sql.raw('1000')

/** A second admission is a problem while another one of the ticket is live: a check-in, or the base. */
const isProblem = sql`(outcome <> 'AlreadyCheckedIn' OR EXISTS (
  SELECT 1 FROM ticket_bases WHERE ticket_id = check_ins.ticket_id AND session_id = check_ins.session_id
    AND (base_status = 'CheckedIn' OR EXISTS (
      SELECT 1 FROM check_ins AS other
      WHERE other.session_id = check_ins.session_id AND other.ticket_id = check_ins.ticket_id
        AND other.base_version = version AND other.number <> check_ins.number AND ${isLive('other.')}))))`

const indexFor = ({ byTicket, onlyProblems }: Shape): SQL =>
  sql.raw(byTicket ? 'check_ins_by_ticket' : onlyProblems ? 'check_ins_suspect' : 'check_ins_received')

/** Check-ins of the list, latest first. A page of problems looks at a bounded number of them. */
const candidates = (shape: Shape): SQL => sql`
      FROM ${ALLOWED_SESSION}
      CROSS JOIN check_ins INDEXED BY ${indexFor(shape)} ON check_ins.session_id = session.id
      WHERE type = 'CheckIn'
        ${shape.byTicket ? sql`AND ticket_id = ${value('ticketId')}` : sql``}
        ${shape.onlyProblems ? sql`AND ${isSuspect}` : sql``}
        ${shape.isContinued ? sql`AND check_ins.number < ${integer('after')}` : sql``}
      ORDER BY check_ins.number DESC`

const select = (shape: Shape): SQL => sql`
  SELECT check_ins.number, check_ins.id, check_ins.ticket_id AS "ticketId", ticket_number AS "ticketNumber",
    attendee_name AS "attendeeName", at, received_at AS "receivedAt", check_ins.device, subject, admitted, walk_in AS "walkIn", outcome,
    undone_at AS "undoneAt", undone_by AS "undoneBy", earlier_at AS "earlierAt", earlier_device AS "earlierDevice",
    resolved_at AS "resolvedAt"
  FROM (
    SELECT * FROM (
      SELECT check_ins.*, session.number AS session_number${candidates(shape)}
      LIMIT ${shape.onlyProblems ? MAX_SCANNED : integer('limit')}
    ) AS check_ins ${shape.onlyProblems ? sql`WHERE ${isProblem}` : sql``} LIMIT ${integer('limit')}
  ) AS check_ins
  LEFT JOIN tickets ON tickets.id = check_ins.ticket_id AND +tickets.session_number = check_ins.session_number
  ORDER BY check_ins.number DESC`

/**
 * The problems, and after them the last check-in that was looked at, without an id, if there are more than
 * that. SQLite looks for it only if the problems do not fill the page.
 */
const selectProblems = (shape: Shape): SQL => sql`
  SELECT * FROM (${select(shape)})
  UNION ALL
  SELECT * FROM (
    SELECT check_ins.number, ${sql.raw(Array(16).fill('NULL').join(', '))}${candidates(shape)} LIMIT 1 OFFSET ${MAX_SCANNED} - 1)
  LIMIT ${integer('limit')}`

type Row = ListedCheckIn | { number: number; id: null }

/** There are eight shapes. */
const pages = new Map<string, Prepared<Row>>()

const pageFor = (shape: Shape): Prepared<Row> => {
  const name = JSON.stringify(shape)
  const statement =
    pages.get(name) ?? prepare<Row>(shape.onlyProblems ? selectProblems(shape) : select(shape))
  pages.set(name, statement)
  return statement
}

/**
 * Reads a page, in one round trip. It reads four rows for each check-in of the page. With `onlyProblems` it
 * also reads those that are no problem any more, and ends early after many of them: it may have few or none
 * although more follow.
 *
 * @returns `next`: the number of the check-in after which the next page begins. It can be set although no
 *   more follow
 * @throws AppError `session_not_found`, also for non-members; `forbidden` for staff of another event
 */
export const listCheckIns = async (
  db: Database,
  { sessionId, subject, ticketId, onlyProblems, pageSize, after }: CheckInQuery,
): Promise<Page<ListedCheckIn, number>> => {
  const shape = { byTicket: ticketId !== undefined, onlyProblems, isContinued: after !== undefined }
  const [access, rows] = await db.batchPrepared([sessionAccess, pageFor(shape)], {
    sessionId,
    subject,
    ticketId,
    after,
    limit: pageSize + 1,
  })
  requireAccess(access[0], 'session_not_found')
  const items = rows.slice(0, pageSize).filter((row) => row.id !== null)
  const end = rows.length > pageSize ? items.at(-1) : rows.find(({ id }) => id === null)
  return { items, next: end?.number }
}
