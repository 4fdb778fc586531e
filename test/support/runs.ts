import { inject } from 'vitest'

const effort = inject('effort')

/**
 * Whether to run what only `npm run check` does: use it with `it.runIf`. docs/testing.md lists these tests.
 */
export const isFull = effort === 'full'

/** Whether to leave out what takes longest: `npm run verify` does. */
export const isQuick = effort === 'quick'

const DIVISORS = { quick: 100, usual: 10, full: 1 } as const

/** The number of runs of a property test: all of them in full, else a part. */
export const runs = (count: number): number => Math.ceil(count / DIVISORS[effort])
