// What check-ins of this phone say of tickets, until the copy of the list shows it.
import { isWalkIn } from '../../../src/domain/tickets/walk-in.ts'
import { type CheckIn, isLive, localStateOf } from './check-in.ts'
import { forgetOld, put } from './records.ts'
import type { State } from './state.ts'
import { type Guest, type TicketState, toGuest } from './ticket.ts'

/** Until a replica of the database has what the service answered. It takes well under a second. */
const REPLICA_LAG_MS = 60_000

const orderOf = ({ order, undo }: CheckIn): number => undo?.order ?? order

/** Whether the copy shows it. What is earlier of the same ticket is over then. A question that was taken back has no effect. */
const isInCopy = ({ order, undo, isInCopy }: CheckIn): boolean =>
  undo === null ? isInCopy : undo.isInCopy && undo.order > order

/** The latest check-in of each ticket that gives it a state, or whose state the copy shows. */
const latestOf = (checkIns: Iterable<CheckIn>): Map<string, CheckIn> => {
  const latest = new Map<string, CheckIn>()
  for (const checkIn of checkIns) {
    if (localStateOf(checkIn) === undefined && !isInCopy(checkIn)) continue
    const before = latest.get(checkIn.guest.id)
    if (before === undefined || orderOf(checkIn) >= orderOf(before)) latest.set(checkIn.guest.id, checkIn)
  }
  return latest
}

/** The state of each ticket that differs from the copy, because of check-ins that the copy may not show yet. */
export const overlayOf = (checkIns: ReadonlyMap<string, CheckIn>): Map<string, TicketState> => {
  // Whom the service does not know of yet is in, whatever else happened to the ticket.
  const unsent = [...checkIns.values()].filter((one) => one.status === 'admitted' && isLive(one))
  const latest = [...latestOf(checkIns.values()).values(), ...unsent]
  return new Map(
    latest.flatMap((checkIn) => {
      const localState = localStateOf(checkIn)
      return localState === undefined ? [] : [[checkIn.guest.id, localState] as const]
    }),
  )
}

const ofTicket = ({ checkIns }: State, ticketId: string): Map<string, CheckIn> =>
  new Map([...checkIns].filter(([, { guest }]) => guest.id === ticketId))

/** Whether somebody was let in whose ticket the copy may lack, emit if that was undone. */
export const isUnlistedWalkIn = (checkIn: CheckIn): boolean =>
  checkIn.walkIn !== undefined && localStateOf(checkIn) !== undefined

/** The check-in of this phone that brought a ticket. */
export const walkInOf = (state: State, ticketId: string): CheckIn | undefined =>
  [...ofTicket(state, ticketId).values()].find(({ walkIn }) => walkIn !== undefined)

const unlistedWalkIn = (state: State, ticketId: string): Guest | undefined => {
  const walkIn = walkInOf(state, ticketId)
  return walkIn !== undefined && isUnlistedWalkIn(walkIn) ? walkIn.guest : undefined
}

/** A guest of the list, or one whom this phone let in without a ticket and whom the list does not have yet. */
export const guestOf = (state: State, ticketId: string): Guest | undefined => {
  const ticket = state.session?.list.copy.get(ticketId)
  return ticket === undefined ? unlistedWalkIn(state, ticketId) : toGuest(ticket)
}

/** The state of a ticket as this phone knows it; undefined for a ticket that the list does not have. */
export const stateOf = (state: State, ticketId: string): TicketState | undefined => {
  const ticket = state.session?.list.copy.get(ticketId)
  if (ticket === undefined && unlistedWalkIn(state, ticketId) === undefined) return undefined
  return overlayOf(ofTicket(state, ticketId)).get(ticketId) ?? ticket
}

/** What the service says of a walk-in's ticket that cannot be checked in again. */
const isRefusal = ({ result }: CheckIn): boolean =>
  result?.outcome === 'NotAllowed' || result?.outcome === 'NotValid'

/**
 * Whether the ticket of a walk-in is void only because this phone took the walk-in back, or another check-in that the copy still
 * shows: it can be checked in.
 */
export const isVoidByUndo = (state: State, ticketId: string): boolean =>
  stateOf(state, ticketId)?.status === 'Voided' &&
  [...ofTicket(state, ticketId).values()].some(
    (one) =>
      one.undo !== null &&
      !isRefusal(one) &&
      (one.walkIn !== undefined || (isWalkIn(one.guest) && one.status !== 'refused' && !one.undo.isInCopy)),
  )

/** This phone's check-ins of a ticket that let somebody in, the latest first. Two tabs can have one each. */
export const ownCheckIns = (state: State, ticketId: string): CheckIn[] =>
  [...ofTicket(state, ticketId).values()].filter(isLive).sort((a, b) => b.order - a.order)

export const ownCheckIn = (state: State, ticketId: string): CheckIn | undefined =>
  ownCheckIns(state, ticketId)[0]

/** Whether the service has what gives the ticket its mark, and had it before `askedAt`. */
const isAnsweredBefore = (state: State, { id, status, undo }: CheckIn, askedAt: number): boolean =>
  (undo === null ? status === 'recorded' : undo.status === 'recorded') &&
  (state.answered.get(id)?.tick ?? 0) < askedAt

/**
 * Notes which check-ins the copy shows. It does if it agrees with the latest one of a ticket, or if it got the ticket again
 * in a request that was sent after the service had that one. A response that does neither may come from a replica that lags,
 * but not for a minute: then the ticket changed again before the copy got it.
 *
 * @param isRight whether the copy is what the service has
 */
export const settleInCopy = (
  state: State,
  changed: ReadonlySet<string>,
  askedAt: number,
  isRight: boolean,
): State => {
  const { session } = state
  const isOld = ({ id }: CheckIn): boolean =>
    state.clock.last.mono - (state.answered.get(id)?.mono ?? 0) > REPLICA_LAG_MS
  if (session === null) return state
  const all = [...state.checkIns.values()].filter(({ sessionId }) => sessionId === session.id)
  const byTicket = new Map<string, CheckIn[]>()
  for (const checkIn of all.filter((one) => localStateOf(one) !== undefined))
    byTicket.set(checkIn.guest.id, [...(byTicket.get(checkIn.guest.id) ?? []), checkIn])
  const latestByTicket = latestOf(all)
  const shown = [...byTicket].flatMap(([ticketId, checkIns]): CheckIn[] => {
    const latest = latestByTicket.get(ticketId) as CheckIn
    const localState = localStateOf(latest)
    const ticket = session.list.copy.get(ticketId)
    const isSame =
      ticket === undefined
        ? unlistedWalkIn(state, ticketId) === undefined
        : ticket.status === localState?.status
    const agrees = isSame || localState === undefined || changed.has(ticketId)
    if (
      !(agrees || (isRight && isOld(latest))) ||
      !checkIns.every((checkIn) => isAnsweredBefore(state, checkIn, askedAt))
    )
      return []
    return checkIns.map((checkIn) => ({
      ...checkIn,
      ...(checkIn.undo === null ? { isInCopy: true } : { undo: { ...checkIn.undo, isInCopy: true } }),
    }))
  })
  return shown.length === 0 ? state : forgetOld(put(state, ...shown))
}
