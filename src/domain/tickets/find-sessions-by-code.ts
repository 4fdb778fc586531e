// The other sessions for which a code is a ticket.
import { sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { integer, prepare, value } from '../../db/prepared.ts'
import { maySeeSession, requireAccess } from '../access.ts'
import { type SessionAccess, sessionAccess } from '../sessions/session-access.ts'
import { formsOf, MAX_FORMS } from './code-forms.ts'

/** `startsAt` is epoch milliseconds. */
export type FoundSession = {
  sessionId: string
  eventName: string
  timeZone: string
  startsAt: number
  venueName: string | null
}

const MAX_FOUND = 5
/** Tickets with the code that are looked at: those of the sessions made last. Each costs four rows. */
const MAX_LOOKED_AT = 10

const FORMS = Array.from({ length: MAX_FORMS }, (_, index) => `form${index}`)

const otherSessions = prepare<FoundSession>(sql`
  SELECT found.id AS "sessionId", events.name AS "eventName", time_zone AS "timeZone", starts_at AS "startsAt",
    venues.name AS "venueName"
  FROM (
    SELECT other.id, other.event_id, other.venue_id, other.starts_at, session.event_limit
    FROM (
      SELECT sessions.id, sessions.organizer_id, members.event_id AS event_limit FROM sessions
      CROSS JOIN events INDEXED BY events_pk ON events.id = sessions.event_id
      CROSS JOIN members INDEXED BY members_pk
        ON members.organizer_id = events.organizer_id AND members.subject = ${value('subject')}
      WHERE sessions.id = ${value('sessionId')} AND ${maySeeSession}) AS session
    CROSS JOIN (
      SELECT session_number FROM tickets INDEXED BY tickets_by_code
      WHERE code IN (${sql.join(
        FORMS.map((name) => value(name)),
        sql`, `,
      )})
      ORDER BY code DESC, session_number DESC LIMIT ${integer('lookedAt')}) AS ticket
    CROSS JOIN sessions AS other ON other.number = ticket.session_number
    WHERE other.organizer_id = session.organizer_id AND other.id <> session.id
      AND (event_limit IS NULL OR event_limit = other.event_id)
    ORDER BY abs(starts_at - ${integer('now')}) LIMIT ${integer('found')}) AS found
  CROSS JOIN events INDEXED BY events_pk ON events.id = found.event_id
  LEFT JOIN venues INDEXED BY venues_pk ON venues.id = found.venue_id
  ORDER BY abs(starts_at - ${integer('now')})`)

/**
 * Finds the sessions of the session's organizer, other than it, that have a ticket with the code in any of
 * its forms and that the caller may see: at most five, the nearest to now first. Reads at most 60 rows.
 *
 * @throws AppError `session_not_found`, also for non-members; `forbidden` for staff of another event
 */
export const findSessionsByCode = async (
  db: Database,
  { subject, sessionId, code, now }: { subject: string; sessionId: string; code: string; now: Date },
): Promise<FoundSession[]> => {
  const forms = formsOf(code)
  const [access, found] = await db.batchPrepared([sessionAccess, otherSessions], {
    ...Object.fromEntries(FORMS.map((name, index) => [name, forms[index] ?? null])),
    ...{ subject, sessionId, now: now.getTime(), lookedAt: MAX_LOOKED_AT, found: MAX_FOUND },
  })
  requireAccess(access[0] as SessionAccess | undefined, 'session_not_found')
  return found
}
