// The card: the outcome of what staff did last.
import { isInside, type Outcome, refusalOf, stands } from './check-in.ts'
import type { Ask, Sound, State, Step, Verdict, VerdictCard } from './state.ts'

/** A new card ignores taps for this long, so that the second tap of a double tap does not undo the first. */
export const DOUBLE_TAP_GUARD_MS = 800
/** When a success shrinks to one line. */
export const SHRINK_MS = 6_000

export const clearCard = (state: State): State => ({ ...state, card: null, burst: [] })

/** The earlier outcomes that stay on the screen while others are still awaited. */
export const keptBurst = ({ asks, burst }: State): State['burst'] => (asks.length === 0 ? [] : burst)

const soundOf = (outcome: Outcome): Sound => {
  if (isInside(outcome)) return 'CheckedIn'
  if (outcome.kind === 'NotInside') return 'AlreadyCheckedIn'
  return outcome.kind === 'AlreadyCheckedIn' || outcome.kind === 'Left' ? outcome.kind : 'refused'
}

const soundFor = (verdicts: readonly Verdict[]): Sound => {
  const sounds = new Set(verdicts.map(({ outcome }) => soundOf(outcome)))
  if (sounds.size > 1) return sounds.has('CheckedIn') ? 'partly' : 'refused'
  return [...sounds][0] ?? 'refused'
}

/** Shows the verdict of an ask. The card shows the latest ask; other verdicts stay beside it. */
export const conclude = (state: State, ask: Ask): Step => {
  const { id, verdicts } = ask
  const card: VerdictCard = { kind: 'verdict', id, verdicts, shownAt: state.clock.last.mono }
  const next: State = {
    ...state,
    asks: state.asks.filter((other) => other.id !== id),
    card: state.lastAsk === id ? card : state.card,
    lastVerdict: { text: ask.text, card },
    burst: [card, ...state.burst],
  }
  return { state: next, effects: [{ type: 'sound', sound: soundFor(verdicts) }] }
}

/** Shows instead of a verdict what the service has said about it since: another phone was first. */
export const upToDate = ({ checkIns }: State, verdicts: readonly Verdict[]): readonly Verdict[] =>
  verdicts.map((verdict) => {
    const checkIn = checkIns.get(verdict.checkInId)
    const outcome = checkIn && refusalOf(checkIn)
    return !stands(verdict.outcome) || outcome === undefined ? verdict : { ...verdict, outcome }
  })
