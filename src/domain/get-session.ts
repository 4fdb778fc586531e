// One session, as staff see it.
import { sql } from 'drizzle-orm'
import type { Database } from '../db/client.ts'
import { prepare } from '../db/prepared.ts'
import { requireAccess } from './access.ts'
import type { SessionItem } from './list-sessions.ts'
import { selectSessionWith } from './session-access.ts'
import { splitCounts, TICKET_COUNT_COLUMNS, type TicketCounts } from './ticket-counts.ts'

type SessionRow = Omit<SessionItem, 'counts'> & TicketCounts & { number: number; allowed: number }

const session = prepare<SessionRow>(
  selectSessionWith(sql`sessions.id, events.organizer_id AS "organizerId",
    (SELECT name FROM organizers WHERE id = events.organizer_id) AS "organizerName",
    events.id AS "eventId", events.name AS "eventName", series_id AS "seriesId",
    (SELECT name FROM series WHERE id = series_id) AS "seriesName",
    (SELECT name FROM venues WHERE id = venue_id) AS "venueName", starts_at AS "startsAt",
    doors_open_offset_minutes AS "doorsOpenOffsetMinutes", capacity, ${TICKET_COUNT_COLUMNS}`),
)

/**
 * Reads a session for a member of its organizer.
 *
 * @throws AppError `session_not_found`, also for non-members; `forbidden` for staff of another event
 */
export const getSession = async (db: Database, subject: string, sessionId: string): Promise<SessionItem> => {
  const [[row]] = await db.batchPrepared([session], { subject, sessionId })
  const { rest, counts } = splitCounts(requireAccess(row, 'session_not_found'))
  return { ...rest, counts }
}
