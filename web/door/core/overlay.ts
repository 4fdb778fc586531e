// The overlay: ticket states that follow from check-ins of this phone, until the copy of the list shows them.
import { presenceOf } from '../../../src/domain/check-in-rule.ts'
import { isWalkIn } from '../../../src/domain/tickets/walk-in.ts'
import { groupBy } from '../../shared/group-by.ts'
import { applyTo, type CheckIn, isAdmission, isUnsent, localStateOf, type Rules } from './check-in.ts'
import { forgetOld, put } from './records.ts'
import type { Place, State } from './state.ts'
import { type Guest, type TicketState, toGuest } from './ticket.ts'

/** The longest that a replica may lag behind a response. Usually it is well under a second. */
const REPLICA_LAG_MS = 60_000

const orderOf = ({ order, undo }: CheckIn): number => undo?.order ?? order

/** Whether the copy shows it, with all that is earlier of the ticket. Withdrawn questions have no effect. */
const isInCopy = ({ order, undo, isInCopy }: CheckIn): boolean =>
  undo === null ? isInCopy : undo.isInCopy && undo.order > order

const ticketOf = ({ guest }: CheckIn): string => guest.id

/** The latest check-in of a ticket that gives it a state, or whose state the copy shows. */
const latestOf = (checkIns: readonly CheckIn[]): CheckIn | undefined =>
  checkIns
    .filter((one) => localStateOf(one) !== undefined || isInCopy(one))
    .toSorted((a, b) => orderOf(a) - orderOf(b))
    .at(-1)

/**
 * A ticket's state by its check-ins of this phone: the last one that the service or an undo gives it, then
 * what the service does not know of yet. Undefined if the copy shows it.
 */
const stateFrom = (
  checkIns: readonly CheckIn[],
  listed: TicketState | undefined,
): TicketState | undefined => {
  const known = latestOf(checkIns.filter((one) => !isUnsent(one)))
  const state = known && localStateOf(known)
  // The state after an undo on this phone has what was before it.
  const from = state !== undefined && known?.undo?.status === 'waiting' ? orderOf(known) : 0
  const unsent = checkIns.filter((one) => isUnsent(one) && one.order > from)
  if (unsent.length === 0) return state
  return unsent.toSorted((a, b) => a.order - b.order).reduce(applyTo, state ?? listed)
}

/** The tickets whose state may differ from the copy. `find` reads the copy. */
export const overlayOf = (
  checkIns: ReadonlyMap<string, CheckIn>,
  find: (ticketId: string) => TicketState | undefined = () => undefined,
): Map<string, TicketState> =>
  new Map(
    [...groupBy([...checkIns.values()], ticketOf)].flatMap(([id, own]) => {
      const state = stateFrom(own, find(id))
      return state === undefined ? [] : [[id, state] as const]
    }),
  )

const ofTicket = ({ checkIns }: State, ticketId: string): CheckIn[] =>
  [...checkIns.values()].filter(({ guest }) => guest.id === ticketId)

/** Whether it is a walk-in, even an undone one, whose ticket the copy may lack. */
export const isUnlistedWalkIn = (checkIn: CheckIn): boolean =>
  checkIn.walkIn !== undefined && localStateOf(checkIn) !== undefined

/** This phone's check-in that created a ticket. */
export const walkInOf = (state: State, ticketId: string): CheckIn | undefined =>
  ofTicket(state, ticketId).find(({ walkIn }) => walkIn !== undefined)

const unlistedWalkIn = (state: State, ticketId: string): Guest | undefined => {
  const walkIn = walkInOf(state, ticketId)
  return walkIn !== undefined && isUnlistedWalkIn(walkIn) ? walkIn.guest : undefined
}

/** A guest on the list, or a walk-in of this phone that the list lacks. */
export const guestOf = (state: State, ticketId: string): Guest | undefined => {
  const ticket = state.session?.list.copy.get(ticketId)
  return ticket === undefined ? unlistedWalkIn(state, ticketId) : toGuest(ticket)
}

/** A ticket's state as this phone knows it; undefined if it does not know the ticket. */
export const stateOf = (state: State, ticketId: string): TicketState | undefined => {
  const ticket = state.session?.list.copy.get(ticketId)
  if (ticket === undefined && unlistedWalkIn(state, ticketId) === undefined) return undefined
  return stateFrom(ofTicket(state, ticketId), ticket) ?? ticket
}

