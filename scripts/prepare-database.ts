// The local database of `npm run dev`: created, migrated, and filled with the demo.
import { loadDemo } from './data/demo.ts'
import { withDatabase } from './local.ts'
import { applyMigrations } from './migrations.ts'

/** Creates or migrates the database, and loads the demo into an empty one. Returns whether it loaded the demo. */
export const prepareDatabase = (state: string, largeSession?: number): Promise<boolean> =>
  withDatabase(state, async (db) => {
    await applyMigrations(db)
    return loadDemo(db, new Date(), largeSession)
  })
