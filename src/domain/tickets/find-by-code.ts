// The tickets on a guest's own page.
import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { integer, prepare, value } from '../../db/prepared.ts'
import type { TicketStatus } from '../check-in-rule.ts'

/** `startsAt` is epoch milliseconds. */
export type GuestTicket = {
  id: string
  eventName: string
  organizerName: string
  timeZone: string
  startsAt: number
  doorsOpenOffsetMinutes: number | null
  venueName: string | null
  cancelledAt: number | null
  cancelNotice: string | null
  ticketNumber: string
  ticketTypeName: string
  seatLabel: string | null
  attendeeName: string | null
  status: TicketStatus
}

/** How many tickets of a code are read, by session, and shown. */
const MAX_READ = 1_000
const MAX_SHOWN = 20

/** Sessions that started longer ago are over, and come last. */
const OVER_MS = 12 * 3_600_000

/**
 * The organizer that a code belongs to, or NULL. The API keeps codes in the generated form from being used by
 * a second organizer; if SQL does not, the code belongs to the one whose session is oldest.
 */
export const codeOwner = (code: SQL): SQL => sql`(SELECT owned_in.organizer_id
  FROM tickets AS owned INDEXED BY tickets_by_code CROSS JOIN sessions AS owned_in ON owned_in.number = owned.session_number
  WHERE owned.code = ${code} ORDER BY owned.session_number LIMIT 1)`

const tickets = prepare<GuestTicket & { organizerName: string | null }>(sql`
  SELECT tickets.id, events.name AS "eventName", time_zone AS "timeZone", starts_at AS "startsAt",
    (SELECT name FROM organizers WHERE id = ${codeOwner(value('code'))} AND moved_at IS NULL) AS "organizerName",
    doors_open_offset_minutes AS "doorsOpenOffsetMinutes", venues.name AS "venueName",
    cancelled_at AS "cancelledAt", cancel_notice AS "cancelNotice", ticket_number AS "ticketNumber", ticket_type_name AS "ticketTypeName", seat_label AS "seatLabel", attendee_name AS "attendeeName", status
  FROM (
    SELECT key, starts_at < ${integer('over')} AS is_over, starts_at, doors_open_offset_minutes, event_id, venue_id,
      cancelled_at, cancel_notice
    FROM (
      SELECT key, session_number FROM tickets INDEXED BY tickets_by_code
      WHERE code = ${value('code')} ORDER BY session_number LIMIT ${integer('read')}) AS found
    CROSS JOIN sessions ON sessions.number = found.session_number
    WHERE sessions.organizer_id = ${codeOwner(value('code'))}
    ORDER BY is_over, starts_at LIMIT ${integer('shown')}) AS shown
  CROSS JOIN tickets ON tickets.key = shown.key
  CROSS JOIN events INDEXED BY events_pk ON events.id = shown.event_id
  LEFT JOIN venues INDEXED BY venues_pk ON venues.id = shown.venue_id
  ORDER BY is_over, starts_at`)

/**
 * Finds the tickets with a code, soonest first, of the organizer that it belongs to. One that moved to
 * another address has none here.
 */
export const findByCode = async (db: Database, code: string, now: Date): Promise<GuestTicket[]> => {
  const over = now.getTime() - OVER_MS
  const [rows] = await db.batchPrepared([tickets], { code, over, read: MAX_READ, shown: MAX_SHOWN })
  return rows.filter((row): row is GuestTicket => row.organizerName !== null)
}