/** What the open session says about entries with a ticket, which may be that of a walk-in. */
export const rulesOf = (state: State, ticketId: string): Rules => {
  const list = state.session?.list
  const { type = '' } = guestOf(state, ticketId) ?? {}
  return { rule: list?.copy.types.get(type)?.rule, startsAt: list?.startsAt ?? 0 }
}

/** Where this phone is: at the entrance, unless somebody has chosen where the session has exits. */
export const placeOf = ({
  place,
  session,
}: Pick<State, 'place' | 'session'>): Place & { hasExits: boolean } => {
  const hasExits = place.isOn === true || session?.list.hasExits === true
  const areaId = session?.list.areas.find(({ id }) => id === place.areaId)?.id ?? null
  return hasExits ? { ...place, areaId, hasExits } : { isOut: false, areaId: null, hasExits }
}

/** Whether the service refuses the ticket of a walk-in for good. */
const isRefusal = ({ result }: CheckIn): boolean =>
  result?.outcome === 'NotAllowed' || result?.outcome === 'NotValid'

/** Whether a walk-in is void only because of an undo on this phone, so that it can be checked in again. */
export const isVoidByUndo = (state: State, ticketId: string): boolean =>
  stateOf(state, ticketId)?.status === 'Voided' &&
  ofTicket(state, ticketId).some(
    (one) =>
      one.undo !== null &&
      !isRefusal(one) &&
      (one.walkIn !== undefined || (isWalkIn(one.guest) && one.status !== 'refused' && !one.undo.isInCopy)),
  )

/** This phone's latest live check-in of a ticket. Two tabs can have one each. */
export const ownCheckIn = (state: State, ticketId: string): CheckIn | undefined =>
  ofTicket(state, ticketId)
    .filter(isAdmission)
    .sort((a, b) => b.order - a.order)[0]

/** Whether a ticket has the same status, and its guest is in the same places. */
const isSame = (a: TicketState, b: TicketState): boolean => {
  const [one, other] = [presenceOf(a), presenceOf(b)]
  return a.status === b.status && one.inside === other.inside && one.areas.join() === other.areas.join()
}

/** Whether the service answered before `askedAt` what gives the ticket its state. */
const isAnsweredBefore = ({ status, undo, answered }: CheckIn, askedAt: number): boolean =>
  (undo === null ? status : undo.status) === 'recorded' && (answered?.tick ?? 0) < askedAt

/**
 * Marks the check-ins that the copy shows. It shows them if it agrees with the latest one of the ticket, or
 * if it got the ticket again in a request that was sent after the service had that one. A response that does
 * neither may come from a lagging replica, but only for a minute: after that, the ticket must have changed
 * again before the copy got it.
 *
 * @param isRight whether the copy equals the list of the service
 */
export const settleInCopy = (
  state: State,
  changed: ReadonlySet<string>,
  askedAt: number,
  isRight: boolean,
): State => {
  const { session } = state
  const isOld = ({ answered }: CheckIn): boolean =>
    state.clock.last.mono - (answered?.mono ?? 0) > REPLICA_LAG_MS
  if (session === null) return state
  const own = [...state.checkIns.values()].filter(({ sessionId }) => sessionId === session.id)
  const shown = [...groupBy(own, ticketOf)].flatMap(([ticketId, all]): CheckIn[] => {
    const latest = latestOf(all)
    if (latest === undefined) return []
    const checkIns = all.filter((one) => localStateOf(one) !== undefined)
    const localState = localStateOf(latest)
    const ticket = session.list.copy.get(ticketId)
    const isShown =
      ticket === undefined
        ? unlistedWalkIn(state, ticketId) === undefined
        : localState !== undefined && isSame(ticket, localState)
    const agrees = isShown || localState === undefined || changed.has(ticketId)
    if (
      !(agrees || (isRight && isOld(latest))) ||
      !checkIns.every((checkIn) => isAnsweredBefore(checkIn, askedAt))
    )
      return []
    return checkIns.map((checkIn) => ({
      ...checkIn,
      ...(checkIn.undo === null ? { isInCopy: true } : { undo: { ...checkIn.undo, isInCopy: true } }),
    }))
  })
  return shown.length === 0 ? state : forgetOld(put(state, ...shown))
}
