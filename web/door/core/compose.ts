// Steps put together from smaller ones.
import type { Effect, State, Step } from './state.ts'

/** Changes nothing, and has no effect. */
export const noEffects = (state: State): Step => ({ state, effects: [] })

/** Has effects, and changes nothing. */
export const emit =
  (...effects: readonly Effect[]) =>
  (state: State): Step => ({ state, effects })

/** Runs one step after the other, each on the state that the one before has left. */
export const sequence = (state: State, ...steps: readonly ((state: State) => Step)[]): Step => {
  const effects: Effect[] = []
  let current = state
  for (const run of steps) {
    const next = run(current)
    current = next.state
    effects.push(...next.effects)
  }
  return { state: current, effects }
}
