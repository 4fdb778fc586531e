// Compares the selected tickets with what a bulk update makes of them.
import { AppError } from '../../errors.ts'
import type { TicketRow } from '../import/file/table/columns.ts'
import { foldType } from '../import/matching.ts'
import { collectTypes, isSold, sizeError, type TicketType, wasCheckedIn } from '../import/plan.ts'
import { MAX_IN_EVENT } from '../resources/limits.ts'
import { type Move, type NewType, NO_OWNERS, OWNERS } from '../revert/move-tickets.ts'
import type { SelectedTicket } from './select-tickets.ts'

/** Omitted values stay as they are. */
export type Changes = {
  ticketTypeName?: string
  status?: 'Valid' | 'Voided' | 'Refunded'
  note?: string | null
  flag?: 'None' | 'Info' | 'Stop'
  reference?: string | null
  /** The session to move to. */
  sessionId?: string
}

export const LEFT_OUT_REASONS = ['CheckedIn', 'CodeTaken', 'Gone'] as const

/** How many tickets stay as they are for a reason, and the first of them. */
export type LeftOut = { reason: (typeof LEFT_OUT_REASONS)[number]; count: number; ticketIds: string[] }

/** Where tickets move to. `isSameEvent`: then their types are there. */
export type Target = {
  number: number
  types: readonly TicketType[]
  isSameEvent: boolean
  /** For each ticket that can move. */
  numbers: ReadonlyMap<string, string>
}

type Update = { present: SelectedTicket; change: Partial<TicketRow> }

export type Plan = {
  /** Of the event where the tickets are in the end. */
  newTypes: NewType[]
  /**
   * What is written where a ticket is, with the changed values only. A status is laid also where it is the
   * same.
   */
  updates: Update[]
  moves: Move[]
  /** All that is changed of each ticket, to be kept. */
  changes: Update[]
  /** How many tickets get another number. */
  renumbered: number
  /** How many tickets lose the cover under which their guest had come in. */
  checkedInAgain: number
  unchanged: number
  /** The change in the number of `Valid` and `CheckedIn` tickets, where they move to if they do. */
  sold: number
}

const isRefused = (status: string): boolean => status === 'Refunded' || status === 'Voided'

/** Whether a status does anything. It replaces a cover that a revert could take away. */
const isStatusChanged = (ticket: SelectedTicket, status: NonNullable<Changes['status']>): boolean =>
  status === 'Valid' ? isRefused(ticket.status) : ticket.status !== status || ticket.isCovered === 0

const message = (text: string): AppError => new AppError('invalid_request', `${text}. Nothing was changed.`)

/**
 * @param target where the tickets move to, all of them
 * @throws AppError `invalid_request` for a ticket with too much text, and for too many ticket types
 */
export const planUpdate = (
  tickets: readonly SelectedTicket[],
  types: readonly TicketType[],
  { ticketTypeName, status, sessionId: _, ...values }: Changes,
  target?: Target,
): Plan => {
  const known = target?.types ?? types
  const { newTypes, typeNamed } = collectTypes(known)
  const likes = new Map<string, string | undefined>()
  const plan: Plan = {
    ...{ newTypes: [], updates: [], moves: [], changes: [] },
    ...{ renumbered: 0, checkedInAgain: 0, unchanged: 0, sold: 0 },
  }
  /** The type of a ticket in the end; its own if it stays as it is. */
  const typeOf = ({ ticket_type_id: id, ticket_type_name: own }: SelectedTicket): TicketType => {
    const wanted = ticketTypeName ?? own
    const isOwn = target === undefined || target.isSameEvent
    if (isOwn && foldType(own) === foldType(wanted)) return { id, name: own }
    const type = typeNamed(wanted)
    const named = types.find(({ name }) => foldType(name) === foldType(wanted))
    if (!likes.has(type.id)) likes.set(type.id, ticketTypeName === undefined ? id : named?.id)
    return type
  }
  for (const present of tickets) {
    const change: Partial<TicketRow> = {}
    for (const [column, value] of Object.entries(values)) {
      if (present[column as keyof typeof values] !== value) Object.assign(change, { [column]: value })
    }
    if (status !== undefined && isStatusChanged(present, status)) change.status = status
    if (change.status === 'Valid' && wasCheckedIn(present)) plan.checkedInAgain += 1
    const type = typeOf(present)
    const typeChange =
      type.id === present.ticket_type_id ? {} : { ticket_type_id: type.id, ticket_type_name: type.name }
    const all = { ...change, ...typeChange }
    if (target === undefined && Object.keys(all).length === 0) {
      plan.unchanged += 1
      continue
    }
    const ticketNumber = target?.numbers.get(present.id) ?? present.ticket_number
    const tooLong = sizeError({ ...present, ...all, ticket_number: ticketNumber })
    if (tooLong !== undefined) {
      throw message(`changes: ticket ${JSON.stringify(present.ticket_number)}: ${tooLong}`)
    }
    const isSoldAfter = change.status === undefined ? isSold(present) : change.status === 'Valid'
    if (target === undefined) {
      plan.updates.push({ present, change: all })
      plan.changes.push({ present, change: all })
      plan.sold += Number(isSoldAfter) - Number(isSold(present))
      continue
    }
    const isRenumbered = ticketNumber !== present.ticket_number
    if (Object.keys(change).length > 0) plan.updates.push({ present, change })
    plan.moves.push({ present, ticketNumber, type, owners: NO_OWNERS })
    plan.renumbered += Number(isRenumbered)
    plan.sold += Number(isSoldAfter)
    const owners = Object.fromEntries(OWNERS.filter((one) => present[one] !== null).map((one) => [one, null]))
    const number = isRenumbered ? { ticket_number: ticketNumber } : {}
    plan.changes.push({ present, change: { ...all, ...number, ...owners, session_number: target.number } })
  }
  plan.newTypes = newTypes.map((type) => ({ ...type, like: likes.get(type.id) }))
  const added = known.length + newTypes.length
  if (newTypes.length > 0 && added > MAX_IN_EVENT.ticket_types) {
    throw message(
      `changes.ticketTypeName: the event would have ${added.toLocaleString('en')} ticket types; it may have ${MAX_IN_EVENT.ticket_types}`,
    )
  }
  return plan
}
