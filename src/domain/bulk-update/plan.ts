// Compares the selected tickets with what a bulk update makes of them.
import { AppError } from '../../errors.ts'
import type { TicketRow } from '../import/file/table/columns.ts'
import { foldType } from '../import/matching.ts'
import { collectTypes, isSold, sizeError, type TicketType } from '../import/plan.ts'
import { MAX_IN_EVENT } from '../resources/limits.ts'
import type { SelectedTicket } from './select-tickets.ts'

/** Omitted values stay as they are. */
export type Changes = {
  ticketTypeName?: string
  status?: 'Valid' | 'Voided' | 'Refunded'
  note?: string | null
  flag?: 'None' | 'Info' | 'Stop'
  reference?: string | null
}

export const LEFT_OUT_REASONS = ['CheckedIn', 'CodeTaken', 'Gone'] as const

/** How many tickets stay as they are for a reason, and the first of them. */
export type LeftOut = { reason: (typeof LEFT_OUT_REASONS)[number]; count: number; ticketIds: string[] }

export type Plan = {
  newTypes: TicketType[]
  /** With the changed values only. A status is laid also where it is the same. */
  updates: { present: SelectedTicket; change: Partial<TicketRow> }[]
  unchanged: number
  /** How many selected tickets have their guest inside. */
  inside: number
  /** The change in the number of `Valid` and `CheckedIn` tickets. */
  sold: number
}

const isRefused = (status: string): boolean => status === 'Refunded' || status === 'Voided'

/** Whether a status does anything. A manager's cover stays, and one by others becomes the manager's. */
const isStatusChanged = (ticket: SelectedTicket, status: NonNullable<Changes['status']>): boolean =>
  status === 'Valid' ? isRefused(ticket.status) : ticket.status !== status || ticket.isCovered === 0

/**
 * @throws AppError `invalid_request` for a ticket with too much text, and for too many ticket types
 */
export const planUpdate = (
  tickets: readonly SelectedTicket[],
  types: readonly TicketType[],
  { ticketTypeName, status, ...values }: Changes,
): Plan => {
  const { newTypes, typeNamed } = collectTypes(types)
  const plan: Plan = { newTypes, updates: [], unchanged: 0, inside: 0, sold: 0 }
  for (const present of tickets) {
    plan.inside += present.inside
    const change: Partial<TicketRow> = {}
    for (const [column, value] of Object.entries(values)) {
      if (present[column as keyof typeof values] !== value) Object.assign(change, { [column]: value })
    }
    if (ticketTypeName !== undefined && foldType(present.ticket_type_name) !== foldType(ticketTypeName)) {
      const { id, name } = typeNamed(ticketTypeName)
      Object.assign(change, { ticket_type_id: id, ticket_type_name: name })
    }
    if (status !== undefined && isStatusChanged(present, status)) change.status = status
    if (Object.keys(change).length === 0) {
      plan.unchanged += 1
      continue
    }
    const tooLong = sizeError({ ...present, ...change })
    if (tooLong !== undefined) {
      const name = JSON.stringify(present.ticket_number)
      throw new AppError('invalid_request', `changes: ticket ${name}: ${tooLong}. Nothing was changed.`)
    }
    plan.updates.push({ present, change })
    if (change.status !== undefined) plan.sold += Number(change.status === 'Valid') - Number(isSold(present))
  }
  const added = types.length + newTypes.length
  if (newTypes.length > 0 && added > MAX_IN_EVENT.ticket_types) {
    throw new AppError(
      'invalid_request',
      `changes.ticketTypeName: the event would have ${added.toLocaleString('en')} ticket types; it may have ${MAX_IN_EVENT.ticket_types}. Nothing was changed.`,
    )
  }
  return plan
}
