// A row of `members` gives a subject one role in an organizer; `staff` can be limited to one event. The rules
// are SQL conditions, so each statement checks access itself. They are NULL, which no condition passes, if
// the role of a phone forbids what other staff may do.
import { type SQL, sql } from 'drizzle-orm'
import { events } from '../db/schema/events.ts'
import { members } from '../db/schema/members.ts'
import { AppError, type ErrorCode } from '../errors.ts'

/** True if the member is an owner or a manager. */
export const mayManage: SQL = sql`iif(${members.phoneRole} IS NULL, ${members.role} IN ('owner', 'manager'), NULL)`

/** True if the member may see the event's sessions and the tickets, perhaps without names. */
export const maySeeSession: SQL = sql`(${members.eventId} IS NULL OR ${members.eventId} = ${events.id})`

/** False turned into NULL. */
const orNull = (condition: SQL): SQL => sql`nullif(${condition}, 0)`

/** True if the member may also see whose the tickets are, and what was done with them. */
export const maySeeGuests: SQL = sql`(${maySeeSession} AND ${orNull(sql`${members.phoneRole} IS NULL`)})`

/** True if the member may look for what a kiosk refuses at once. */
export const mayLookFurther: SQL = sql`(${maySeeSession} AND ${orNull(sql`${members.phoneRole} IS NOT 'Kiosk'`)})`

/** How long the reports of a phone count that was without a network when its role was changed. */
const GRACE_MS = 24 * 3_600_000

/** True for an item from before `since`, when a phone got its role, if that is not long ago. */
export const isFromBefore = (since: SQL, at: SQL, now: SQL): SQL =>
  sql`coalesce(${at} < ${since} AND ${now} < ${since} + ${sql.raw(String(GRACE_MS))}, 0)`

/**
 * True if the member may send a batch. `reportedAt`: when the latest item happened that does not only ask or
 * undo; -1 if there is none.
 */
export const mayReport = (reportedAt: SQL, now: SQL): SQL =>
  sql`(${maySeeSession} AND ${orNull(sql`(${members.phoneRole} IS NOT 'Kiosk' OR ${reportedAt} = -1
    OR ${isFromBefore(sql`${members.phoneRoleSince}`, reportedAt, now)})`)})`

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
 * @throws AppError `notFound` if there is no row; `forbidden` if the role or its event does not allow it;
 *   `role_forbids` if the role of a phone does not
 */
export const requireAccess = <Row extends { allowed: number | null }>(
  row: Row | undefined,
  notFound: ErrorCode,
): Row => {
  if (row === undefined) throw new AppError(notFound)
  if (row.allowed === null) throw new AppError('role_forbids')
  if (row.allowed === 0) throw new AppError('forbidden')
  return row
}
