// The other sessions for which a code is a ticket.
import { sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { integer, prepare, value } from '../../db/prepared.ts'
import { mayLookFurther, requireAccess } from '../access.ts'
import { selectAccess } from '../sessions/session-access.ts'
import { findByForms, formsOf } from './code-forms.ts'
import { furtherTexts } from './further-texts.ts'

/** `startsAt` is epoch milliseconds. */
export type FoundSession = {
  sessionId: string
  eventName: string
  timeZone: string
  startsAt: number
  venueName: string | null
  cancelledAt: number | null
  cancelNotice: string | null
}

const MAX_FOUND = 5
/** Tickets with a form that are looked at: those of the sessions made last. Each costs five rows. */
const MAX_LOOKED_AT = 10
/** Forms that any ticket has, and that are looked at. A text has more than one only by chance. */
const MAX_KNOWN_FORMS = 4

/** The sessions of each form, the nearest to now first. `forms` is a JSON array, the likeliest form first. */
const otherSessions = prepare<FoundSession & { code: string }>(sql`
  SELECT found.code, found.id AS "sessionId", events.name AS "eventName", time_zone AS "timeZone",
    starts_at AS "startsAt", venues.name AS "venueName", cancelled_at AS "cancelledAt", cancel_notice AS "cancelNotice"
  FROM (
    SELECT ticket.code, other.id, other.event_id, other.venue_id, other.starts_at, other.cancelled_at, other.cancel_notice
    FROM (
      SELECT sessions.id, sessions.organizer_id, members.event_id AS event_limit FROM sessions
      CROSS JOIN events INDEXED BY events_pk ON events.id = sessions.event_id
      CROSS JOIN members INDEXED BY members_pk
        ON members.organizer_id = events.organizer_id AND members.subject = ${value('subject')}
      WHERE sessions.id = ${value('sessionId')} AND ${mayLookFurther}) AS session
    CROSS JOIN (
      SELECT value AS code FROM json_each(${value('forms')}) AS form
      WHERE EXISTS (SELECT 1 FROM tickets INDEXED BY tickets_by_code WHERE code = form.value)
      LIMIT ${integer('knownForms')}) AS form
    CROSS JOIN tickets AS ticket INDEXED BY tickets_by_code ON ticket.code = form.code
      AND ticket.session_number IN (
        SELECT session_number FROM tickets INDEXED BY tickets_by_code WHERE code = form.code
        ORDER BY session_number DESC LIMIT ${integer('lookedAt')})
    CROSS JOIN sessions AS other ON other.number = ticket.session_number
    WHERE other.organizer_id = session.organizer_id AND other.id <> session.id
      AND (event_limit IS NULL OR event_limit = other.event_id)) AS found
  CROSS JOIN events INDEXED BY events_pk ON events.id = found.event_id
  LEFT JOIN venues INDEXED BY venues_pk ON venues.id = found.venue_id
  ORDER BY abs(starts_at - ${integer('now')})`)

const sessionAccess = selectAccess(mayLookFurther)

/**
 * Finds the sessions of the session's organizer, other than it, that have a ticket with the code in the
 * first of its forms that any of them has, and that the caller may see: at most five, the nearest to now
 * first. Reads at most 350 rows.
 *
 * @throws AppError `session_not_found`, also for non-members; `forbidden` for staff of another event;
 *   `role_forbids` for a kiosk
 */
export const findSessionsByCode = async (
  db: Database,
  { subject, sessionId, code, now }: { subject: string; sessionId: string; code: string; now: Date },
): Promise<FoundSession[]> => {
  const [access, found] = await db.batchPrepared([sessionAccess, otherSessions], {
    ...{ subject, sessionId, now: now.getTime(), forms: JSON.stringify(formsOf(code, furtherTexts)) },
    ...{ lookedAt: MAX_LOOKED_AT, knownForms: MAX_KNOWN_FORMS },
  })
  requireAccess(access[0], 'session_not_found')
  const byCode = Map.groupBy(found, (one) => one.code)
  const first = findByForms(code, (form) => byCode.get(form), furtherTexts) ?? []
  return first.slice(0, MAX_FOUND).map(({ code: _, ...session }) => session)
}
