// Random scans, taps, lost and late responses, clock jumps, tabs, kills and disk failures, against a model of
// the service. `npm test` runs some thousand sequences, the nightly run 50,000 and more.
import fc from 'fast-check'
import { it } from 'vitest'
import { checkPromises, simulate } from './simulation.ts'

const RUNS = Number(process.env.DOOR_SEQUENCES ?? 2_000)
const MAX_STEPS = 400

/** For one sequence, on a slow machine. The test cannot be interrupted. */
const SEQUENCE_LIMIT_MS = 150

it(
  'keeps its promises whatever happens (property)',
  () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(1_000), { minLength: 40, maxLength: MAX_STEPS, size: 'max' }),
        (choices) => {
          checkPromises(simulate(choices))
        },
      ),
      // Making a failure smaller takes longer than finding it: the seed and the path repeat it.
      { numRuns: RUNS, endOnFailure: true },
    )
  },
  RUNS * SEQUENCE_LIMIT_MS,
)
