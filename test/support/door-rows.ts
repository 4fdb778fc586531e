// Rows of tickets as the door page stores them, made from values by their names, so that a new field of a
// ticket changes none of them.
import { FIELDS, type Row, type Ticket, toTicket } from '../../web/door/core/ticket.ts'

type Values = Partial<Record<(typeof FIELDS)[number], unknown>>

const USUAL: Values = { status: 'Valid', ticketTypeName: 'Standing', transferCount: 0, check: 0 }

/** Values that are not given are those of a ticket that is expected, and null. */
export const doorRow = (values: Values): Row => {
  const all = { ...USUAL, ...values }
  return FIELDS.map((name) => all[name] ?? null) as unknown as Row
}

export const doorTicket = (values: Values): Ticket => toTicket(doorRow(values))
