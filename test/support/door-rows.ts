// Rows of tickets as the door page stores them, from named values: a new field of a ticket needs no change
// in the tests.
import { type Row, rowOf, type Ticket, toTicket } from '../../web/door/core/ticket.ts'

type Values = Parameters<typeof rowOf>[0]

/** Values that are not given are those of a ticket that is expected, and null. */
export const doorRow = (values: Values): Row =>
  rowOf({ status: 'Valid', ticketTypeName: 'Standing', transferCount: 0, check: 0, ...values })

export const doorTicket = (values: Values): Ticket => toTicket(doorRow(values))
