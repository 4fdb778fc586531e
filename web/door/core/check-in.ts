// A check-in and its undo on the phone, from the question to the service until both sides have them.
// Instants are epoch milliseconds in the service's time.
import { outcomeOf } from '../../../src/domain/check-ins/rule.ts'
import { isWalkIn } from '../../../src/domain/tickets/walk-in.ts'
import type { Clock } from './clock.ts'
import type { Guest, Status, Ticket, TicketState } from './ticket.ts'

/** What the service says about an item. */
export type Result = {
  id: string
  outcome: string
  ticket: { status: Status; checkedInAt: string | null } | null
  earlier: { at: string | null; device: string | null } | null
}

export type Undo = {
  at: number
  order: number
  status: 'waiting' | 'recorded'
  /** The state of the ticket after the undo. */
  after: TicketState
  /** Whether the copy of the list shows it. */
  isInCopy: boolean
}

export type Rejection = { status: number; code: string; message: string }

/** What a walk-in has beside the guest. */
export type WalkIn = { readonly note: string | null }

export type CheckIn = {
  id: string
  sessionId: string
  guest: Guest
  /** For somebody without a ticket. The item creates one. */
  walkIn?: WalkIn | undefined
  /** The name of the device. */
  device: string | null
  /** Who was signed in. */
  subject: string
  /** The start of the page in which it happened. */
  owner: string
  /** The order in which items are sent. */
  order: number
  at: number
  clock: Clock['source']
  /**
   * `asking`: the service is being asked, and nothing was shown. `refused`: nobody was let in, but the
   * service may have the question, so its undo is sent. `admitted`: somebody was let in, and the service must
   * be told. `recorded`: the service has it.
   */
  status: 'asking' | 'refused' | 'admitted' | 'recorded'
  /** Why the service rejected it; null once it is sent again. */
  rejection: Rejection | null
  result: Result | null
  isInCopy: boolean
  /** Whether the screen has shown its outcome. */
  isShown: boolean
  /** Whether somebody has looked at the conflict. */
  isSeen: boolean
  undo: Undo | null
}

type Fate = 'rejection' | 'result' | 'isInCopy' | 'isShown' | 'isSeen' | 'undo'

/** A new check-in. */
export const newCheckIn = (facts: Omit<CheckIn, Fate>): CheckIn => ({
  ...facts,
  rejection: null,
  result: null,
  isInCopy: false,
  isShown: false,
  isSeen: false,
  undo: null,
})

/** Adds its undo to a question that let nobody in: the service may have the question. */
export const withdraw = (question: CheckIn): CheckIn => {
  const { at, order } = question
  const after = { status: 'Valid', checkedInAt: null } as const
  return { ...question, status: 'refused', undo: { at, order, status: 'waiting', after, isInCopy: true } }
}

/** What staff are told. */
export type Outcome =
  | { kind: 'CheckedIn' }
  /** `isHere`: by this phone. `wasShown`: whether the screen showed that this phone did it. */
  | { kind: 'AlreadyCheckedIn'; at: number | null; device: string | null; isHere: boolean; wasShown: boolean }
  /** Somebody was let in here while offline, after another device had checked the ticket in. */
  | { kind: 'AdmittedTwice'; at: number | null; device: string | null }
  | { kind: 'NotValid'; status: Status }
  /** The event does not allow walk-ins. */
  | { kind: 'NotAllowed' }
  /** A number or id, which anyone could know, rather than the code on the ticket. */
  | { kind: 'WrongCode' }
  /** The code belongs to another session on this phone, which starts at this ISO 8601 time. */
  | { kind: 'OtherSession'; eventName: string; startsAt: string }
  /** `isLoading`: the list is incomplete, so the ticket may still come. */
  | { kind: 'UnknownTicket'; isLoading: boolean }
  /** Neither the service nor the disk has it, so nobody may be let in. */
  | { kind: 'NotSaved' }

/** Whether a stored entry can be used and sent. */
export const isCheckIn = (entry: CheckIn): boolean =>
  [entry?.id, entry?.sessionId, entry?.guest?.id, entry?.guest?.number, entry?.subject].every(
    (value) => typeof value === 'string',
  ) &&
  ['asking', 'refused', 'admitted', 'recorded'].includes(entry.status) &&
  isInstant(entry.at) &&
  Number.isFinite(entry.order) &&
  (entry.undo === null || (isInstant(entry.undo?.at) && Number.isFinite(entry.undo.order)))

/** The latest instant that a `Date` can represent. */
const MAX_INSTANT = 8.64e15

const isInstant = (time: unknown): boolean => typeof time === 'number' && time >= 0 && time <= MAX_INSTANT

/**
 * The id of the undo: that of the check-in with another version digit, so every attempt uses the same one.
 */
export const undoIdOf = (checkInId: string): string => {
  const digit = checkInId.charAt(14) === '8' ? '4' : '8'
  return `${checkInId.slice(0, 14)}${digit}${checkInId.slice(15)}`
}

export type Item = { id: string; order: number; checkIn: CheckIn; type: 'CheckIn' | 'Undo' }

export const isRejected = ({ rejection }: CheckIn): boolean => rejection !== null

/** The item for the check-in, not for its undo. */
export const toItem = (checkIn: CheckIn): Item => ({
  id: checkIn.id,
  order: checkIn.order,
  checkIn,
  type: 'CheckIn',
})

