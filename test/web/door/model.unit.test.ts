// Random scans, taps, lost and late responses, clock jumps, takeovers by other tabs, kills and disk failures,
// against a model of the service. `npm test` runs some thousand sequences, the nightly run 50,000 and more.
// @module-tag slow
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { BrokenPromise, checkPromises, FAULTS, type Fault, simulate } from './simulation.ts'

const RUNS = Number(process.env.DOOR_SEQUENCES ?? 2_000)
const MAX_STEPS = 400

/** For one sequence, on a slow machine. The test cannot be interrupted. */
const SEQUENCE_LIMIT_MS = 150

/** How many sequences must be enough to find a fault. */
const FAULT_RUNS = 2_000

const promises = (fault?: Fault) =>
  fc.property(fc.array(fc.nat(1_000), { minLength: 40, maxLength: MAX_STEPS, size: 'max' }), (choices) => {
    checkPromises(simulate(choices, { fault }))
  })

it(
  'keeps its promises whatever happens (property)',
  () => {
    // Making a failure smaller takes longer than finding it: the seed and the path repeat it.
    fc.assert(promises(), { numRuns: RUNS, endOnFailure: true })
  },
  RUNS * SEQUENCE_LIMIT_MS,
)

it.each(FAULTS)('breaks a promise if the page %s', (fault) => {
  const { errorInstance } = fc.check(promises(fault), { numRuns: FAULT_RUNS, endOnFailure: true })
  expect(errorInstance).toBeInstanceOf(BrokenPromise)
})
