// The benchmark's database file, opened in this process: a million tickets through the API of a local D1
// would be thousands of requests to another process, each of which can fail on a busy machine.

import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { ROOT, withDatabase } from '../../scripts/lib/local.ts'
import type { LocalDatabase } from '../../scripts/lib/local-database.ts'
import { applyMigrations } from '../../scripts/lib/migrations.ts'
import { buildDatabase, resetGateSession } from './data.ts'
import type { Scale } from './scale.ts'

export const DATABASE_ID = '00000000-0000-4000-8000-00000000be2c'

export const stateOf = ({ name }: Scale): string => join(ROOT, '.wrangler', 'bench', name)

const asD1 = (file: DatabaseSync): LocalDatabase => {
  const prepare = (sql: string, values: SQLInputValue[] = []) => {
    // As D1's rows: objects with a prototype.
    const all = async () => ({
      results: file
        .prepare(sql)
        .all(...values)
        .map((row) => ({ ...row })),
    })
    return { bind: (...bound: SQLInputValue[]) => prepare(sql, bound), all, run: all }
  }
  const batch = async (statements: ReturnType<typeof prepare>[]) => {
    file.exec('BEGIN')
    try {
      const results = []
      for (const statement of statements) results.push(await statement.all())
      file.exec('COMMIT')
      return results
    } catch (error) {
      file.exec('ROLLBACK')
      throw error
    }
  }
  return { prepare, batch } as unknown as LocalDatabase
}

/** Opens the database for `work`, while no server runs on it. */
export const withBenchDatabase = async <Result>(
  scale: Scale,
  work: (db: LocalDatabase) => Promise<Result>,
): Promise<Result> => {
  const folder = join(stateOf(scale), 'v3', 'd1', 'miniflare-D1DatabaseObject')
  const name = readdirSync(folder).find((entry) => /^[0-9a-f]{64}\.sqlite$/.test(entry))
  if (name === undefined) throw new Error(`There is no database in ${folder}.`)
  const file = new DatabaseSync(join(folder, name))
  try {
    return await work(asD1(file))
  } finally {
    file.close()
  }
}

/** A hash of everything that determines the contents of the database. */
const fingerprintSources = (): string => {
  const migrations = readdirSync(join(ROOT, 'drizzle')).filter((name) => name.endsWith('.sql'))
  const files = [
    ...migrations.map((name) => join(ROOT, 'drizzle', name)),
    ...['data.ts', 'naive.ts', 'scale.ts'].map((name) => join(import.meta.dirname, name)),
  ]
  const hash = createHash('sha256')
  for (const file of files) hash.update(readFileSync(file))
  return hash.digest('hex')
}

/**
 * Builds the database, or takes back the check-ins of an earlier run that has built the same one. A
 * half-built database is built again.
 */
export const prepareDatabase = async (scale: Scale): Promise<void> => {
  const marker = join(stateOf(scale), 'built-from')
  const sources = fingerprintSources()
  const isBuilt = existsSync(marker) && readFileSync(marker, 'utf8') === sources
  if (isBuilt) return withBenchDatabase(scale, (db) => resetGateSession(db, scale))
  console.log('Building the database')
  rmSync(stateOf(scale), { recursive: true, force: true })
  // workerd creates the file, in the format of its own version of SQLite.
  await withDatabase(stateOf(scale), (db) => db.prepare('SELECT 1').run(), DATABASE_ID)
  await withBenchDatabase(scale, async (db) => {
    await applyMigrations(db)
    await buildDatabase(db, scale, console.log)
  })
  writeFileSync(marker, sources)
}
