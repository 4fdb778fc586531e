// What vitest.config.ts gives to every test file.
import 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** The seed of the property tests. */
    seed: number
    /** See runs.ts. */
    isFull: boolean
  }
}
