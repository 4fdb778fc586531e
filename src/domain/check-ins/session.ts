// The session whose check-ins are recorded or read, as the caller may see it.
import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import { EVENTS_BY_ID, MEMBERS_BY_SUBJECT, maySeeSession, memberOfEvent } from '../access.ts'

/** A row of {@link selectSession}. */
export type SessionAccess = { id: string; number: number; allowed: number }

/** SQL for the session, for a member of its organizer. For anyone else there is no row. */
export const selectSession = (subject: string | Placeholder, sessionId: string | Placeholder): SQL => sql`
  SELECT sessions.id AS id, sessions.number AS number, ${maySeeSession} AS allowed
  FROM sessions
  CROSS JOIN ${EVENTS_BY_ID} ON events.id = sessions.event_id
  CROSS JOIN ${MEMBERS_BY_SUBJECT} ON ${memberOfEvent(subject)}
  WHERE sessions.id = ${sessionId}`

/** SQL for a table of the session, if the caller may see it; otherwise it has no row, and nothing else is read. */
export const allowedSession = (subject: string | Placeholder, sessionId: string | Placeholder): SQL =>
  sql`(SELECT id, number FROM (${selectSession(subject, sessionId)}) WHERE allowed) AS session`
