// The local database of `npm run dev`: created, migrated, and filled with the demo.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { loadDemo, NORTHLIGHT } from './data/demo.ts'
import { noteMigrations, requireKnownMigrations } from './known-migrations.ts'
import { migrate, ROOT, withDatabase } from './local.ts'

/**
 * Whether the database has every migration and the demo. Reads its file, because wrangler needs three seconds to find that
 * there is nothing to do. Without a file where miniflare keeps it, this is false, and wrangler does the work.
 */
const isPrepared = async (state: string): Promise<boolean> => {
  try {
    const folder = join(state, 'v3', 'd1', 'miniflare-D1DatabaseObject')
    const [file, ...others] = (await readdir(folder)).filter((name) => /^[0-9a-f]{64}\.sqlite$/.test(name))
    if (file === undefined || others.length > 0) return false
    using db = new DatabaseSync(join(folder, file), { readOnly: true })
    const applied = new Set(
      db
        .prepare('SELECT name FROM d1_migrations')
        .all()
        .map(({ name }) => name),
    )
    const migrations = (await readdir(join(ROOT, 'drizzle'))).filter((name) => name.endsWith('.sql'))
    const demo = db.prepare('SELECT 1 FROM organizers WHERE id = ?').get(NORTHLIGHT)
    return demo !== undefined && migrations.every((name) => applied.has(name))
  } catch {
    return false
  }
}

/**
 * Creates or migrates the database, and loads the demo into an empty one. Returns whether it loaded the demo. Throws if
 * the database was made by other migrations.
 */
export const prepareDatabase = async (state: string): Promise<boolean> => {
  await requireKnownMigrations(state)
  if (await isPrepared(state)) return false
  await migrate(state)
  await noteMigrations(state)
  return withDatabase(state, (db) => loadDemo(db, new Date()))
}
