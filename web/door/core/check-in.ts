// A check-in, exit or tally and its undo on the phone, from the question to the service until both sides have
// them. Instants are epoch milliseconds in the service's time.
import {
  apply,
  type EntryRule,
  ONCE,
  outcomeOf,
  presenceOf,
  type Outcome as Said,
} from '../../../src/domain/check-in-rule.ts'
import { isWalkIn } from '../../../src/domain/tickets/walk-in.ts'
import type { Schemas } from '../../shared/schemas.ts'
import type { Clock } from './clock.ts'
import { type Guest, type Status, type TicketState, toPresence, toTime } from './ticket.ts'

type SaidTicket = NonNullable<Schemas['CheckInResult']['ticket']>

/** What the service says about an item. */
export type Result = Pick<Schemas['CheckInResult'], 'id' | 'earlier'> & {
  outcome: string
  ticket: (Pick<SaidTicket, 'status' | 'checkedInAt'> & Partial<SaidTicket>) | null
}

type Undo = {
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
export type WalkIn = { readonly note: string | null; readonly ticketTypeId?: string | undefined }

export type CheckIn = {
  id: string
  sessionId: string
  guest: Guest
  /** For somebody without a ticket. The item creates one. */
  walkIn?: WalkIn | undefined
  /** What it is if it lets nobody in. A tally has no ticket: `guest` has its own id. */
  type?: 'Exit' | 'Tally'
  /** The area that somebody enters or leaves; the venue without one. */
  areaId?: string | null
  /** Of an exit: nobody saw it. */
  isAssumed?: boolean
  /** Of a tally: how many people came. */
  by?: number
  /** The ticket before, unless this was its first entry. */
  before?: TicketState | undefined
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
  /** When a result for it or its undo arrived in this start: the tick, and the monotonic clock. */
  answered?: { tick: number; mono: number }
  isInCopy: boolean
  /** Whether the screen has shown its outcome. */
  isShown: boolean
  /** Whether somebody has looked at the conflict. */
  isSeen: boolean
  undo: Undo | null
  /** Somebody has signed out since. Nothing of it stays once the service has it. */
  isLeft?: boolean
}

/** Adds its undo to a question that let nobody in: the service may have the question. */
export const withdraw = (question: CheckIn): CheckIn => {
  const { at, order } = question
  const after = { status: 'Valid', checkedInAt: null } as const
  return { ...question, status: 'refused', undo: { at, order, status: 'waiting', after, isInCopy: true } }
}

/** The session that a code belongs to. Its start is in ISO 8601. */
export type OtherSession = {
  eventName: string
  startsAt: string
  timeZone?: string | undefined
  cancelledAt?: string | null | undefined
}

/** What staff are told. */
export type Outcome =
  | { kind: 'CheckedIn' | 'Left' | 'NotInside' }
  /** Into an area, by somebody in the venue. */
  | { kind: 'Entered'; areaId: string | null }
  /** `leftAt` and `device`: the exit. */
  | { kind: 'ReEntered'; leftAt: number | null; device: string | null }
  /**
   * `leftAt`: null if the guest is inside. `mayBeBack`: would be let in after an exit that nobody saw.
   * `isHere`: by this phone. `wasShown`: whether the screen showed that this phone did it.
   */
  | {
      kind: 'AlreadyCheckedIn'
      at: number | null
      device: string | null
      leftAt: number | null
      mayBeBack: boolean
      isHere: boolean
      wasShown: boolean
    }
  /** `areas`: those that the ticket admits to. */
  | { kind: 'WrongArea'; areas: readonly string[]; areaId: string | null }
  /** A first entry at `at`, outside the times of the ticket's type. */
  | { kind: 'NotNow'; from: number | null; until: number | null; at: number }
  /** Somebody was let in here while offline, after another device had checked the ticket in. */
  | { kind: 'AdmittedTwice'; at: number | null; device: string | null }
  | { kind: 'NotValid'; status: Status }
  /** The event does not allow walk-ins. */
  | { kind: 'NotAllowed' }
  /** A number or id, which anyone could know, rather than the code on the ticket. */
  | { kind: 'WrongCode' }
  /** The code belongs to another session. */
  | ({ kind: 'OtherSession' } & OtherSession)
  /** `isLoading`: the list is incomplete, so the ticket may still come. */
  | { kind: 'UnknownTicket'; isLoading: boolean }
  /** Neither the service nor the disk has it, so nobody may be let in. */
  | { kind: 'NotSaved' }

/** Whether the check-in or exit stands, so that the service must have it. */
export const stands = ({ kind }: Pick<Outcome, 'kind'>): boolean =>
  isInside({ kind }) || /^(Left|NotInside)$/.test(kind)

/** Whether the guest was let in. */
export const isInside = ({ kind }: Pick<Outcome, 'kind'>): boolean =>
  /^(CheckedIn|Entered|ReEntered)$/.test(kind)

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
  const { guest, walkIn, undo, status, by } = checkIn
  const at = new Date(type === 'Undo' && undo ? undo.at : checkIn.at).toISOString()
  if (type === 'Undo') return { type, id, checkInId: checkIn.id, at }
  const place = { id, at, ...(checkIn.areaId && { areaId: checkIn.areaId }) }
  if (checkIn.type === 'Tally') return { type: checkIn.type, ...place, by }
  const ticket = { ...place, ticketId: guest.id }
  if (checkIn.type === 'Exit')
    return { type: checkIn.type, ...ticket, ...(checkIn.isAssumed && { assumed: true }) }
  if (walkIn === undefined) return { type, ...ticket, admitted: status === 'admitted' }
  const { name, type: ticketTypeName } = guest
  return { type: 'WalkIn' as const, ...ticket, name, ticketTypeName, ...walkIn }
}

