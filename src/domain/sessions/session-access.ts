// The session of a request, as the caller may see it: the start of every statement for its tickets and
// check-ins. Named values: `subject` and `sessionId`.
import { type SQL, sql } from 'drizzle-orm'
import { prepare, value } from '../../db/prepared.ts'
import { EVENTS_BY_ID, MEMBERS_BY_SUBJECT, maySeeGuests, memberOfEvent } from '../access.ts'

/** `allowed` as in `requireAccess`. */
export type SessionAccess = { number: number; allowed: number | null }

/** Joins the `ticket_counts` of the session. */
export const WITH_COUNTS = sql`
  CROSS JOIN ticket_counts ON ticket_counts.session_number = sessions.number`

/**
 * Changes with what devices keep of a session beside its tickets: the ticket types and areas of its event,
 * and its cancellation. Every change of a session has a new `updated_at`. Phones of some roles get no notes.
 */
export const DETAILS_VERSION: SQL = sql.raw(
  `(events.types_version || coalesce('-' || sessions.cancelled_at || '-' || coalesce(sessions.updated_at, ''), '')
    || coalesce('-' || members.phone_role, ''))`,
)

/** FROM and WHERE of the session. Non-members get no row. */
export const fromSession = (joined: SQL = sql``): SQL => sql`
  FROM sessions${joined}
  CROSS JOIN ${EVENTS_BY_ID} ON events.id = sessions.event_id
  CROSS JOIN ${MEMBERS_BY_SUBJECT} ON ${memberOfEvent(value('subject'))}
  WHERE sessions.id = ${value('sessionId')}`

/** The session with its own columns and those of its counts. `may`: what the caller must be allowed to do. */
export const selectSessionWith = (columns: SQL, may = maySeeGuests): SQL => sql`
  SELECT sessions.number, ${columns}, ${may} AS allowed${fromSession(WITH_COUNTS)}`

/** Whether a member of the organizer may do so with the session. */
export const selectAccess = (may = maySeeGuests) =>
  prepare<SessionAccess>(sql`SELECT sessions.number, ${may} AS allowed${fromSession()}`)

/** The session as a table, empty if the caller may not do so with it, so that nothing else is read. */
export const allowedSession = (may = maySeeGuests, more: SQL = sql``): SQL => sql`(
    SELECT sessions.id, sessions.number${more}${fromSession()} AND ${may}) AS session`
