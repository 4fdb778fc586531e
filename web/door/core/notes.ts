// Notes that must be read before a guest is let in. The list on the phone decides, before anything is sent.
import { keptBurst } from './cards.ts'
import { shorten } from './codes.ts'
import { ownCheckIn, stateOf } from './marks.ts'
import { check } from './rounds.ts'
import type { Ask, Event, State, Step } from './state.ts'
import { nothing } from './steps.ts'
import type { Guest } from './ticket.ts'

/** Begins an ask: from now on the card is for its outcome. */
export const begin = (state: State, ask: Ask): State => ({
  ...state,
  lastAsk: ask.id,
  asks: [...state.asks, ask],
  card: { kind: 'checking', text: shorten(ask.text), guest: ask.guests[0] ?? null },
  burst: keptBurst(state),
})

/**
 * Whether the guest might be let in but for a note. Another phone may have undone a check-in that the list still shows; one of this
 * phone is certain.
 */
const isHeld = (state: State, { id }: Guest): boolean => {
  if (state.session?.list.copy.get(id)?.flag !== 'Stop') return false
  const status = stateOf(state, id)?.status
  return status === 'Valid' || (status === 'CheckedIn' && ownCheckIn(state, id) === undefined)
}

/** Checks the guests of an ask in, or shows their notes first. */
export const letIn = (state: State, ask: Ask, checkInIds: readonly string[]): Step => {
  const isBegun = state.asks.some(({ id }) => id === ask.id)
  if (!ask.guests.some((guest) => isHeld(state, guest))) {
    return check(isBegun ? state : begin(state, ask), ask, checkInIds)
  }
  const asks = state.asks.filter(({ id }) => id !== ask.id)
  if (isBegun && state.lastAsk !== ask.id) {
    return nothing({ ...state, asks, left: [...state.left, ...ask.guests] })
  }
  const card = { kind: 'note', ask, checkInIds } as const
  // What was asked in between has its outcome beside the note.
  const burst = keptBurst(state)
  return {
    state: { ...state, asks, lastAsk: ask.id, card, burst },
    effects: [{ type: 'sound', sound: 'repeat' }],
  }
}

/** A tap on "Done". */
export const readNote = (state: State): Step => {
  const { card } = state
  if (card?.kind !== 'note') return nothing(state)
  return check(begin(state, card.ask), card.ask, card.checkInIds)
}

/** Names the guests whose notes were put away unread, until the next ask. */
export const noteLeft = (before: State, event: Event, { state, effects }: Step): Step => {
  const { card } = before
  const isLeft = card?.kind === 'note' && state.card !== card && event.type !== 'note read'
  if (isLeft) return { state: { ...state, left: state.session === null ? [] : card.ask.guests }, effects }
  const isOver = state.lastAsk !== before.lastAsk || event.type === 'card closed'
  return isOver && state.left.length > 0 ? { state: { ...state, left: [] }, effects } : { state, effects }
}
