import { inject } from 'vitest'

/**
 * Whether to run what only `npm run check` does: use it with `it.runIf`. docs/testing.md lists these tests.
 */
export const isFull = inject('isFull')

/** The number of runs of a property test: all of them in full, else a tenth. */
export const runs = (count: number): number => Math.ceil(isFull ? count : count / 10)
