// The rule at the door: the outcome of an item, and the state that follows for its ticket. The service
// follows it in SQL (`item_outcomes`, `ticket_states` and `entry_orders` in drizzle/0003_check_ins.sql). The
// phone, the model of the tests and the benchmark use this module. Instants are epoch milliseconds.
import {
  ADMITTED,
  ADMITTED_ANYWAY,
  AGAINST_RULES,
  ENTRIES,
  OUTCOMES,
  STATUSES,
} from '../db/schema/ticket-constants.ts'

export { ADMITTED_ANYWAY, AGAINST_RULES, ENTRIES, OUTCOMES, STATUSES }

export type TicketStatus = (typeof STATUSES)[number]
export type Outcome = (typeof OUTCOMES)[number]

// What devices send. `areaId`: the area of the event that somebody enters or leaves; without one, the venue.

/** `admitted`: the person has been let in already, without asking. */
export type CheckIn = { type: 'CheckIn'; id: string; at: number; admitted: boolean; areaId?: string | null }
export type Undo = { type: 'Undo'; id: string; checkInId: string; at: number }
/** The check-in of somebody without a ticket, who was let in. It brings the ticket. */
export type WalkIn = { type: 'WalkIn'; id: string; at: number; areaId?: string | null }
/** Somebody left. `assumed`: nobody saw it. */
export type Exit = { type: 'Exit'; id: string; at: number; areaId?: string | null; assumed?: boolean }
/** `by` people without tickets came; negative if they left. */
export type Tally = { type: 'Tally'; id: string; at: number; areaId?: string | null; by: number }
export type Item = CheckIn | Undo | WalkIn | Exit | Tally

/** The rule of a ticket type. */
export type EntryRule = {
  /** The ids of the areas that its tickets admit to; null for all. They always admit to the venue. */
  readonly areas: string[] | null
  /** How often they admit to the venue: once, again after an exit, or any number of times. */
  readonly entries: (typeof ENTRIES)[number]
  /** The first entry is allowed between these, in minutes from the start of the session. Null: no bound. */
  readonly from: number | null
  readonly until: number | null
}

/** The rule of a type that says nothing else. */
export const ONCE: EntryRule = { areas: null, entries: 'Once', from: null, until: null }

/** Where the guest is. */
export type Presence = {
  readonly inside: boolean
  /** The ids of the areas that the guest is in, sorted. */
  readonly areas: string[]
  /** The latest entry, to the venue or an area, and the latest exit from the venue. */
  readonly lastIn: number | null
  readonly lastOut: number | null
  /** How many times the guest came in from outside. */
  readonly entries: number
}

/** Without a `presence`, the status and its time say it all. */
export type TicketState = {
  readonly status: TicketStatus
  readonly checkedInAt: number | null
  readonly presence?: Presence | null
}

/** A void or refund by a manager, which hides the facts of a ticket until it is taken away. */
export type Cover = 'Refunded' | 'Voided'

/** An entry or exit that counts: an admission that let somebody in, or an exit, neither of them undone. */
export type Fact = {
  readonly id: string
  readonly at: number
  readonly areaId: string | null
  readonly isExit: boolean
}

/** Where the guest is, whether or not the ticket has a presence of its own. */
export const presenceOf = ({ status, checkedInAt, presence }: TicketState): Presence =>
  presence ?? {
    inside: status === 'CheckedIn',
    areas: [],
    lastIn: status === 'CheckedIn' ? checkedInAt : null,
    lastOut: null,
    entries: status === 'CheckedIn' ? 1 : 0,
  }

/**
 * The state of a ticket under its cover. It keeps the time of somebody who was let in, and nobody is inside.
 */
export const coverState = (state: TicketState, cover: Cover | null): TicketState =>
  cover === null
    ? state
    : { status: cover, checkedInAt: state.status === 'CheckedIn' ? state.checkedInAt : null }

/**
 * What a ticket’s base becomes when a manager makes the ticket valid. Null: the base stays, and what counts
 * on it. `state`: the state without a cover.
 */
export const validBase = ({ status }: TicketState): TicketState | null =>
  isVoid(status) ? { status: 'Valid', checkedInAt: null } : null

const isVoid = (status: TicketStatus): boolean => status === 'Refunded' || status === 'Voided'

/** Whether an item is an entry or exit that counts until it is undone. `admitted`: somebody was let in. */
export const isFact = (outcome: Outcome, admitted: boolean): boolean =>
  outcome === 'Left' || outcome === 'NotInside' || isEntry(outcome, admitted)

/** Whether a check-in lets somebody in, so that it counts until it is undone. */
export const isEntry = (outcome: string, admitted: boolean): boolean =>
  (ADMITTED as readonly string[]).includes(outcome) ||
  (admitted && (ADMITTED_ANYWAY as readonly string[]).includes(outcome))

const MINUTE_MS = 60_000

/**
 * The outcome of a check-in or an exit, the first that applies. `ticket`: as it is found; undefined if the
 * session has none. `baseStatus`: its cover, or its status without the check-ins since others wrote it.
 * `startsAt`: the start of the session.
 */
