// Tickets as `ticket-changes` has them, and what they amount to.
import { isWalkIn } from '../../../src/domain/tickets/walk-in.ts'
import { groupBy } from '../../shared/group-by.ts'
import { emptyCounts } from '../../shared/list-copy.ts'
import type { Schemas } from '../../shared/schemas.ts'
import type { Arrival } from './plot.ts'
import type { TicketCounts } from './types.ts'

export type Changes = Schemas['TicketChanges']

/** A ticket as the list has it, by the names of the fields. */
export type LiveTicket = {
  readonly id: string
  readonly ticketNumber: string
  readonly status: keyof Changes['counts']
  readonly ticketTypeName: string
  readonly seatLabel: string | null
  readonly holderEmail: string | null
  readonly attendeeName: string | null
  readonly checkedInAt: string | null
  readonly note: string | null
  /** Of the check-in that counts. */
  readonly device: string | null
  readonly check: number
  /** Whether the guest is in the venue. Null, like what follows, if the status says it all. */
  readonly inside: boolean | null
  /** The ids of the areas that the guest is in. */
  readonly areas: readonly string[] | null
  readonly lastIn: string | null
  readonly lastOut: string | null
  /** The name of the guest list that it is on. */
  readonly list: string | null
}

export const countsOf = (tickets: readonly LiveTicket[]): TicketCounts => {
  const counts = emptyCounts()
  for (const { status } of tickets) counts[status] += 1
  return counts
}

/** How many guests were let in whose tickets were made at the door. */
export const countWalkIns = (tickets: readonly LiveTicket[]): number =>
  tickets.filter(({ id, ticketNumber: number, status }) => status === 'CheckedIn' && isWalkIn({ id, number }))
    .length

/** Who has come at a known time. */
export const arrivalsOf = (tickets: readonly LiveTicket[]): Arrival[] =>
  tickets.flatMap(({ status, checkedInAt, device }) =>
    status === 'CheckedIn' && checkedInAt !== null ? [{ device, at: Date.parse(checkedInAt) }] : [],
  )

export type NamedCounts = { name: string } & TicketCounts

const countsBy = (
  tickets: readonly LiveTicket[],
  nameOf: (ticket: LiveTicket) => string | null,
): NamedCounts[] =>
  [...groupBy(tickets, nameOf)]
    .flatMap(([name, all]) => (name === null ? [] : { name, ...countsOf(all) }))
    .sort((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }))

/** How many tickets of each type there are in each status, by name. */
export const countsByType = (tickets: readonly LiveTicket[]): NamedCounts[] =>
  countsBy(tickets, ({ ticketTypeName }) => ticketTypeName)

/** How many tickets of each guest list there are in each status, by name. */
export const countsByList = (tickets: readonly LiveTicket[]): NamedCounts[] =>
  countsBy(tickets, ({ list }) => list)
