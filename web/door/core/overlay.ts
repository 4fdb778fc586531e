// The overlay: ticket states that follow from check-ins of this phone, until the copy of the list shows them.
import { isWalkIn } from '../../../src/domain/tickets/walk-in.ts'
import { type CheckIn, isLive, localStateOf } from './check-in.ts'
import { forgetOld, put } from './records.ts'
import type { State } from './state.ts'
import { type Guest, type TicketState, toGuest } from './ticket.ts'

/** The longest that a replica may lag behind a response. Usually it is well under a second. */
const REPLICA_LAG_MS = 60_000

const orderOf = ({ order, undo }: CheckIn): number => undo?.order ?? order

/** Whether the copy shows it, with all that is earlier of the ticket. Withdrawn questions have no effect. */
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

/** The tickets whose state may differ from the copy. */
export const overlayOf = (checkIns: ReadonlyMap<string, CheckIn>): Map<string, TicketState> => {
  // Somebody whom the service does not know of yet is in, whatever else happened to the ticket.
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

/** Whether it is a walk-in, even an undone one, whose ticket the copy may lack. */
export const isUnlistedWalkIn = (checkIn: CheckIn): boolean =>
  checkIn.walkIn !== undefined && localStateOf(checkIn) !== undefined

/** This phone's check-in that created a ticket. */
export const walkInOf = (state: State, ticketId: string): CheckIn | undefined =>
  [...ofTicket(state, ticketId).values()].find(({ walkIn }) => walkIn !== undefined)

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
  return overlayOf(ofTicket(state, ticketId)).get(ticketId) ?? ticket
}

/** Whether the service refuses the ticket of a walk-in for good. */
const isRefusal = ({ result }: CheckIn): boolean =>
  result?.outcome === 'NotAllowed' || result?.outcome === 'NotValid'

/** Whether a walk-in is void only because of an undo on this phone, so that it can be checked in again. */
export const isVoidByUndo = (state: State, ticketId: string): boolean =>
  stateOf(state, ticketId)?.status === 'Voided' &&
  [...ofTicket(state, ticketId).values()].some(
    (one) =>
      one.undo !== null &&
      !isRefusal(one) &&
      (one.walkIn !== undefined || (isWalkIn(one.guest) && one.status !== 'refused' && !one.undo.isInCopy)),
  )

/** This phone's live check-ins of a ticket, the latest first. Two tabs can have one each. */
export const ownCheckIns = (state: State, ticketId: string): CheckIn[] =>
  [...ofTicket(state, ticketId).values()].filter(isLive).sort((a, b) => b.order - a.order)

export const ownCheckIn = (state: State, ticketId: string): CheckIn | undefined =>
  ownCheckIns(state, ticketId)[0]

/** Whether the service answered before `askedAt` what gives the ticket its state. */
const isAnsweredBefore = (state: State, { id, status, undo }: CheckIn, askedAt: number): boolean =>
  (undo === null ? status === 'recorded' : undo.status === 'recorded') &&
  (state.answered.get(id)?.tick ?? 0) < askedAt

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
