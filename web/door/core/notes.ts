// Notes that staff must read before they let a guest in. The list decides, before anything is sent.
import { DOUBLE_TAP_GUARD_MS, keptBurst } from './cards.ts'
import { unknownGuest } from './codes.ts'
import { noEffects } from './compose.ts'
import { ownCheckIn, stateOf } from './overlay.ts'
import { check } from './rounds.ts'
import type { Ask, Card, Event, EventOf, State, Step } from './state.ts'
import type { Guest } from './ticket.ts'

export const isAtShop = ({ awaits }: Ask): boolean => awaits.includes('shop')

export const checkingCard = (ask: Ask): Card => ({
  kind: 'checking',
  guest: ask.guests[0] ?? unknownGuest(ask.text),
  isShop: isAtShop(ask),
})

/** Starts an ask. From now on the card shows its outcome. */
export const begin = (state: State, ask: Ask): State => ({
  ...state,
  lastAsk: ask.id,
  asks: [...state.asks, ask],
  card: checkingCard(ask),
  burst: keptBurst(state),
})

/**
 * Whether only a note keeps the guest out. If the list shows the guest as checked in, another phone may have
 * undone that, so the note is shown unless this phone checked the guest in.
 */
const mustReadNote = (state: State, { id }: Guest): boolean => {
  if (state.session?.list.copy.get(id)?.flag !== 'Stop') return false
  const status = stateOf(state, id)?.status
  return status === 'Valid' || (status === 'CheckedIn' && ownCheckIn(state, id) === undefined)
}

/** Checks in the guests of an ask, or shows their notes first. */
export const showNotesOrCheck = (state: State, ask: Ask, checkInIds: readonly string[]): Step => {
  const isBegun = state.asks.some(({ id }) => id === ask.id)
  if (ask.isOut || !ask.guests.some((guest) => mustReadNote(state, guest))) {
    return check(isBegun ? state : begin(state, ask), ask, checkInIds)
  }
  const asks = state.asks.filter(({ id }) => id !== ask.id)
  if (isBegun && state.lastAsk !== ask.id) {
    return noEffects({ ...state, asks, turnedAway: [...state.turnedAway, ...ask.guests] })
  }
  const card = { kind: 'note', ask, checkInIds, shownAt: state.clock.last.mono } as const
  // What was asked in the meantime keeps its outcome beside the note.
  const burst = keptBurst(state)
  return {
    state: { ...state, asks, lastAsk: ask.id, card, burst },
    effects: [{ type: 'sound', sound: 'repeat' }],
  }
}

/** A tap on "Let in". The card ignores the second tap of a double tap. */
export const letInTapped = (state: State, { now }: EventOf<'let in tapped'>): Step => {
  const { card } = state
  if (card?.kind !== 'note' || now.mono - card.shownAt < DOUBLE_TAP_GUARD_MS) return noEffects(state)
  return check(begin(state, card.ask), card.ask, card.checkInIds)
}

/** The first letter of a scan closes a note, and its Enter asks about the next guest. */
const SAME_SCAN_MS = 2_000

/** Remembers the guests of a note that was closed without "Let in", until the next ask after its scan. */
export const rememberTurnedAway = (before: State, event: Event, state: State): State => {
  const { card } = before
  if (card?.kind === 'note' && state.card !== card && event.type !== 'let in tapped') {
    const turnedAway = state.session === null ? [] : card.ask.guests
    return { ...state, turnedAway, turnedAwayAt: event.now.mono }
  }
  const isSameScan =
    event.type === 'entered' && event.isScan && event.now.mono - state.turnedAwayAt < SAME_SCAN_MS
  const isOver = (state.lastAsk !== before.lastAsk && !isSameScan) || event.type === 'card closed'
  return isOver && state.turnedAway.length > 0 ? { ...state, turnedAway: [] } : state
}
