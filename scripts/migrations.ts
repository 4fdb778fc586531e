// Applies the migrations to the local database as `wrangler d1 migrations apply` does, but in this process: wrangler needs
// seconds to start. A deployed database gets them from wrangler.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT, withDatabase } from './local.ts'
import type { LocalDatabase } from './local-database.ts'

const FOLDER = join(ROOT, 'drizzle')
const BREAKPOINT = '--> statement-breakpoint'

/** Until the first release, migrations are edited in place. */
export const OLDER_DATABASE =
  'The local database was made by older migrations. To delete it and begin again: npm run dev -- --reset'

/** wrangler's own table of applied migrations. */
const CREATE_TABLE = `CREATE TABLE IF NOT EXISTS "d1_migrations"(
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    name       TEXT UNIQUE,
    applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL
)`

/** The migration files in their order. */
export const listMigrations = async (folder = FOLDER): Promise<string[]> =>
  (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()

/** Applies the migrations that the database does not have, each in one transaction. Returns their names. */
export const applyMigrations = async (db: LocalDatabase, folder = FOLDER): Promise<string[]> => {
  const [, known] = await db.batch<{ name: string }>([
    db.prepare(CREATE_TABLE),
    db.prepare('SELECT name FROM d1_migrations'),
  ])
  const applied = new Set(known?.results.map(({ name }) => name))
  const missing = (await listMigrations(folder)).filter((name) => !applied.has(name))
  for (const name of missing) {
    const statements = (await readFile(join(folder, name), 'utf8')).split(BREAKPOINT)
    try {
      await db.batch([
        ...statements.map((statement) => db.prepare(statement)),
        db.prepare(`INSERT INTO d1_migrations (name) VALUES ('${name}')`),
      ])
    } catch (cause) {
      const message = /already exists/.test(String(cause))
        ? OLDER_DATABASE
        : `The migration ${name} failed: ${cause instanceof Error ? cause.message : cause}`
      throw new Error(message, { cause })
    }
  }
  return missing
}

/** Creates the local database of a state folder if there is none, and applies the migrations to it. */
export const migrate = async (state: string, databaseId?: string): Promise<void> => {
  await withDatabase(state, (db) => applyMigrations(db), databaseId)
}
