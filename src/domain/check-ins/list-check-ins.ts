// The list of a session's check-ins, latest received first.
import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { integer, type Prepared, prepare, value } from '../../db/prepared.ts'
import { isSuspect } from '../../db/schema/check-ins.ts'
import { listOf } from '../../db/schema/columns.ts'
import { EVENTS_BY_ID, MEMBERS_BY_SUBJECT, maySeeSession, memberOfEvent, requireAccess } from '../access.ts'
import { AGAINST_RULES, type Outcome } from '../check-in-rule.ts'
import type { Page } from '../pages.ts'
import { allowedSession, selectAccess } from '../sessions/session-access.ts'

export type CheckInQuery = {
  sessionId: string
  subject: string
  ticketId: string | undefined
  /** Only what staff should look at. */
  problem: boolean
  /** Counts of people without tickets instead of check-ins and exits. */
  tallies: boolean
  pageSize: number
  /** The number of the last check-in of the previous page. */
  after: number | undefined
}

/** A recorded check-in. Instants are epoch milliseconds. */
export type ListedCheckIn = {
  /** Its position in the order of receipt. */
  number: number
  id: string
  type: 'CheckIn' | 'Exit' | 'Tally'
  /** Null for a tally. */
  ticketId: string | null
  /** Null, like the name, if the session has no such ticket now. */
  ticketNumber: string | null
  attendeeName: string | null
  at: number
  receivedAt: number
  device: string | null
  subject: string
  admitted: number
  walkIn: number
  /** Empty for the venue. */
  areaId: string
  assumed: number
  /** Of a tally. */
  people: number | null
  /** 1 for an entry by somebody who was there already. */
  passback: number
  outcome: Outcome
  undoneAt: number | null
  undoneBy: string | null
  /** The earlier check-in of the ticket. */
  earlierAt: number | null
  earlierDevice: string | null
  resolvedAt: number | null
  /** JSON: the session that the ticket had moved to when the item was sent, and is in now. */
  movedTo: string | null
  /** 1 if the ticket had moved when the item was sent, and is back. */
  cameBack: number
}

type Shape = { byTicket: boolean; onlyProblems: boolean; tallies: boolean; isContinued: boolean }

/**
 * How many check-ins a page of problems examines: many may be resolved,
 * or problems of an old base only. Each costs at most nine rows.
 */
const MAX_SCANNED = sql.raw('1000')

/** Outcomes of an admission that is a problem, whatever becomes of its ticket. */
const ALWAYS = sql.raw(
  listOf(AGAINST_RULES.filter((outcome) => outcome !== 'NotValid' && outcome !== 'UnknownTicket')),
)

/**
 * An entry by somebody inside is a problem while the ticket has the base that it was recorded on. An
 * admission of a covered ticket, or what was recorded of one that had moved, is none once it counts: the
 * cover is gone, or the ticket has come back, and it has that base.
 */
const isProblem = sql`(admitted = 1 AND outcome IN (${ALWAYS}) OR coalesce(
  (SELECT passback = 1 OR (admitted = 1 AND outcome = 'NotValid' OR outcome = 'UnknownTicket')
      AND (covered = 1 OR base_status IN ('Refunded', 'Voided'))
    FROM ticket_bases WHERE ticket_id = check_ins.ticket_id AND session_id = check_ins.session_id AND version = base_version),
  admitted = 1 AND outcome = 'NotValid' OR outcome = 'UnknownTicket'))`

/** Where the ticket of such an item is now, as JSON, if the caller may see that. */
const MOVED_TO = sql`iif(outcome = 'UnknownTicket' AND base_version IS NOT NULL, (
    SELECT json_object('sessionId', other.id, 'eventName', events.name, 'timeZone', time_zone, 'startsAt', starts_at)
    FROM tickets AS moved CROSS JOIN sessions AS other ON other.number = moved.session_number
    CROSS JOIN ${EVENTS_BY_ID} ON events.id = other.event_id
    CROSS JOIN ${MEMBERS_BY_SUBJECT} ON ${memberOfEvent(value('subject'))} AND ${maySeeSession}
    WHERE moved.id = check_ins.ticket_id AND other.id <> check_ins.session_id
      AND other.organizer_id = (SELECT organizer_id FROM sessions WHERE id = check_ins.session_id)), NULL)`

