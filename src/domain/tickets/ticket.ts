import { type SQL, sql } from 'drizzle-orm'
import { MAX_TICKET_BYTES, tickets } from '../../db/schema/tickets.ts'

export { MAX_TICKET_BYTES }

export const TICKET_STATUSES = ['Valid', 'CheckedIn', 'Refunded', 'Voided'] as const

export type TicketStatus = (typeof TICKET_STATUSES)[number]

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

/** A ticket as listed. `checkedInAt` is epoch milliseconds. */
export type Ticket = Pick<typeof tickets.$inferSelect, keyof typeof COLUMNS>

/** The columns of a {@link Ticket} by name. */
export const TICKET_FIELDS = Object.fromEntries(
  Object.entries(COLUMNS).map(([name, column]) => [name, sql.raw(`tickets.${column.name}`)]),
) as Record<keyof Ticket, SQL>

/** The SELECT list that yields a {@link Ticket}. */
export const TICKET_COLUMNS: SQL = sql.raw(
  Object.entries(COLUMNS)
    .map(([name, column]) => `tickets.${column.name}${name === column.name ? '' : ` AS "${name}"`}`)
    .join(', '),
)
