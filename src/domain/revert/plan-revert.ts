// What reverting a record would do: the values that come back, and what is left out.

import type { TicketRow } from '../import/file/table/columns.ts'
import { type Values, writtenValue } from '../import/kept-values.ts'
import { foldType } from '../import/matching.ts'
import { collectTypes, isSold, sizeError, type TicketType } from '../import/plan.ts'
import { MAX_IN_EVENT } from '../resources/limits.ts'
import { isOurs } from '../tickets/code.ts'
import { foldAscii } from '../tickets/ticket.ts'
import { type findPlaces, type Move, OWNERS, type Owners } from './move-tickets.ts'

export const LEFT_OUT_REASONS = [
  'CheckedIn',
  'ChangedSince',
  'Erased',
  'NumberTaken',
  'CodeTaken',
  'Gone',
] as const

export type LeftOut = { ticketId: string; ticketNumber: string; reason: (typeof LEFT_OUT_REASONS)[number] }

/** What is kept of a ticket, with the ticket unless it is gone. */
export type Kept = {
  ticketId: string
  ticketNumber: string
  before: Values
  after: Values
  /** The earlier records from which old values are, unless they are this record's. */
  from: Map<keyof TicketRow, number>
  isErased: boolean
  present: TicketRow | undefined
  /** Whether it has entries or exits in the session that it moved to. */
  hasFacts: boolean
}

/**
 * A ticket that the record created, whether it was ever checked in, whether it is in another session, and
 * whether a source has taken it over.
 */
export type Created = {
  key: number
  id: string
  ticketNumber: string
  status: string
  used: number
  moved: number
  adopted: number
  sourceId: string | null
}

/** Why a ticket that the record created is not deleted. */
const reasonToStay = ({ moved, used, adopted }: Created): LeftOut['reason'] | undefined => {
  if (moved !== 0) return 'Gone'
  if (used !== 0) return 'CheckedIn'
  return adopted === 0 ? undefined : 'ChangedSince'
}

/**
 * How a status comes back: the cover of the record goes; an earlier cover is laid again; or, where others had
 * voided the ticket without a cover, it is written.
 */
export type StatusChange = { present: TicketRow } & (
  | { how: 'uncover' }
  | { how: 'cover'; status: string; record: string }
  | { how: 'write'; status: string }
)

export type RevertPlan = {
  /** How many tickets that the record created were ever checked in. */
  used: number
  deletes: Created[]
  newTypes: TicketType[]
  /** With the values that come back only, without statuses. */
  updates: { present: TicketRow; change: Values }[]
  statuses: StatusChange[]
  /** Tickets that come back to the session. */
  moves: Move[]
  /** How many tickets get something back, and how many of them lose the cover of the record. */
  changed: number
  uncovered: number
  leftOut: LeftOut[]
  newCodes: string[]
  /** The change in the number of `Valid` and `CheckedIn` tickets. */
  sold: number
}

const isRefused = (status: string | undefined): boolean => status === 'Refunded' || status === 'Voided'

/** Whether a ticket has what a record wrote. A type may have been made again by its name. */
const hasWritten = (
  callId: string,
  ticketId: string,
  column: string,
  ticket: Values,
  { ticket_type_name: typeName, ...after }: Values,
): boolean => {
  const key = column as keyof typeof after
  if (writtenValue(callId, ticketId, column, ticket[key]) === after[key]) return true
  return (
    column === 'ticket_type_id' &&
    typeName !== undefined &&
    foldType(ticket.ticket_type_name ?? '') === foldType(typeName)
  )
}

/** Columns that come back with another one. */
const FOLLOWING: Partial<Record<keyof TicketRow, readonly (keyof TicketRow)[]>> = {
  ticket_type_id: ['ticket_type_name'],
  status: ['cover', 'cover_record'],
}
const isFollowing = (column: keyof TicketRow): boolean =>
  Object.values(FOLLOWING).some((columns) => columns.includes(column))

const columnsOf = (values: Values): (keyof TicketRow)[] =>
  (Object.keys(values) as (keyof TicketRow)[]).filter((column) => !isFollowing(column))

/** Whether a status, or the cover behind it, is what a record wrote. */
const hasStatus = (callId: string, ticket: Values, after: Values): boolean =>
  isRefused(after.status) ? ticket.cover_record === callId : !isRefused(ticket.status)

/** A record that was reverted, and the id of the record of that. */
export type Reverted = { id: number; callId: string; revertId: number }

/**
 * Old values of a record that an earlier record wrote, and that was reverted in the meantime: it left them
 * because of this one. Then its old values are the ones to restore, and so on. Call it with the latest first.
 */
