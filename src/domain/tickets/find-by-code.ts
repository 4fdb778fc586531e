// The tickets that a guest's own page shows.
import { sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { integer, prepare, value } from '../../db/prepared.ts'
import type { TicketStatus } from './ticket.ts'

/** `startsAt` is epoch milliseconds. */
export type GuestTicket = {
  eventName: string
  organizerName: string
  timeZone: string
  startsAt: number
  doorsOpenOffsetMinutes: number | null
  venueName: string | null
  ticketNumber: string
  ticketTypeName: string
  seatLabel: string | null
  attendeeName: string | null
  status: TicketStatus
}

/** One code can be in several sessions. */
const MAX_TICKETS = 20

const tickets = prepare<GuestTicket>(sql`
  SELECT events.name AS "eventName", organizers.name AS "organizerName", time_zone AS "timeZone", starts_at AS "startsAt",
    doors_open_offset_minutes AS "doorsOpenOffsetMinutes", venues.name AS "venueName", ticket_number AS "ticketNumber",
    ticket_type_name AS "ticketTypeName", seat_label AS "seatLabel", attendee_name AS "attendeeName", status
  FROM tickets INDEXED BY tickets_by_code CROSS JOIN sessions ON sessions.number = tickets.session_number
  CROSS JOIN events INDEXED BY events_pk ON events.id = sessions.event_id
  CROSS JOIN organizers INDEXED BY organizers_pk ON organizers.id = events.organizer_id
  LEFT JOIN venues INDEXED BY venues_pk ON venues.id = sessions.venue_id
  WHERE code = ${value('code')} ORDER BY starts_at LIMIT ${integer('limit')}`)

/** Finds the tickets with a code, soonest first. */
export const findByCode = async (db: Database, code: string): Promise<GuestTicket[]> => {
  const [rows] = await db.batchPrepared([tickets], { code, limit: MAX_TICKETS })
  return rows
}
