// Composes steps from smaller ones.
import type { Effect, State, Step } from './state.ts'

/** A step without effects. */
export const noEffects = (state: State): Step => ({ state, effects: [] })

/** A step that only has effects. */
export const emit =
  (...effects: readonly Effect[]) =>
  (state: State): Step => ({ state, effects })

/** Runs steps one after another, each on the state of the one before. */
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
