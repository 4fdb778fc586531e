// The local database of `npm run dev`: created, migrated, and filled with the demo or one organizer.

import { createOrganizer } from '../lib/create-organizer.ts'
import { bindingDatabase } from '../lib/database.ts'
import type { LocalDatabase } from '../lib/local-database.ts'
import { withMigratedDatabase } from '../lib/migrations.ts'
import { writeSetupCode } from '../lib/setup-code.ts'
import { FIRST_SHARD, localHost } from '../lib/shards.ts'
import { demoId, loadDemo, NORTHLIGHT } from './demo.ts'

/**
 * `isEmpty`: one organizer instead of the demo. It has the id of the demo's, so that the demo is never loaded
 * beside it.
 */
type Options = { largeSession?: number; isEmpty?: boolean; shard?: string | undefined }

const MY_ORGANIZER = { name: 'My organizer', owner: 'owner' }

/** Whether the database has a row `FROM` something. */
const has = async (db: LocalDatabase, from: string): Promise<boolean> => {
  const [found] = await db.batch([db.prepare(`SELECT 1 FROM ${from} LIMIT 1`)])
  return found?.results.length === 1
}

const addOrganizer = async (db: LocalDatabase): Promise<boolean> => {
  if (await has(db, 'organizers')) return false
  const statements = createOrganizer(NORTHLIGHT, MY_ORGANIZER.name, MY_ORGANIZER.owner)
  await db.batch(statements.map((statement) => db.prepare(statement)))
  return true
}

/**
 * Creates or migrates a database for people with passkeys. Returns the code of its setup unless somebody owns
 * an organizer; `setupCode` is that of `DB`. Throws if an owner signs in at another issuer: the setup would
 * never open.
 */
export const prepareOwnDatabase = (
  state: string,
  shard: string,
  setupCode: string,
): Promise<string | undefined> => {
  const prepare = async (db: LocalDatabase) => {
    if (await has(db, `members WHERE role = 'owner' AND subject NOT GLOB 'person:*'`)) {
      throw new Error(
        'The people of this database sign in at the local issuer. Start over: npm run dev -- --reset --own-sign-in',
      )
    }
    if (await has(db, `members WHERE role = 'owner'`)) return undefined
    return shard === FIRST_SHARD ? setupCode : writeSetupCode(bindingDatabase(db), localHost(shard))
  }
  return withMigratedDatabase(state, prepare, shard)
}

/**
 * Creates or migrates the database, and loads the demo into an empty one. Returns whether it loaded
 * something, and whether the database has the demo.
 */
export const prepareDatabase = (
  state: string,
  { largeSession, isEmpty = false, shard }: Options = {},
): Promise<{ loaded: boolean; isDemo: boolean }> => {
  const prepare = async (db: LocalDatabase) => {
    const loaded = await (isEmpty ? addOrganizer(db) : loadDemo(db, new Date(), largeSession))
    return { loaded, isDemo: await has(db, `events WHERE id = '${demoId('10')}'`) }
  }
  return withMigratedDatabase(state, prepare, shard)
}
