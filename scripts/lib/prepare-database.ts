// The local database of `npm run dev`: created, migrated, and filled with the demo or one organizer.
import { demoId, loadDemo, NORTHLIGHT } from '../data/demo.ts'
import { createOrganizer } from '../organizer.ts'
import { withDatabase } from './local.ts'
import type { LocalDatabase } from './local-database.ts'
import { applyMigrations, noteMigrations, requireKnownMigrations } from './migrations.ts'

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

/** Throws if an owner signs in at another issuer: the setup would never open. */
const requireOwnPeople = async (db: LocalDatabase): Promise<void> => {
  const [found] = await db.batch([
    db.prepare(`SELECT 1 FROM members WHERE role = 'owner' AND subject NOT GLOB 'person:*' LIMIT 1`),
  ])
  if (found?.results.length !== 0) {
    throw new Error(
      'The people of this database sign in at the local issuer. Start over: npm run dev -- --reset --own-sign-in',
    )
  }
}

const hasOwner = async (db: LocalDatabase): Promise<boolean> => {
  const [found] = await db.batch([db.prepare(`SELECT 1 FROM members WHERE role = 'owner' LIMIT 1`)])
  return found?.results.length === 1
}

/** Creates or migrates the database for people with passkeys. Returns whether somebody owns an organizer. */
export const prepareOwnDatabase = async (state: string): Promise<boolean> => {
  await requireKnownMigrations(state)
  const isSetUp = await withDatabase(state, async (db) => {
    await applyMigrations(db)
    await requireOwnPeople(db)
    return hasOwner(db)
  })
  await noteMigrations(state)
  return isSetUp
}

const hasDemo = async (db: LocalDatabase): Promise<boolean> => {
  const [found] = await db.batch([db.prepare('SELECT 1 FROM events WHERE id = ?').bind(demoId('10'))])
  return found?.results.length === 1
}

/**
 * Creates or migrates the database, and loads the demo into an empty one. Returns whether it loaded something, and
 * whether the database has the demo. Throws if the database was made by other migrations.
 */
export const prepareDatabase = async (
  state: string,
  { largeSession, isEmpty = false }: Options = {},
): Promise<{ loaded: boolean; isDemo: boolean }> => {
  await requireKnownMigrations(state)
  const result = await withDatabase(state, async (db) => {
    await applyMigrations(db)
    const loaded = await (isEmpty ? addOrganizer(db) : loadDemo(db, new Date(), largeSession))
    return { loaded, isDemo: await hasDemo(db) }
  })
  await noteMigrations(state)
  return result
}
