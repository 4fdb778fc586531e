// Undoes check-ins: those of this phone, and all of a ticket.
import { clearCard, DOUBLE_TAP_GUARD_MS } from './cards.ts'
import { afterUndo, type CheckIn, isLive } from './check-in.ts'
import { serviceTime } from './clock.ts'
import { noEffects } from './compose.ts'
import { guestOf, ownCheckIn } from './overlay.ts'
import { put, saveThen } from './records.ts'
import { canAsk, newCheckIn, takeOrders } from './rounds.ts'
import type { Card, EventOf, Message, State, Step } from './state.ts'
import type { Guest } from './ticket.ts'

const toMessage = (message: Message, guests: readonly Guest[]): Card => ({ kind: 'message', message, guests })

/** The assumed exits right before these entries. */
const assumedBefore = (state: State, checkIns: readonly CheckIn[]): CheckIn[] => {
  const orders = new Set(checkIns.map(({ order }) => order - 1))
  return [...state.checkIns.values()].filter(
    ({ isAssumed, order, undo }) => isAssumed && undo === null && orders.has(order),
  )
}

/** Undoes check-ins and exits that are not undone yet. */
const undo = (state: State, entries: readonly CheckIn[], guests: readonly Guest[]): Step => {
  const checkIns = [...new Set([...assumedBefore(state, entries), ...entries])]
  const { state: ordered, first } = takeOrders(state, checkIns.length)
  const ids = new Set(checkIns.map(({ id }) => id))
  const undone = checkIns.map((checkIn, index): CheckIn => {
    const ticketId = checkIn.guest.id
    const isOfTicket = ({ guest }: CheckIn): boolean => guest.id === ticketId
    // Measured from the first: an earlier check-in by somebody else stays.
    const earliest = checkIns.filter(isOfTicket).reduce((a, b) => (b.at < a.at ? b : a))
    const known = [...state.checkIns.values()].filter(isOfTicket)
    const others = known.filter((one) => isLive(one) && !ids.has(one.id))
    const listed = state.session?.list.copy.get(ticketId)
    // The list may still show a check-in that was undone here.
    const isOld = known.some(({ at, undo }) => undo !== null && at === listed?.checkedInAt)
    const after = afterUndo(earliest, isOld ? undefined : listed, others)
    const at = Math.max(serviceTime(state.clock), checkIn.at)
    return { ...checkIn, undo: { at, order: first + index, status: 'waiting', after, isInCopy: false } }
  })
  const changed = put({ ...ordered, chosen: null }, ...undone)
  const message = checkIns.every(({ type, isAssumed }) => type === 'Exit' && !isAssumed)
    ? 'exitUndone'
    : 'undone'
  // The next scan of the same code is not a repeat.
  return saveThen({ ...changed, lastVerdict: null }, (waiting, save) => ({
    ...waiting,
    undoing: { save, guests, message },
  }))
}

/** Confirms an undo once it is on disk. */
export const showUndone = (state: State, number: number): Step => {
  const { undoing } = state
  if (undoing === null || undoing.save !== number) return noEffects(state)
  const card = state.card ?? toMessage(undoing.message, undoing.guests)
  return { state: { ...state, card, undoing: null }, effects: [{ type: 'sound', sound: 'undone' }] }
}

/** "Undo" on the card or under recent check-ins. The card ignores the second tap of a double tap. */
export const undoTapped = (state: State, { checkInIds, isOnCard, now }: EventOf<'undo tapped'>): Step => {
  const { card } = state
  if (isOnCard && card?.kind === 'verdict' && now.mono - card.shownAt < DOUBLE_TAP_GUARD_MS)
    return noEffects(state)
  const checkIns = checkInIds.flatMap((id) => state.checkIns.get(id) ?? []).filter((one) => one.undo === null)
  if (checkIns.length === 0) return noEffects(state)
  return undo(
    clearCard(state),
    checkIns,
    checkIns.map(({ guest }) => guest),
  )
}

/** A check-in that is still being decided can be undone afterwards. */
const isUnderWay = ({ asks }: State, ticketId: string): boolean =>
  asks.some(({ guests }) => guests.some(({ id }) => id === ticketId))

/** "Undo check-in" on a ticket. Only the service knows the check-ins of other phones. */
export const undoTicketTapped = (state: State, { ticketId }: EventOf<'undo ticket tapped'>): Step => {
  const { session } = state
  if (session === null || isUnderWay(state, ticketId)) return noEffects(state)
  const own = ownCheckIn(state, ticketId)
  const cleared = clearCard(state)
  if (own?.status === 'admitted') return undo(cleared, [own], [own.guest])
  if (!canAsk(state)) return finishUndoTicket(cleared, { ticketId, checkIns: null })
  return { state: cleared, effects: [{ type: 'find live check-ins', sessionId: session.id, ticketId }] }
}

/**
 * Undoes what the service has found, but leaves a newer card: it is about the next guest.
 *
 * @param live the ticket's check-ins that count; null if the service did not respond
 */
export const finishUndoTicket = (
  state: State,
  { ticketId, checkIns: live }: Pick<EventOf<'live check-ins found'>, 'ticketId' | 'checkIns'>,
): Step => {
  const own = ownCheckIn(state, ticketId)
  const guest = own?.guest ?? guestOf(state, ticketId)
  if (guest === undefined || state.session === null || isUnderWay(state, ticketId)) return noEffects(state)
  const elsewhere = {
    ...({ guest, device: null, order: 0, clock: 'sampled', status: 'recorded' } as const),
    ...{ isInCopy: true, isShown: true, isSeen: true },
  }
  const known = (live ?? [])
    .map((one) => state.checkIns.get(one.id) ?? newCheckIn(state, { ...elsewhere, ...one }))
    .filter((one) => one.undo === null)
  const all = own === undefined || known.some(({ id }) => id === own.id) ? known : [...known, own]
  if (all.length > 0) return undo(state, all, [guest])
  const card = state.card ?? toMessage(live === null ? 'undoOffline' : 'undoElsewhere', [guest])
  return noEffects({ ...state, chosen: null, card })
}
