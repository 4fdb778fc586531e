import { sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { prepare } from '../../db/prepared.ts'
import { maySeeSession, requireAccess } from '../access.ts'
import type { EntryRule } from '../check-in-rule.ts'
import { MAX_IN_EVENT } from '../resources/limits.ts'
import { splitCounts, TICKET_COUNT_COLUMNS, type TicketCounts } from '../ticket-counts.ts'
import { type Area, readAreas } from './inside.ts'
import type { SessionItem } from './list-sessions.ts'
import { DETAILS_VERSION, selectSessionWith } from './session-access.ts'

type TicketType = EntryRule & {
  id: string
  name: string
  note: string | null
  flag: 'None' | 'Info' | 'Stop'
}

/** A session with the settings, the ticket types and the areas of its event. Some phones get no notes. */
export type SessionDetails = SessionItem & {
  walkIns: boolean
  types: TicketType[]
  areas: Area[]
  /** Changes whenever `types`, `areas` or the cancellation of the session change. */
  typesVersion: string
}

/** `walkIns` is 0 or 1, `types` and `areas` are JSON. */
type SessionRow = Omit<SessionItem, 'counts'> &
  TicketCounts & {
    number: number
    allowed: number | null
    walkIns: number
    types: string
    areas: string
    typesVersion: string
  }

const session = prepare<SessionRow>(
  selectSessionWith(
    sql`sessions.id, events.organizer_id AS "organizerId",
    (SELECT name FROM organizers WHERE id = events.organizer_id) AS "organizerName",
    events.id AS "eventId", events.name AS "eventName", time_zone AS "timeZone", series_id AS "seriesId",
    (SELECT name FROM series WHERE id = series_id) AS "seriesName",
    (SELECT name FROM venues WHERE id = venue_id) AS "venueName", starts_at AS "startsAt",
    doors_open_offset_minutes AS "doorsOpenOffsetMinutes", capacity, cancelled_at AS "cancelledAt",
    cancel_notice AS "cancelNotice", events.walk_ins AS "walkIns",
    ${DETAILS_VERSION} AS "typesVersion", events.areas, (
      SELECT json_group_array(json_object('id', id, 'name', name, 'note', iif(members.phone_role IS NULL, note, NULL), 'flag', flag, 'areas', json(areas), 'entries', entries,
        'from', from_minutes, 'until', until_minutes)) FROM (
        SELECT * FROM ticket_types INDEXED BY ticket_types_by_event WHERE event_id = events.id
        ORDER BY trim(name) COLLATE NOCASE LIMIT ${sql.raw(String(MAX_IN_EVENT.ticket_types))})) AS types, ${TICKET_COUNT_COLUMNS}`,
    maySeeSession,
  ),
)

/** @throws AppError `session_not_found`, also for non-members; `forbidden` for staff of another event */
export const getSession = async (
  db: Database,
  subject: string,
  sessionId: string,
): Promise<SessionDetails> => {
  const [[row]] = await db.batchPrepared([session], { subject, sessionId })
  const { rest, counts } = splitCounts(requireAccess(row, 'session_not_found'))
  return {
    ...rest,
    counts,
    walkIns: rest.walkIns === 1,
    types: JSON.parse(rest.types),
    areas: readAreas(rest.areas),
  }
}
