// Applies the migrations to the local database as `wrangler d1 migrations apply` does, but in this process:
// wrangler needs seconds to start. A deployed database gets them from wrangler.
import { createHash } from 'node:crypto'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT, withDatabase } from './local.ts'
import type { LocalDatabase } from './local-database.ts'
import { FIRST_SHARD, localDatabaseId } from './shards.ts'
import { requireFinishedRestore } from './unfinished-restore.ts'

const FOLDER = join(ROOT, 'drizzle')
const BREAKPOINT = '--> statement-breakpoint'

const OLDER =
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
  await requireFinishedRestore(db)
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
        ? OLDER
        : `The migration ${name} failed: ${cause instanceof Error ? cause.message : cause}`
      throw new Error(message, { cause })
    }
  }
  return missing
}

const noteFile = (state: string): string => join(state, 'doorlist-migrations.json')

/** The hash of each migration file, by its name. */
const hashMigrations = async (): Promise<Record<string, string>> => {
  const hashes: Record<string, string> = {}
  for (const name of await listMigrations()) {
    hashes[name] = createHash('sha256')
      .update(await readFile(join(FOLDER, name)))
      .digest('hex')
  }
  return hashes
}

/**
 * Runs `work` with a local database of a state folder, which is created if there is none, after the
 * migrations. Throws if it was made by migrations that are gone or have changed since: until the first
 * release, migrations are edited in place.
 */
export const withMigratedDatabase = async <Result>(
  state: string,
  work: (db: D1Database) => Promise<Result>,
  shard = FIRST_SHARD,
): Promise<Result> => {
  const note = await readFile(noteFile(state), 'utf8').catch(() => '{}')
  const hashes = await hashMigrations()
  const applied = Object.entries(JSON.parse(note) as Record<string, string>)
  if (applied.some(([name, hash]) => hashes[name] !== hash)) throw new Error(OLDER)
  const migrate = async (db: D1Database): Promise<Result> => {
    await applyMigrations(db)
    await writeFile(noteFile(state), JSON.stringify(hashes))
    return work(db)
  }
  return withDatabase(state, migrate, localDatabaseId(shard))
}

/** Deletes the local database of a state folder. */
export const deleteDatabase = async (state: string): Promise<void> => {
  await rm(join(state, 'v3', 'd1'), { recursive: true, force: true })
  await rm(noteFile(state), { force: true })
}
