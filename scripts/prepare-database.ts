// The local database of `npm run dev`: created, migrated, and filled with the demo.
import { loadDemo } from './data/demo.ts'
import { withDatabase } from './local.ts'
import { applyMigrations, noteMigrations, requireKnownMigrations } from './migrations.ts'

/**
 * Creates or migrates the database, and loads the demo into an empty one. Returns whether it loaded the demo. Throws if the
 * database was made by other migrations.
 */
export const prepareDatabase = async (state: string, largeSession?: number): Promise<boolean> => {
  await requireKnownMigrations(state)
  const loaded = await withDatabase(state, async (db) => {
    await applyMigrations(db)
    return loadDemo(db, new Date(), largeSession)
  })
  await noteMigrations(state)
  return loaded
}