const indexFor = ({ byTicket, onlyProblems, tallies }: Shape): SQL => {
  if (tallies) return sql.raw('check_ins_tallies')
  return sql.raw(byTicket ? 'check_ins_by_ticket' : onlyProblems ? 'check_ins_suspect' : 'check_ins_received')
}

/** Check-ins of the list, latest first. */
const candidates = (shape: Shape): SQL => sql`
      FROM ${allowedSession()}
      CROSS JOIN check_ins INDEXED BY ${indexFor(shape)} ON check_ins.session_id = session.id
      WHERE type ${sql.raw(shape.tallies ? `= 'Tally'` : `IN ('CheckIn', 'Exit')`)}
        ${shape.byTicket ? sql`AND ticket_id = ${value('ticketId')}` : sql``}
        ${shape.onlyProblems ? sql`AND ${isSuspect}` : sql``}
        ${shape.isContinued ? sql`AND check_ins.number < ${integer('after')}` : sql``}
      ORDER BY check_ins.number DESC`

const select = (shape: Shape): SQL => sql`
  SELECT check_ins.number, check_ins.id, type, check_ins.ticket_id AS "ticketId", ticket_number AS "ticketNumber",
    attendee_name AS "attendeeName", at, received_at AS "receivedAt", check_ins.device, subject, admitted, walk_in AS "walkIn",
    area_id AS "areaId", assumed, people, passback, outcome,
    undone_at AS "undoneAt", undone_by AS "undoneBy", earlier_at AS "earlierAt", earlier_device AS "earlierDevice",
    resolved_at AS "resolvedAt", ${MOVED_TO} AS "movedTo",
    outcome = 'UnknownTicket' AND base_version IS NOT NULL AND tickets.id IS NOT NULL AS "cameBack"
  FROM (
    SELECT * FROM (
      SELECT check_ins.*, session.number AS session_number${candidates(shape)}
      LIMIT ${shape.onlyProblems ? MAX_SCANNED : integer('limit')}
    ) AS check_ins ${shape.onlyProblems ? sql`WHERE ${isProblem}` : sql``} LIMIT ${integer('limit')}
  ) AS check_ins
  LEFT JOIN tickets ON tickets.id = check_ins.ticket_id AND +tickets.session_number = check_ins.session_number
  ORDER BY check_ins.number DESC`

/**
 * The problems, then, if there are more check-ins than examined, the last examined one without an id. SQLite
 * looks for it only if the problems do not fill the page.
 */
const selectProblems = (shape: Shape): SQL => sql`
  SELECT * FROM (${select(shape)})
  UNION ALL
  SELECT * FROM (
    SELECT check_ins.number, ${sql.raw(Array(23).fill('NULL').join(', '))}${candidates(shape)} LIMIT 1 OFFSET ${MAX_SCANNED} - 1)
  LIMIT ${integer('limit')}`

type Row = ListedCheckIn | { number: number; id: null }

/** There are twelve shapes. */
const pages = new Map<string, Prepared<Row>>()

const pageFor = (shape: Shape): Prepared<Row> => {
  const name = JSON.stringify(shape)
  const statement =
    pages.get(name) ?? prepare<Row>(shape.onlyProblems ? selectProblems(shape) : select(shape))
  pages.set(name, statement)
  return statement
}

const sessionAccess = selectAccess()

/**
 * Reads a page in one round trip, at four rows per check-in. With `problem` it also reads former
 * problems, and ends after a bounded number: the page can be short or empty although more follow.
 *
 * @returns `next`: the number of the check-in after which the next page begins, possibly an empty one
 * @throws AppError `session_not_found`, also for non-members; `forbidden` for staff of another event
 */
export const listCheckIns = async (
  db: Database,
  { sessionId, subject, ticketId, problem, tallies, pageSize, after }: CheckInQuery,
): Promise<Page<ListedCheckIn, number>> => {
  const shape = {
    byTicket: !tallies && ticketId !== undefined,
    onlyProblems: !tallies && problem,
    tallies,
    isContinued: after !== undefined,
  }
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