export const outcomeOf = (
  ticket: (TicketState & { readonly baseStatus: TicketStatus }) | undefined,
  { type, at, areaId = null }: Pick<CheckIn | Exit, 'type' | 'at' | 'areaId'>,
  rule: EntryRule = ONCE,
  startsAt = 0,
): Outcome => {
  if (ticket === undefined) return 'UnknownTicket'
  const { inside, areas } = presenceOf(ticket)
  const isThere = areaId === null ? inside : areas.includes(areaId)
  if (type === 'Exit') return isThere ? 'Left' : 'NotInside'
  if (isVoid(ticket.baseStatus)) return 'NotValid'
  if (areaId !== null && rule.areas?.includes(areaId) === false) return 'WrongArea'
  if (ticket.status !== 'CheckedIn') {
    const minutes = (at - startsAt) / MINUTE_MS
    const isTime = minutes >= (rule.from ?? minutes) && minutes <= (rule.until ?? minutes)
    return isTime ? 'CheckedIn' : 'NotNow'
  }
  if (isThere && rule.entries !== 'Any') return 'AlreadyCheckedIn'
  if (!inside && rule.entries === 'Once') return 'AlreadyCheckedIn'
  return inside && areaId !== null ? 'Entered' : 'ReEntered'
}

const latest = (before: number | null, at: number): number => Math.max(before ?? at, at)

/** Where the guest is after one more fact, later than all before it. */
const move = (before: Presence, { at, areaId, isExit }: Omit<Fact, 'id'>): Presence => {
  const others = before.areas.filter((area) => area !== areaId)
  if (isExit && areaId !== null) return { ...before, areas: others }
  if (isExit) return { ...before, inside: false, areas: [], lastOut: latest(before.lastOut, at) }
  return {
    ...before,
    inside: true,
    areas: areaId === null ? before.areas : [...others, areaId].toSorted(),
    lastIn: latest(before.lastIn, at),
    entries: before.entries + (before.inside ? 0 : 1),
  }
}

/** By time; exits first, so that somebody who comes back at the same time is inside. */
const inOrder = (a: Fact, b: Fact): number =>
  a.at - b.at || Number(b.isExit) - Number(a.isExit) || (a.id < b.id ? -1 : Number(a.id > b.id))

/** Whether both are the same, in no area. */
const isSame = (a: Presence, b: Presence): boolean =>
  a.inside === b.inside &&
  a.areas.length + b.areas.length === 0 &&
  a.lastIn === b.lastIn &&
  a.lastOut === b.lastOut &&
  a.entries === b.entries

/** The state with this presence, which it has only if the status and its time do not say it. */
const withPresence = (plain: TicketState, presence: Presence): TicketState =>
  isSame(presenceOf(plain), presence) ? plain : { ...plain, presence }

/** The state after one more fact, later than all before it. */
export const apply = (state: TicketState, fact: Omit<Fact, 'id'>): TicketState => {
  const presence = move(presenceOf(state), fact)
  const { status, checkedInAt } = state
  if (fact.isExit) return withPresence({ status, checkedInAt }, presence)
  const before = status === 'CheckedIn' ? (checkedInAt ?? fact.at) : fact.at
  return withPresence({ status: 'CheckedIn', checkedInAt: Math.min(before, fact.at) }, presence)
}

const NOWHERE: Presence = { inside: false, areas: [], lastIn: null, lastOut: null, entries: 0 }

/** The time of an admission by others that gave none: before all others. */
const UNKNOWN_TIME = -1

/**
 * The state of a ticket that follows from all facts, whatever their order of arrival. An admission by others,
 * in `base`, is one of them and is never undone. Without any admission, a walk-in’s ticket is void. On a
 * base that is refunded or void, facts change nothing.
 *
 * @returns the state, and the ids of the entries by somebody who was in the venue or area already. Beside a
 *   later admission by others, which has no id, an entry to the venue is the second.
 */
export const fold = (
  base: Pick<TicketState, 'status' | 'checkedInAt'>,
  facts: readonly Fact[],
  { isWalkIn = false, entries = 'Once' as EntryRule['entries'] } = {},
): { state: TicketState; passbacks: string[] } => {
  if (isVoid(base.status)) {
    const { checkedInAt } = base
    return { state: { status: isWalkIn ? 'Voided' : base.status, checkedInAt }, passbacks: [] }
  }
  const baseEntry = { id: '', at: base.checkedInAt ?? UNKNOWN_TIME, areaId: null, isExit: false }
  const all = [...(base.status === 'CheckedIn' ? [baseEntry] : []), ...facts].toSorted(inOrder)
  const admissions = all.filter(({ isExit }) => !isExit)
  const passbacks: string[] = []
  const presence = all.reduce((before, fact) => {
    const { id, at, areaId, isExit } = fact
    const isBeforeBase = base.status === 'CheckedIn' && at < baseEntry.at
    const isThere = areaId === null ? before.inside || isBeforeBase : before.areas.includes(areaId)
    if (!isExit && isThere && entries !== 'Any' && fact !== baseEntry) passbacks.push(id)
    return move(before, fact)
  }, NOWHERE)
  const times = admissions.map(({ at }) => at).filter((at) => at !== UNKNOWN_TIME)
  const plain: TicketState = {
    status: admissions.length > 0 ? 'CheckedIn' : isWalkIn ? 'Voided' : base.status,
    checkedInAt: times.length > 0 ? Math.min(...times) : base.checkedInAt,
  }
  const lastIn = presence.lastIn === UNKNOWN_TIME ? null : presence.lastIn
  return {
    state: withPresence(plain, { ...presence, lastIn }),
    passbacks,
  }
}
