// What staff see of what they did last.
import type { Outcome } from './check-in.ts'
import { shorten } from './codes.ts'
import type { Ask, Card, Message, Sound, State, Step, Verdict } from './state.ts'
import type { Guest } from './ticket.ts'

/** A second tap at the same place must not take back the first. */
export const DEAF_MS = 800

export const showMessage = (
  state: State,
  id: string,
  message: Message,
  text = '',
  guests: readonly Guest[] = [],
): State => ({
  ...state,
  lastAsk: id,
  card: { kind: 'message', id, message, text, guests, shownAt: state.clock.last.mono },
})

const soundOf = (outcome: Outcome): Sound =>
  outcome.kind === 'CheckedIn' || outcome.kind === 'AlreadyCheckedIn' ? outcome.kind : 'refused'

const soundFor = (verdicts: readonly Verdict[]): Sound => {
  const sounds = new Set(verdicts.map(({ outcome }) => soundOf(outcome)))
  if (sounds.size > 1) return sounds.has('CheckedIn') ? 'partly' : 'refused'
  return [...sounds][0] ?? 'refused'
}

/** Shows the verdict of an ask. The card belongs to what was asked last; others stay in sight beside it. */
export const conclude = (state: State, ask: Ask): Step => {
  const { id, text, verdicts } = ask
  const card: Extract<Card, { kind: 'verdict' }> = {
    ...{ kind: 'verdict', id, text: shorten(text), verdicts },
    shownAt: state.clock.last.mono,
  }
  const next: State = {
    ...state,
    asks: state.asks.filter((other) => other.id !== id),
    card: state.lastAsk === id ? card : state.card,
    burst: [card, ...state.burst],
  }
  return { state: next, effects: [{ type: 'sound', sound: soundFor(verdicts) }] }
}