/** The items that the service still needs. */
export const itemsOf = (checkIn: CheckIn): Item[] => {
  const items: Item[] = []
  if (isRejected(checkIn)) return items
  if (checkIn.status === 'admitted') items.push(toItem(checkIn))
  if (checkIn.undo?.status === 'waiting' && checkIn.status !== 'asking')
    items.push({ id: undoIdOf(checkIn.id), order: checkIn.undo.order, checkIn, type: 'Undo' })
  return items
}

/** An item as it is sent. */
export const toWire = ({ id, type, checkIn }: Item) => {
  const { guest, walkIn, undo, status } = checkIn
  const at = new Date(type === 'Undo' && undo ? undo.at : checkIn.at).toISOString()
  if (type === 'Undo') return { type, id, checkInId: checkIn.id, at }
  if (walkIn === undefined) return { type, id, ticketId: guest.id, at, admitted: status === 'admitted' }
  const { name, type: ticketTypeName } = guest
  return { type: 'WalkIn' as const, id, ticketId: guest.id, name, ticketTypeName, note: walkIn.note, at }
}

/** Whether this phone counts somebody as let in. */
export const isLive = ({ status, undo }: CheckIn): boolean =>
  undo === null && (status === 'admitted' || status === 'recorded')

/** The state that a check-in gives its ticket; undefined if it gives none or the copy shows it already. */
export const localStateOf = (checkIn: CheckIn): TicketState | undefined => {
  const { undo, status, result, at } = checkIn
  if (undo !== null) return undo.isInCopy || status === 'refused' ? undefined : undo.after
  if (!isLive(checkIn) || checkIn.isInCopy) return undefined
  return (result && stateIn(result)) ?? { status: 'CheckedIn', checkedInAt: at }
}

const toTime = (text: string | null | undefined): number | null => (text ? Date.parse(text) : null)

/** The ticket's state at the service; undefined if it has no such ticket. */
export const stateIn = ({ ticket }: Result): TicketState | undefined =>
  ticket === null ? undefined : { status: ticket.status, checkedInAt: toTime(ticket.checkedInAt) }

/** The outcome of a question, from the service's result. */
export const toOutcome = (result: Result, own: CheckIn | undefined): Outcome => {
  const { outcome, ticket, earlier } = result
  if (outcome === 'CheckedIn') return { kind: 'CheckedIn' }
  if (outcome === 'AlreadyCheckedIn') {
    const at = toTime(earlier?.at ?? ticket?.checkedInAt)
    const isHere = own !== undefined && own.at === at
    return {
      kind: 'AlreadyCheckedIn',
      at,
      device: earlier?.device ?? null,
      isHere,
      wasShown: !isHere || own.isShown,
    }
  }
  if (outcome === 'NotAllowed') return { kind: 'NotAllowed' }
  if (outcome === 'NotValid') return { kind: 'NotValid', status: ticket?.status ?? 'Voided' }
  // A question that was withdrawn before it arrived lets nobody in.
  return outcome === 'UnknownTicket' ? { kind: 'UnknownTicket', isLoading: false } : { kind: 'NotSaved' }
}

/** Why the service would have kept out somebody who was let in; undefined if it agrees. */
export const refusalOf = ({ status, undo, result }: CheckIn): Outcome | undefined => {
  if (status !== 'recorded' || undo !== null || result === null || result.outcome === 'CheckedIn')
    return undefined
  const outcome = toOutcome(result, undefined)
  if (outcome.kind !== 'AlreadyCheckedIn') return outcome
  return { kind: 'AdmittedTwice', at: outcome.at, device: outcome.device }
}

/** Decides without the service, by what the phone knows. `own`: this phone's live check-in of the ticket. */
export const decideAlone = (state: TicketState | undefined, own: CheckIn | undefined): Outcome => {
  const outcome = outcomeOf(state && { ...state, baseStatus: state.status }, { type: 'CheckIn', at: 0 })
  if (state === undefined) return { kind: 'UnknownTicket', isLoading: false }
  if (outcome === 'CheckedIn') return { kind: 'CheckedIn' }
  if (outcome !== 'AlreadyCheckedIn') return { kind: 'NotValid', status: state.status }
  const isHere = own !== undefined && own.at === state.checkedInAt
  return {
    kind: 'AlreadyCheckedIn',
    at: state.checkedInAt,
    device: isHere ? own.device : null,
    isHere,
    wasShown: !isHere || own.isShown,
  }
}

export type ConflictKind = 'twice' | 'notValid'

/** How the service disagrees that somebody was let in; undefined if it agrees or somebody has looked. */
export const conflictOf = (checkIn: CheckIn): ConflictKind | undefined => {
  if (checkIn.status !== 'recorded' || checkIn.undo !== null || checkIn.isSeen) return undefined
  const outcome = checkIn.result?.outcome ?? ''
  if (outcome === 'AlreadyCheckedIn') return 'twice'
  return ['NotValid', 'NotAllowed', 'UnknownTicket'].includes(outcome) ? 'notValid' : undefined
}

/**
 * The ticket's state after the undo of a check-in at `at`. Somebody else's earlier one stays; a walk-in is
 * void.
 */
export const afterUndo = (guest: Guest, ticket: Ticket | undefined, at: number): TicketState =>
  ticket?.status === 'CheckedIn' && ticket.checkedInAt !== null && ticket.checkedInAt < at
    ? { status: 'CheckedIn', checkedInAt: ticket.checkedInAt }
    : { status: isWalkIn(guest) ? 'Voided' : 'Valid', checkedInAt: null }
