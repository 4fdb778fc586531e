// A row of `members` gives a subject one role in an organizer; `staff` can be limited to one event. The rules
// are SQL conditions, so each statement checks access itself.
import { type SQL, sql } from 'drizzle-orm'
import { events } from '../db/schema/events.ts'
import { members } from '../db/schema/members.ts'
import { AppError, type ErrorCode } from '../errors.ts'

/** True if the member is an owner or a manager. */
export const mayManage: SQL = sql`${members.role} IN ('owner', 'manager')`

/** True if the member may see the tickets of the event's sessions. */
export const maySeeSession: SQL = sql`(${members.eventId} IS NULL OR ${members.eventId} = ${events.id})`

/**
 * `events` and `members` by their unique indexes. With statistics from when the tables were small, SQLite
 * would scan them even after they have grown.
 */
export const EVENTS_BY_ID: SQL = sql`events INDEXED BY events_pk`
export const MEMBERS_BY_SUBJECT: SQL = sql`members INDEXED BY members_pk`

/** Join condition: the subject's membership in the event's organizer. Non-members get no row. */
export const memberOfEvent = (subject: string | SQL): SQL =>
  sql`${members.organizerId} = ${events.organizerId} AND ${members.subject} = ${subject}`

/**
 * Returns the row if the caller's membership allows it.
 *
 * @throws AppError `notFound` if there is no row; `forbidden` if the role or its event does not allow it
 */
export const requireAccess = <Row extends { allowed: number }>(
  row: Row | undefined,
  notFound: ErrorCode,
): Row => {
  if (row === undefined) throw new AppError(notFound)
  if (row.allowed === 0) throw new AppError('forbidden')
  return row
}
