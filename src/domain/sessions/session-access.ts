// The session that a request names, as the caller may see it. The statements that read or write its tickets
// and check-ins start from it. Their values `subject` and `sessionId` are named.
import { type SQL, sql } from 'drizzle-orm'
import { prepare, value } from '../../db/prepared.ts'
import { EVENTS_BY_ID, MEMBERS_BY_SUBJECT, maySeeSession, memberOfEvent } from '../access.ts'

export type SessionAccess = { number: number; allowed: number }

/** The session with its `ticket_counts`. */
export const WITH_COUNTS = sql`
  CROSS JOIN ticket_counts ON ticket_counts.session_number = sessions.number`

/** FROM and WHERE of the session, for a member of its organizer. For anyone else there is no row. */
export const fromSession = (joined: SQL = sql``): SQL => sql`
  FROM sessions${joined}
  CROSS JOIN ${EVENTS_BY_ID} ON events.id = sessions.event_id
  CROSS JOIN ${MEMBERS_BY_SUBJECT} ON ${memberOfEvent(value('subject'))}
  WHERE sessions.id = ${value('sessionId')}`

/** The session with columns of its own and of its counts. */
export const selectSessionWith = (columns: SQL): SQL => sql`
  SELECT sessions.number, ${columns}, ${maySeeSession} AS allowed${fromSession(WITH_COUNTS)}`

/** Tells a member of the session's organizer whether they may see it. */
export const sessionAccess = prepare<SessionAccess>(
  sql`SELECT sessions.number, ${maySeeSession} AS allowed${fromSession()}`,
)

/** A table of the session, if the caller may see it. Otherwise it has no row, and nothing else is read. */
export const ALLOWED_SESSION: SQL = sql`(
    SELECT sessions.id, sessions.number${fromSession()} AND ${maySeeSession}) AS session`
