// The rule at the door: the outcome of a check-in, and the state that follows for its ticket. The service
// follows it in SQL (`ticket_outcomes` and `ticket_states` in drizzle/0003_check_ins.sql). The phone, the
// model of the tests and the benchmark use this module.
import { OUTCOMES, STATUSES } from '../../db/schema/ticket-constants.ts'

export { OUTCOMES, STATUSES }

export type TicketStatus = (typeof STATUSES)[number]
export type Outcome = (typeof OUTCOMES)[number]

// What devices send. Instants are epoch milliseconds.

/** `admitted`: the person has been let in already, without asking. */
export type CheckIn = { type: 'CheckIn'; id: string; at: number; admitted: boolean }
export type Undo = { type: 'Undo'; id: string; checkInId: string; at: number }
/** The check-in of somebody without a ticket, who was let in. It brings the ticket. */
export type WalkIn = { type: 'WalkIn'; id: string; at: number }
export type Item = CheckIn | Undo | WalkIn

/** `checkedInAt` is in epoch milliseconds. */
export type TicketState = { readonly status: TicketStatus; readonly checkedInAt: number | null }

/**
 * A ticket of the session as a check-in finds it. `baseStatus`: without the check-ins since others wrote it.
 */
type Found = { readonly status: TicketStatus; readonly baseStatus: TicketStatus }

/**
 * The outcome of a check-in. `isUndone`: its undo arrived first. `ticket`: undefined if the session has none.
 */
export const outcomeOf = (ticket: Found | undefined, isUndone = false): Outcome => {
  if (isUndone) return 'Undone'
  if (ticket === undefined) return 'UnknownTicket'
  if (ticket.status === 'CheckedIn') return 'AlreadyCheckedIn'
  return ticket.baseStatus === 'Valid' ? 'CheckedIn' : 'NotValid'
}

/** Whether a check-in decides the state of its ticket until it is undone. `admitted`: somebody was let in. */
export const decidesState = (outcome: string, admitted: boolean): boolean =>
  outcome === 'CheckedIn' || (outcome === 'AlreadyCheckedIn' && admitted)

/**
 * The state of a ticket whose admissions happened `admittedAt` these times. The earliest decides. An
 * admission by others, in `base`, is never undone. Without any, a walk-in's ticket is void.
 */
export const stateAfter = (
  base: TicketState,
  admittedAt: readonly number[],
  isWalkIn = false,
): TicketState => {
  if (admittedAt.length === 0) return isWalkIn ? { ...base, status: 'Voided' } : base
  const earlier = base.status === 'CheckedIn' && base.checkedInAt !== null ? [base.checkedInAt] : []
  return { status: 'CheckedIn', checkedInAt: Math.min(...admittedAt, ...earlier) }
}