/** Whether it counts on this phone. */
export const isLive = ({ status, undo }: CheckIn): boolean =>
  undo === null && (status === 'admitted' || status === 'recorded')

/** Whether this phone counts somebody as let in. */
export const isAdmission = (checkIn: CheckIn): boolean => checkIn.type === undefined && isLive(checkIn)

/** Whether it counts and the service does not know. */
export const isUnsent = (checkIn: CheckIn): boolean => checkIn.status === 'admitted' && checkIn.undo === null

const NOBODY_CAME: TicketState = { status: 'Valid', checkedInAt: null }

/** Applies an entry or exit that the service does not know to the last state of its ticket. */
export const applyTo = (
  state: TicketState = NOBODY_CAME,
  { at, areaId = null, type }: CheckIn,
): TicketState => apply(state, { at, areaId, isExit: type === 'Exit' })

/** The state that a check-in gives its ticket; undefined if it gives none or the copy shows it already. */
export const localStateOf = (checkIn: CheckIn): TicketState | undefined => {
  const { undo, status, result } = checkIn
  if (undo !== null) return undo.isInCopy || status === 'refused' ? undefined : undo.after
  if (!isLive(checkIn) || checkIn.isInCopy) return undefined
  return (result && stateIn(result)) ?? applyTo(undefined, checkIn)
}

/** The ticket's state at the service; undefined if it has no such ticket. */
export const stateIn = ({ ticket }: Result): TicketState | undefined => {
  if (ticket === null) return undefined
  const { status, checkedInAt, inside, areas, lastIn, lastOut, entries } = ticket
  const presence = toPresence(inside, areas, lastIn, lastOut, entries)
  return { status, checkedInAt: toTime(checkedInAt), presence }
}

/**
 * Marks a check-in as recorded, and takes the service's time of it. That is earlier if the phone's clock is
 * ahead, because the service accepts no time from the future.
 */
export const toRecorded = (checkIn: CheckIn, result: Result): CheckIn => {
  const state = stateIn(result)
  const isEntry = isInside({ kind: result.outcome as Outcome['kind'] })
  const lastIn = isEntry && state !== undefined ? presenceOf(state).lastIn : null
  const at = Math.min(checkIn.at, lastIn ?? checkIn.at)
  const { undo } = checkIn
  // The check-in on the list was not somebody else's, but this one, by a clock that was ahead.
  const isOwn = undo?.after.checkedInAt === at && result.outcome === 'CheckedIn'
  return { ...checkIn, status: 'recorded', result, at, undo: isOwn ? { ...undo, after: NOBODY_CAME } : undo }
}

/** What a session says about entries. */
export type Rules = { readonly rule?: EntryRule | undefined; readonly startsAt: number }

const MINUTE_MS = 60_000

