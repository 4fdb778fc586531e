import { env } from 'cloudflare:workers'

/** The number of runs of a property test: `count` in CI and in `npm run test:fuzz`, a third of it in `npm test`. */
export const runs = (count: number): number => Math.ceil(count / env.TEST_RUNS_DIVISOR)
