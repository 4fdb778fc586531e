// Gives every property test the seed that vitest.config.ts chose.
import fc from 'fast-check'
import { inject } from 'vitest'

fc.configureGlobal({ seed: inject('seed') })