/** Turns a decision into what staff are told. `own`: this phone's live check-in of the ticket. */
const describe = (
  outcome: string,
  state: TicketState | undefined,
  { at: now, areaId = null }: Pick<CheckIn, 'at' | 'areaId'>,
  own: CheckIn | undefined,
  { rule = ONCE, startsAt }: Rules,
  earlier?: { at: number | null; device: string | null },
): Outcome => {
  const presence = state && presenceOf(state)
  const said = outcome as Said
  switch (said) {
    case 'CheckedIn':
    case 'Left':
    case 'NotInside':
    case 'NotAllowed':
      return { kind: said }
    case 'Entered':
      return { kind: said, areaId }
    case 'ReEntered':
      return { kind: said, leftAt: earlier?.at ?? presence?.lastOut ?? null, device: earlier?.device ?? null }
    case 'AlreadyCheckedIn': {
      const isGone = presence?.inside === false
      const since = isGone || presence?.entries === 1 ? undefined : presence?.lastIn
      const at = earlier?.at ?? since ?? state?.checkedInAt ?? null
      const isHere = own !== undefined && own.at === at
      return {
        kind: said,
        at,
        device: earlier?.device ?? (earlier === undefined && isHere ? own.device : null),
        leftAt: isGone ? presence.lastOut : null,
        mayBeBack: !isGone && (areaId !== null || rule.entries === 'AfterExit'),
        isHere,
        wasShown: !isHere || own.isShown,
      }
    }
    case 'WrongArea':
      return { kind: said, areas: rule.areas ?? [], areaId }
    case 'NotNow': {
      const toInstant = (minutes: number | null) => (minutes === null ? null : startsAt + minutes * MINUTE_MS)
      return { kind: said, from: toInstant(rule.from), until: toInstant(rule.until), at: now }
    }
    case 'NotValid':
      return { kind: said, status: state?.status ?? 'Voided' }
    case 'UnknownTicket':
      return { kind: said, isLoading: false }
    default:
      // A question that was withdrawn before it arrived lets nobody in.
      return { kind: 'NotSaved' }
  }
}

/** The outcome of a question, from the service's result. */
export const toOutcome = (
  result: Result,
  question: CheckIn,
  own: CheckIn | undefined,
  rules: Rules = { startsAt: 0 },
): Outcome => {
  const { outcome, earlier } = result
  const known = { at: toTime(earlier?.at), device: earlier?.device ?? null }
  return describe(outcome, stateIn(result), question, own, rules, known)
}

/** Decides without the service, by what the phone knows. */
export const decideAlone = (
  state: TicketState | undefined,
  question: CheckIn,
  own: CheckIn | undefined,
  rules: Rules,
): Outcome => {
  const item = { ...question, type: question.type === 'Exit' ? question.type : ('CheckIn' as const) }
  const outcome = outcomeOf(state && { ...state, baseStatus: state.status }, item, rules.rule, rules.startsAt)
  return describe(outcome, state, question, own, rules)
}

/** Why the service would have kept out somebody who was let in; undefined if it agrees. */
export const refusalOf = (checkIn: CheckIn): Outcome | undefined => {
  const { status, undo, result } = checkIn
  if (status !== 'recorded' || undo !== null || result === null) return undefined
  const outcome = toOutcome(result, checkIn, undefined)
  if (stands(outcome)) return undefined
  if (outcome.kind !== 'AlreadyCheckedIn') return outcome
  return { kind: 'AdmittedTwice', at: outcome.at, device: outcome.device }
}

export type ConflictKind = 'twice' | 'notValid'

/** How the service disagrees that somebody was let in; undefined if it agrees or somebody has looked. */
export const conflictOf = (checkIn: CheckIn): ConflictKind | undefined => {
  if (checkIn.status !== 'recorded' || checkIn.undo !== null || checkIn.isSeen) return undefined
  const outcome = checkIn.result?.outcome ?? ''
  if (outcome === 'AlreadyCheckedIn') return 'twice'
  const isAgainst = /^(NotValid|NotAllowed|UnknownTicket|WrongArea|NotNow)$/.test(outcome)
  return isAgainst && checkIn.type === undefined ? 'notValid' : undefined
}

/**
 * The ticket's state after the undo of a check-in or exit. A ticket that is listed as void stays so. Somebody
 * else's earlier check-in stays, and so do the `others` of this phone that this one did not build on. A
 * walk-in becomes void: nobody can have checked it in before.
 */
export const afterUndo = (
  { guest, at, order, before, walkIn }: CheckIn,
  listed: TicketState | undefined,
  others: readonly CheckIn[],
): TicketState => {
  const { status, checkedInAt = null, presence } = listed ?? {}
  if (status === 'Voided' || status === 'Refunded') return { status, checkedInAt }
  const plain: TicketState =
    status === 'CheckedIn' && checkedInAt !== null && checkedInAt < at && walkIn === undefined
      ? { status, checkedInAt, ...(presence && { presence }) }
      : { status: isWalkIn(guest) ? 'Voided' : 'Valid', checkedInAt: null }
  const left = others.filter((one) => before === undefined || one.order > order)
  return left.toSorted((a, b) => a.order - b.order).reduce(applyTo, before ?? plain)
}
