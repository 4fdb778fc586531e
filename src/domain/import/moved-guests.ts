// Guests who left a session for another one. A list of the session that still has them would add them again.
import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { isMove } from '../../db/schema/audit-log.ts'
import { MAX_TICKETS_IN_SESSION } from '../../db/schema/tickets.ts'
import type { TicketRow } from './file/table/columns.ts'

/** The ticket as it is, and where. */
export type MovedGuest = Pick<
  TicketRow,
  | 'id'
  | 'code'
  | 'reference'
  | 'ticket_number'
  | 'ticket_type_name'
  | 'attendee_name'
  | 'attendee_email'
  | 'holder_email'
> & {
  /** The number that it had in the session. */
  number_here: string
  movedTo: { sessionId: string; eventName: string; startsAt: Date; timeZone: string }
}

/** True of the record at the session that tickets left. */
const isLeaving = sql`${isMove} AND change ->> 'sessionId' IS NOT NULL`

/** Of one session, the latest. */
const MAX_MOVED = 20_000

/** True if tickets have left the session. */
export const hasMoves = (sessionId: SQL): SQL<number> =>
  sql`EXISTS (SELECT 1 FROM audit_log INDEXED BY audit_log_moves WHERE entity_id = ${sessionId} AND ${isLeaving})`

/**
 * Reads who left a session and is expected or checked in elsewhere. It is known as long as the move can be
 * reverted.
 */
export const readMovedGuests = async (db: Database, sessionId: string): Promise<MovedGuest[]> => {
  const [rows] = await db.batch([
    db
      .select({
        id: sql<string>`tickets.id`.as('id'),
        code: sql<string>`code`.as('code'),
        reference: sql<string | null>`reference`.as('reference'),
        ticket_number: sql<string>`tickets.ticket_number`.as('ticket_number'),
        ticket_type_name: sql<string>`ticket_type_name`.as('ticket_type_name'),
        attendee_name: sql<string | null>`attendee_name`.as('attendee_name'),
        attendee_email: sql<string | null>`attendee_email`.as('attendee_email'),
        holder_email: sql<string | null>`holder_email`.as('holder_email'),
        number_here: sql<string>`kept.ticket_number`.as('number_here'),
        sessionId: sql<string>`sessions.id`.as('session_id'),
        eventName: sql<string>`events.name`.as('event_name'),
        startsAt: sql<number>`sessions.starts_at`.as('starts_at'),
        timeZone: sql<string>`events.time_zone`.as('time_zone'),
      })
      .from(
        sql`audit_log INDEXED BY audit_log_moves
          CROSS JOIN kept_values AS kept ON kept.key BETWEEN audit_log.id << 20
            AND (audit_log.id << 20) + ${sql.raw(String(MAX_TICKETS_IN_SESSION))}
          CROSS JOIN tickets INDEXED BY tickets_id_unique
            ON tickets.id = kept.ticket_id AND tickets.session_number <> kept.session_number
          CROSS JOIN sessions ON sessions.number = tickets.session_number
          CROSS JOIN events ON events.id = sessions.event_id
        WHERE entity_id = ${sessionId} AND ${isLeaving} AND tickets.status IN ('Valid', 'CheckedIn')
        ORDER BY audit_log.id DESC LIMIT ${sql.raw(String(MAX_MOVED))}`,
      ),
  ])
  const guests = new Map<string, MovedGuest>()
  for (const { sessionId, eventName, startsAt, timeZone, ...ticket } of rows) {
    if (guests.has(ticket.id)) continue
    guests.set(ticket.id, {
      ...ticket,
      movedTo: { sessionId, eventName, startsAt: new Date(startsAt), timeZone },
    })
  }
  return [...guests.values()]
}
