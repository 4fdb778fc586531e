import { inject } from 'vitest'

/** Whether to run what only `npm run check` does: use it with `it.runIf`. docs/testing.md lists these tests. */
export const isFull = inject('isFull')

/** The number of runs of a property test: all in `npm run check` and `npm run test:fuzz`, a tenth of them in `npm test`. */
export const runs = (count: number): number => (isFull ? count : Math.ceil(count / 10))
