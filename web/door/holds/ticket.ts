// A ticket as the device holds it.
import type { Schemas } from '../../shared/schemas.ts'

/** The values in the order in which the service sends them. */
export type Row = Schemas['TicketRow']
export type Counts = Schemas['TicketCounts']
export type Status = Schemas['TicketStatus']

/** The number of tickets, whatever their status. */
export const totalOf = (counts: Counts): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0)

export type Ticket = {
  readonly id: string
  readonly number: string
  readonly status: Status
  readonly type: string
  readonly seat: string | null
  readonly holderEmail: string | null
  readonly name: string | null
  readonly email: string | null
  readonly company: string | null
  /** Epoch milliseconds. */
  readonly checkedInAt: number | null
  readonly transferCount: number
}

/** The order of the values in a {@link Row}. */
export const FIELDS = [
  'id',
  'ticketNumber',
  'status',
  'ticketTypeName',
  'seatLabel',
  'holderEmail',
  'attendeeName',
  'attendeeEmail',
  'attendeeCompany',
  'checkedInAt',
  'transferCount',
  'check',
] as const

export const STATUS_FIELD = FIELDS.indexOf('status')

export const toTicket = (row: Row): Ticket => ({
  id: row[0],
  number: row[1],
  status: row[2],
  type: row[3],
  seat: row[4],
  holderEmail: row[5],
  name: row[6],
  email: row[7],
  company: row[8],
  checkedInAt: row[9] === null ? null : Date.parse(row[9]),
  transferCount: row[10],
})
