// Gives every property test the seed that vitest.config.ts chose.
import { env } from 'cloudflare:workers'
import fc from 'fast-check'

fc.configureGlobal({ seed: env.TEST_SEED })
