// What vitest.config.ts gives to every test file.
import 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** The seed of the property tests. */
    seed: number
    /** See runs.ts. */
    isFull: boolean
    /** The database of all files that run in workerd; undefined: one of the two for each, by its name. */
    database: 'DB' | 'DB_1' | undefined
  }
}
