import { type SQL, sql } from 'drizzle-orm'
import { pack, unpack } from '../../db/prepared.ts'
import { MAX_REFERENCE, MAX_TICKET_BYTES, tickets } from '../../db/schema/tickets.ts'
import { ASCII } from './fold.ts'

export { MAX_REFERENCE, MAX_TICKET_BYTES }

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

/** The name of the guest list that a ticket is on. */
export const LIST_NAME = sql<
  string | null
>`(SELECT name FROM guest_lists WHERE id = tickets.guest_list_id AND session_number = tickets.session_number)`

/** The columns of a {@link Ticket} by name. */
export const TICKET_FIELDS = Object.fromEntries(
  Object.entries(COLUMNS).map(([name, column]) => [name, sql.raw(`tickets.${column.name}`)]),
) as Record<keyof Ticket, SQL>

/** The column that {@link unpackTicket} reads. */
export const PACKED_TICKET = pack(TICKET_FIELDS)
export const unpackTicket = unpack(TICKET_FIELDS)

const isReadable = (ticket: Ticket): boolean =>
  Object.values(ticket).every((value) => value === null || typeof value !== 'object')

/**
 * Omits tickets with a BLOB and logs their keys. Tables refuse BLOBs unless their CHECKs are off, but one
 * such row must not cost every device the rest of the list.
 */
export const omitUnreadable = <Row extends Ticket>(tickets: readonly Row[]): Row[] => {
  const readable = tickets.filter(isReadable)
  if (readable.length < tickets.length) {
    const keys = tickets.filter((ticket) => !isReadable(ticket)).map(({ key }) => key)
    console.error(JSON.stringify({ warning: 'Tickets with a BLOB were omitted', keys }))
  }
  return readable
}

/** Folds case as SQLite's NOCASE does: ASCII letters only. */
export const foldAscii = (text: string): string =>
  ASCII.test(text) ? text.toLowerCase() : text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