export const skipReverted = (
  kept: Kept,
  earlier: Pick<Kept, 'before' | 'after'>,
  { id, callId, revertId }: Reverted,
  record: number,
): void => {
  for (const column of columnsOf(kept.before)) {
    if (!(column in earlier.after) || column === 'session_number') continue
    if (revertId < (kept.from.get(column) ?? record)) continue
    const isItsOwn =
      column === 'status'
        ? hasStatus(callId, kept.before, earlier.after)
        : hasWritten(callId, kept.ticketId, column, kept.before, earlier.after)
    if (!isItsOwn) continue
    for (const each of [column, ...(FOLLOWING[column] ?? [])]) {
      Object.assign(kept.before, { [each]: earlier.before[each] })
    }
    kept.from.set(column, id)
  }
}

type Places = Awaited<ReturnType<typeof findPlaces>>

type Context = {
  callId: string
  types: readonly TicketType[]
  /** The number of the session. */
  session: number
  /** Where tickets that come back can be. */
  placesOf: (tickets: readonly { id: string; ticketNumber: string; code: string }[]) => Promise<Places>
  /** The ids of the tickets that have these numbers, folded, and codes. */
  takenBy: (wanted: { numbers: readonly string[]; codes: readonly string[] }) => Promise<{
    numbers: ReadonlyMap<string, readonly string[]>
    codes: ReadonlyMap<string, readonly string[]>
  }>
}

/** Of those that are unique in a session, the values that come back if nobody else has them. */
const UNIQUE = {
  ticket_number: { reason: 'NumberTaken', list: 'numbers', fold: foldAscii },
  code: { reason: 'CodeTaken', list: 'codes', fold: (code: string) => code },
} as const

const COMING_ALONG: readonly string[] = ['ticket_number', ...OWNERS]

/** Whether the record moved the ticket, and it is where the record moved it. */
const isWhereMoved = ({ before, after, present }: Kept): boolean =>
  before.session_number !== undefined && present?.session_number === after.session_number

type Restored = {
  kept: Kept
  present: TicketRow
  change: Values
  status: StatusChange | undefined
  reasons: Set<LeftOut['reason']>
}

/** How the status comes back, or why it stays; undefined if it is as it was. */
const restoreStatus = (
  { before, after }: Kept,
  present: TicketRow,
  callId: string,
): StatusChange | LeftOut['reason'] | undefined => {
  if (after.status === undefined) return undefined
  if (present.status === 'CheckedIn' && !isRefused(after.status)) {
    return isRefused(before.status) ? 'CheckedIn' : undefined
  }
  if (!hasStatus(callId, present, after)) return 'ChangedSince'
  if (before.cover != null && before.cover_record != null) {
    return { present, how: 'cover', status: before.cover, record: before.cover_record }
  }
  // A void by others may no longer be below the cover. A guest who was let in below it is.
  const isIn = isRefused(after.status) && present.checked_in_at !== null
  if (before.status !== undefined && isRefused(before.status) && !isIn) {
    return { present, how: 'write', status: before.status }
  }
  return isRefused(after.status) ? { present, how: 'uncover' } : undefined
}

/** The values that a ticket still has from the record, and that come back, regardless of other tickets. */
const restore = (kept: Kept, present: TicketRow, callId: string): Restored => {
  const reasons = new Set<LeftOut['reason']>()
  if (kept.isErased) reasons.add('Erased')
  const change: Values = {}
  for (const column of columnsOf(kept.before)) {
    if (column === 'status') continue
    // The number and the owners of a ticket that moved come back with it.
    if (kept.before.session_number !== undefined && COMING_ALONG.includes(column)) continue
    if (column === 'session_number') {
      if (!isWhereMoved(kept)) reasons.add('ChangedSince')
      else if (kept.hasFacts) reasons.add('CheckedIn')
      continue
    }
    if (!hasWritten(callId, kept.ticketId, column, present, kept.after)) reasons.add('ChangedSince')
    else if (present[column] !== kept.before[column]) Object.assign(change, { [column]: kept.before[column] })
  }
  const status = restoreStatus(kept, present, callId)
  if (typeof status === 'string') reasons.add(status)
  return { kept, present, change, status: typeof status === 'string' ? undefined : status, reasons }
}

