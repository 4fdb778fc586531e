// Who may do what: a token's subject has one role in an organizer, by a row of `members`; a `staff` member
// can be limited to one event. The rule is SQL, so that it holds in the statement that reads or writes.
import { eq, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { events } from '../db/schema/events.ts'
import { members } from '../db/schema/members.ts'
import { AppError, type ErrorCode } from '../errors.ts'

/** True where the member may do what `owner` and `manager` may. */
export const mayManage: SQL = sql`${members.role} IN ('owner', 'manager')`

/** True where the member may see the tickets of the event's sessions. */
export const mayAttend: SQL = sql`(${members.eventId} IS NULL OR ${members.eventId} = ${events.id})`

/**
 * `events` and `members`, looked up by their keys: where statistics were gathered while there were few rows,
 * SQLite would read through the whole table instead, and go on so when there are many.
 */
export const eventsByKey: SQL = sql`${events} INDEXED BY sqlite_autoindex_events_1`
export const membersByKey: SQL = sql`${members} INDEXED BY sqlite_autoindex_members_1`

/** Joins the event's organizer's member: no row for anybody else. */
export const memberOfEvent = (subject: string | Placeholder): SQL =>
  sql`${members.organizerId} = ${events.organizerId} AND ${eq(members.subject, subject)}`

/**
 * Takes the row that a caller's membership has let through.
 * Throws `notFound` where there is none, and `forbidden` where the role or its event does not allow it.
 */
export const requireAccess = <Row extends { allowed: number }>(
  row: Row | undefined,
  notFound: ErrorCode,
  noun: string,
): Row => {
  if (row === undefined) throw new AppError(notFound, `There is no such ${noun}.`)
  if (row.allowed === 0) throw new AppError('forbidden', `Your role does not allow this for this ${noun}.`)
  return row
}
