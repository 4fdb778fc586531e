// Searches the tickets of an organizer, over its sessions.
import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { integer, type Prepared, prepare, selectList, value } from '../../db/prepared.ts'
import { STATUSES } from '../../db/schema/ticket-constants.ts'
import { requireAccess } from '../access.ts'
import { MANAGED_ORGANIZER } from '../resources/managed-lists.ts'
import { type ManagedTicket, TICKET } from './create-tickets.ts'
import { IS_MATCH, matchExpression } from './search.ts'
import { omitUnreadable } from './ticket.ts'
import { parseSearch } from './words.ts'

/** `startsAt` is epoch milliseconds. */
export type FoundTicket = ManagedTicket & {
  sessionId: string
  eventId: string
  eventName: string
  timeZone: string
  startsAt: number
  cancelledAt: number | null
  cancelNotice: string | null
}

/** `isComplete`: nothing else was found. */
export type FoundTickets = { items: FoundTicket[]; isComplete: boolean }

const HOUR_MS = 3_600_000
const LOOK_BACK_MS = 24 * HOUR_MS
const LOOK_AHEAD_MS = 14 * 24 * HOUR_MS
const MAX_SESSIONS = 50
const MAX_FOUND = 20
/** An order can have many tickets. */
const MAX_FOUND_EXACTLY = 500

const COLUMNS = {
  ...TICKET.columns,
  sessionId: sql`sessions.id`,
  eventId: sql`events.id`,
  eventName: sql`events.name`,
  timeZone: sql`events.time_zone`,
  startsAt: sql`sessions.starts_at`,
  cancelledAt: sql`sessions.cancelled_at`,
  cancelNotice: sql`sessions.cancel_notice`,
}

/** The tickets whose keys `found` has, in order of start. `found` may use the named value `limit`. */
const select = (found: SQL): Prepared<FoundTicket> =>
  prepare<FoundTicket>(sql`
  SELECT ${selectList(COLUMNS)}
  FROM (${found}) AS found CROSS JOIN tickets ON tickets.key = found.key
  CROSS JOIN sessions ON sessions.number = tickets.session_number
  CROSS JOIN events INDEXED BY events_pk ON events.id = sessions.event_id
  ORDER BY starts_at, sessions.id, ticket_number, tickets.id`)

const { managed } = MANAGED_ORGANIZER

const NEAR = sql`SELECT number FROM ${managed}
    CROSS JOIN sessions INDEXED BY sessions_by_organizer ON sessions.organizer_id = managed.id
    WHERE starts_at >= ${value('from')} AND starts_at < ${value('to')}
    ORDER BY starts_at, sessions.id LIMIT ${integer('sessions')}`

/**
 * Each session is a range of the search index, and the limit ends the search. So it reads two rows for each
 * ticket found, and two for each session.
 */
const byWords = select(sql`
    SELECT ticket_search.rowid AS key FROM (${NEAR}) AS near CROSS JOIN ticket_search
    WHERE ${IS_MATCH} LIMIT ${integer('limit')}`)

/** One session more than the search looks at. */
const countNear = prepare<{ sessions: number }>(sql`SELECT count(*) AS sessions FROM (${NEAR})`)

const inSessions = (source: SQL): SQL => sql`
    SELECT tickets.key FROM ${managed}
    CROSS JOIN sessions INDEXED BY sessions_by_organizer ON sessions.organizer_id = managed.id
    CROSS JOIN tickets ${source} AND tickets.session_number = sessions.number`

const q = value('q')

const byEmail = sql`SELECT key FROM (${inSessions(sql`INDEXED BY tickets_by_email
      ON status IN (${sql.raw(STATUSES.map((status) => `'${status}'`).join())}) AND holder_email_order = ${q}`)}
    UNION ${inSessions(sql`INDEXED BY tickets_by_attendee_email
      ON attendee_email IS NOT NULL AND attendee_email = ${q} COLLATE NOCASE`)}) LIMIT ${integer('limit')}`

const exactly = {
  code: select(sql`${inSessions(sql`INDEXED BY tickets_by_code ON code = ${q}`)} LIMIT ${integer('limit')}`),
  email: select(byEmail),
  reference: select(sql`${inSessions(sql`INDEXED BY tickets_by_reference ON reference = ${q}`)}
      LIMIT ${integer('limit')}`),
}

export type SearchedBy = keyof typeof exactly
export const SEARCHED_BY = Object.keys(exactly) as [SearchedBy, ...SearchedBy[]]

const toFound = (rows: FoundTicket[], limit: number, isWhole = true): FoundTickets => ({
  items: omitUnreadable(rows.slice(0, limit)),
  isComplete: isWhole && rows.length <= limit,
})

/**
 * Searches the sessions from a day ago to two weeks ahead.
 *
 * @throws AppError `organizer_not_found`, also for non-members; `forbidden` for staff
 */
export const searchOrganizer = async (
  db: Database,
  { subject, organizerId, q, now }: { subject: string; organizerId: string; q: string; now: Date },
): Promise<FoundTickets> => {
  const groups = parseSearch(q)
  const from = now.getTime() - LOOK_BACK_MS
  const values = { subject, ownerId: organizerId, from, to: now.getTime() + LOOK_AHEAD_MS }
  const { access, notFound } = MANAGED_ORGANIZER
  const [[allowed], [near], rows] = await db.batchPrepared(
    [access, countNear, ...(groups.length === 0 ? [] : [byWords])] as [
      typeof access,
      typeof countNear,
      typeof byWords,
    ],
    { ...values, sessions: MAX_SESSIONS + 1, match: matchExpression(groups), limit: MAX_FOUND + 1 },
  )
  requireAccess(allowed, notFound)
  return toFound(rows ?? [], MAX_FOUND, (near?.sessions ?? 0) <= MAX_SESSIONS)
}

/**
 * Finds the tickets with exactly this code, reference or e-mail address, in all sessions. ASCII case counts
 * in codes and references only.
 *
 * @throws AppError as {@link searchOrganizer}
 */
export const findInOrganizer = async (
  db: Database,
  { subject, organizerId, q, by }: { subject: string; organizerId: string; q: string; by: SearchedBy },
): Promise<FoundTickets> => {
  const { access, notFound } = MANAGED_ORGANIZER
  const [[allowed], rows] = await db.batchPrepared([access, exactly[by] as Prepared<FoundTicket>], {
    ...{ subject, ownerId: organizerId, q, limit: MAX_FOUND_EXACTLY + 1 },
  })
  requireAccess(allowed, notFound)
  return toFound(rows, MAX_FOUND_EXACTLY)
}