export const planRevert = async (
  created: readonly Created[],
  keptTickets: readonly Kept[],
  { callId, session, types, placesOf, takenBy }: Context,
): Promise<RevertPlan> => {
  const deletes = created.filter((ticket) => reasonToStay(ticket) === undefined)
  const leftOut = created.flatMap((ticket): LeftOut[] => {
    const reason = reasonToStay(ticket)
    return reason === undefined ? [] : [{ ticketId: ticket.id, ticketNumber: ticket.ticketNumber, reason }]
  })
  const { newTypes, typeNamed } = collectTypes(types)
  const nameOf = new Map(types.map(({ id, name }) => [id, name]))
  const byName = (name: string): TicketType | undefined => {
    const folded = foldType(name)
    const isKnown = [...types, ...newTypes].some((type) => foldType(type.name) === folded)
    const isFull = types.length + newTypes.length >= MAX_IN_EVENT.ticket_types
    return isKnown || !isFull ? typeNamed(name) : undefined
  }
  /** A type of another event is found by its name. */
  const moveOf = (
    { kept, present, change }: Pick<Restored, 'kept' | 'present' | 'change'>,
    ticketNumber: string,
  ): Move | undefined => {
    const id = change.ticket_type_id ?? present.ticket_type_id
    const name = change.ticket_type_name ?? nameOf.get(id)
    const type = name === undefined ? byName(present.ticket_type_name) : { id, name }
    const owners = Object.fromEntries(OWNERS.map((owner) => [owner, kept.before[owner] ?? null])) as Owners
    return type && { present, ticketNumber, type, owners }
  }
  const restored: Restored[] = []
  for (const kept of keptTickets) {
    if (kept.present !== undefined) restored.push(restore(kept, kept.present, callId))
    else leftOut.push({ ticketId: kept.ticketId, ticketNumber: kept.ticketNumber, reason: 'Gone' })
  }

  /** A number that the record replaced is wished again. */
  const numberOf = ({ kept: { before, after }, present }: Restored): string =>
    before.ticket_number !== undefined && present.ticket_number === after.ticket_number
      ? before.ticket_number
      : present.ticket_number
  const returning = restored.filter(({ kept }) => isWhereMoved(kept) && !kept.hasFacts)
  const places = await placesOf(
    returning.map((one) => ({
      ...{ id: one.present.id, ticketNumber: numberOf(one) },
      code: one.change.code ?? one.present.code,
    })),
  )

  const wanted = (column: keyof typeof UNIQUE) => restored.flatMap(({ change }) => change[column] ?? [])
  const [numbers, codes] = [wanted('ticket_number'), wanted('code')]
  const taken = await takenBy({ numbers, codes })
  const gone = new Set(deletes.map(({ id }) => id))
  const given = { ticket_number: new Set<string>(), code: new Set<string>() }

  const plan: RevertPlan = {
    used: created.filter(({ used, moved }) => moved === 0 && used !== 0).length,
    ...{ deletes, newTypes, updates: [], statuses: [], moves: [], leftOut },
    ...{ changed: 0, uncovered: 0 },
    newCodes: [],
    sold: -deletes.filter(isSold).length,
  }
  for (const { kept, present, change, status, reasons } of restored) {
    for (const [column, { reason, list, fold }] of Object.entries(UNIQUE)) {
      const key = column as keyof typeof UNIQUE
      const value = change[key]
      if (value === undefined) continue
      const others = taken[list].get(fold(value)) ?? []
      const isTaken = others.some((id) => id !== present.id && !gone.has(id)) || given[key].has(fold(value))
      if (isTaken) {
        delete change[key]
        reasons.add(reason)
      } else given[key].add(fold(value))
    }
    const isAway = present.session_number !== session
    const number = isAway ? places.numbers.get(present.id) : undefined
    if (places.codeTaken.has(present.id)) reasons.add('CodeTaken')
    const { ticket_type_id: typeId } = change
    // The types of the session are of another event than those of a ticket that stays away.
    if (isAway && number === undefined) delete change.ticket_type_id
    else if (typeId !== undefined) {
      const name = nameOf.get(typeId)
      const type = name === undefined ? byName(kept.before.ticket_type_name ?? '') : { id: typeId, name }
      if (type === undefined) reasons.add('ChangedSince')
      if (type === undefined || type.id === present.ticket_type_id) delete change.ticket_type_id
      else Object.assign(change, { ticket_type_id: type.id, ticket_type_name: type.name })
    }
    // Other texts have grown since.
    if (sizeError({ ...present, ...change }) !== undefined) {
      for (const column of Object.keys(change)) delete change[column as keyof TicketRow]
      reasons.add('ChangedSince')
    }
    const move = number === undefined ? undefined : moveOf({ kept, present, change }, number)
    if (number !== undefined && move === undefined) reasons.add('ChangedSince')
    for (const reason of reasons) {
      leftOut.push({ ticketId: present.id, ticketNumber: present.ticket_number, reason })
    }
    if (move !== undefined) {
      plan.moves.push(move)
      delete change.ticket_type_id
      delete change.ticket_type_name
    }
    const isChanged = Object.keys(change).length > 0
    if (isChanged) plan.updates.push({ present, change })
    if (change.code !== undefined && isOurs(change.code)) plan.newCodes.push(change.code)
    if (status !== undefined) plan.statuses.push(status)
    plan.changed += Number(isChanged || status !== undefined || move !== undefined)
    plan.uncovered += Number(status?.how === 'uncover')
    const isSoldAfter = status === undefined ? isSold(present) : status.how === 'uncover'
    const wasSold = !isAway && isSold(present)
    if (!isAway || move !== undefined) plan.sold += Number(isSoldAfter) - Number(wasSold)
  }
  return plan
}
