// One session, as staff see it.
import { sql } from 'drizzle-orm'
import type { Database } from '../db/client.ts'
import { prepare } from '../db/prepared.ts'
import { requireAccess } from './access.ts'
import type { SessionItem } from './list-sessions.ts'
import { MAX_IN_EVENT } from './organizer/limits-of-event.ts'
import { selectSessionWith } from './session-access.ts'
import { splitCounts, TICKET_COUNT_COLUMNS, type TicketCounts } from './ticket-counts.ts'

type TypeNote = { name: string; note: string; flag: 'Info' | 'Stop' }
type TicketType = TypeNote | { name: string; note: string | null; flag: 'None' }

/** A session with the settings of its event, the names of its ticket types, and their notes for door staff. */
export type SessionDetails = SessionItem & {
  walkIns: boolean
  ticketTypes: string[]
  ticketTypeNotes: TypeNote[]
}

/** `walkIns` is 0 or 1, `ticketTypes` JSON of {@link TicketType}. */
type SessionRow = Omit<SessionItem, 'counts'> &
  TicketCounts & { number: number; allowed: number; walkIns: number; ticketTypes: string }

const session = prepare<SessionRow>(
  selectSessionWith(sql`sessions.id, events.organizer_id AS "organizerId",
    (SELECT name FROM organizers WHERE id = events.organizer_id) AS "organizerName",
    events.id AS "eventId", events.name AS "eventName", series_id AS "seriesId",
    (SELECT name FROM series WHERE id = series_id) AS "seriesName",
    (SELECT name FROM venues WHERE id = venue_id) AS "venueName", starts_at AS "startsAt",
    doors_open_offset_minutes AS "doorsOpenOffsetMinutes", capacity, events.walk_ins AS "walkIns", (
      SELECT json_group_array(json_object('name', name, 'note', note, 'flag', iif(note IS NULL, 'None', flag))) FROM (
        SELECT name, note, flag FROM ticket_types INDEXED BY ticket_types_by_event WHERE event_id = events.id
        ORDER BY name COLLATE NOCASE LIMIT ${sql.raw(String(MAX_IN_EVENT.ticket_types))})) AS "ticketTypes", ${TICKET_COUNT_COLUMNS}`),
)

/**
 * Reads a session for a member of its organizer.
 *
 * @throws AppError `session_not_found`, also for non-members; `forbidden` for staff of another event
 */
export const getSession = async (
  db: Database,
  subject: string,
  sessionId: string,
): Promise<SessionDetails> => {
  const [[row]] = await db.batchPrepared([session], { subject, sessionId })
  const { rest, counts } = splitCounts(requireAccess(row, 'session_not_found'))
  const types: TicketType[] = JSON.parse(rest.ticketTypes)
  return {
    ...{ ...rest, counts, walkIns: rest.walkIns === 1 },
    ticketTypes: types.map(({ name }) => name),
    ticketTypeNotes: types.filter((type) => type.flag !== 'None'),
  }
}
