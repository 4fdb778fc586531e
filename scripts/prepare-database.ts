// The local database of `npm run dev`: created, migrated, and filled with the demo or one organizer.
import { loadDemo, NORTHLIGHT } from './data/demo.ts'
import { withDatabase } from './local.ts'
import type { LocalDatabase } from './local-database.ts'
import { applyMigrations, noteMigrations, requireKnownMigrations } from './migrations.ts'
import { createOrganizer } from './organizer.ts'

/** `isEmpty`: one organizer instead of the demo. It has the id of the demo's, so that the demo is never loaded beside it. */
type Options = { largeSession?: number; isEmpty?: boolean }

const MY_ORGANIZER = { name: 'My organizer', owner: 'owner' }

const addOrganizer = async (db: LocalDatabase): Promise<boolean> => {
  const [known] = await db.batch([db.prepare('SELECT 1 FROM organizers LIMIT 1')])
  if (known?.results.length !== 0) return false
  const statements = createOrganizer(NORTHLIGHT, MY_ORGANIZER.name, MY_ORGANIZER.owner)
  await db.batch(statements.map((statement) => db.prepare(statement)))
  return true
}

/**
 * Creates or migrates the database, and loads the demo into an empty one. Returns whether it loaded something. Throws if the
 * database was made by other migrations.
 */
export const prepareDatabase = async (
  state: string,
  { largeSession, isEmpty = false }: Options = {},
): Promise<boolean> => {
  await requireKnownMigrations(state)
  const loaded = await withDatabase(state, async (db) => {
    await applyMigrations(db)
    return isEmpty ? addOrganizer(db) : loadDemo(db, new Date(), largeSession)
  })
  await noteMigrations(state)
  return loaded
}
