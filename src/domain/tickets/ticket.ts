// A ticket as the list reads it.
import { type SQL, sql } from 'drizzle-orm'
import { MAX_TICKET_BYTES, tickets } from '../../db/schema/tickets.ts'

export { MAX_TICKET_BYTES }

const COLUMNS = {
  key: tickets.key,
  id: tickets.id,
  ticketNumber: tickets.ticketNumber,
  status: tickets.status,
  ticketTypeName: tickets.ticketTypeName,
  seatLabel: tickets.seatLabel,
  currentHolderId: tickets.currentHolderId,
  holderEmail: tickets.holderEmail,
  attendeeName: tickets.attendeeName,
  attendeeEmail: tickets.attendeeEmail,
  attendeeCompany: tickets.attendeeCompany,
  checkedInAt: tickets.checkedInAt,
  transferCount: tickets.transferCount,
}

/** A row of `tickets`; `checkedInAt` is in epoch milliseconds. */
export type Ticket = Pick<typeof tickets.$inferSelect, keyof typeof COLUMNS>

/** The columns of a {@link Ticket}, by their names. */
export const TICKET_FIELDS = Object.fromEntries(
  Object.entries(COLUMNS).map(([name, column]) => [name, sql.raw(`tickets.${column.name}`)]),
) as Record<keyof Ticket, SQL>

/** The SELECT list that yields a {@link Ticket}. */
export const TICKET_COLUMNS: SQL = sql.raw(
  Object.entries(COLUMNS)
    .map(([name, column]) => `tickets.${column.name}${name === column.name ? '' : ` AS "${name}"`}`)
    .join(', '),
)
