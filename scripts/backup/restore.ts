// Loads an export into an empty database.
import { open } from 'node:fs/promises'
import {
  bindingDatabase,
  type Database,
  executeRemotely,
  remoteTarget,
  wranglerDatabase,
} from '../lib/database.ts'
import { type LocalDatabase, withLocalDatabase } from '../lib/local-database.ts'
import { applyMigrations } from '../lib/migrations.ts'
import { migrateRemote } from '../lib/remote.ts'
import { FIRST_SHARD } from '../lib/shards.ts'
import { UNFINISHED } from '../lib/unfinished-restore.ts'
import { type BackupTable, backupTables } from './tables.ts'

const deleteAll = (tables: readonly BackupTable[]): string[] => [
  ...tables.toReversed().map(({ name }) => `DELETE FROM ${name}`),
  `DROP TABLE ${UNFINISHED}`,
]

/**
 * Throws if any table of a backup has rows, unless an interrupted restore loaded them: then deletes them. A
 * database without tables is empty.
 */
const requireEmpty = async (database: Database, tables: readonly BackupTable[]): Promise<void> => {
  const [rows = []] = await database.read(`SELECT name FROM sqlite_schema WHERE type = 'table'`)
  const names = new Set(rows.map(({ name }) => name))
  const existing = tables.filter(({ name }) => names.has(name))
  if (names.has(UNFINISHED)) {
    console.log('The last restore was interrupted. Deleting what it loaded.')
    return database.write(deleteAll(existing))
  }
  if (existing.length === 0) return
  const [[hasRows = {}] = []] = await database.read(
    `SELECT ${existing.map(({ name }) => `EXISTS (SELECT 1 FROM ${name}) AS ${name}`).join(', ')}`,
  )
  const filled = existing.map(({ name }) => name).filter((name) => hasRows[name] === 1)
  if (filled.length > 0) {
    throw new Error(`The database is not empty (${filled.join(', ')}). Restore into an empty one.`)
  }
}

/** A transaction holds its statements in memory, several times. */
const MAX_TRANSACTION_BYTES = 25_000_000

/** Yields the statements of an export, one per line of the file, in parts that fit into a transaction. */
async function* readTransactions(file: string): AsyncGenerator<string[]> {
  const opened = await open(file)
  let statements: string[] = []
  let size = 0
  for await (const line of opened.readLines()) {
    if (line === '') continue
    const bytes = Buffer.byteLength(line)
    if (size + bytes > MAX_TRANSACTION_BYTES) {
      yield statements
      statements = []
      size = 0
    }
    statements.push(line)
    size += bytes
  }
  if (statements.length > 0) yield statements
}

/** Loads an export. After an error, everything is deleted again, now or by the next restore. */
const load = async (database: Database, tables: readonly BackupTable[], file: string): Promise<void> => {
  await database.write([`CREATE TABLE ${UNFINISHED} (id INTEGER)`])
  try {
    for await (const statements of readTransactions(file)) await database.write(statements)
    await database.write([`DROP TABLE ${UNFINISHED}`])
  } catch (error) {
    // The first error says more than that the deletion failed as well.
    await database.write(deleteAll(tables)).catch(() => undefined)
    throw error
  }
}

const countRows = async (
  database: Database,
  tables: readonly BackupTable[],
): Promise<Map<string, number>> => {
  const [[counts = {}] = []] = await database.read(
    `SELECT ${tables.map(({ name }) => `(SELECT count(*) FROM ${name}) AS ${name}`).join(', ')}`,
  )
  return new Map(tables.map(({ name }) => [name, counts[name] as number]))
}

type Steps = {
  migrate: () => unknown
  load: (tables: readonly BackupTable[]) => void | Promise<void>
}

/** What an export of a version that allowed two of one name in an event says. */
const explained = (error: unknown): unknown => {
  const [, table] =
    /UNIQUE constraint failed: index '(ticket_types|areas)_by_event'/.exec(String(error)) ?? []
  if (table === undefined) return error
  return new Error(
    `Two ${table === 'areas' ? 'areas' : 'ticket types'} of an event in the export have one name, ignoring ASCII case and spaces at the ends. Rename one of them where it was exported, export again, and restore that.`,
    { cause: error },
  )
}

/** Restores into an empty database. Returns the number of rows in each table. */
const restore = async (database: Database, steps: Steps): Promise<Map<string, number>> => {
  const tables = await backupTables()
  await requireEmpty(database, tables)
  await steps.migrate()
  try {
    await steps.load(tables)
  } catch (error) {
    throw explained(error)
  }
  // Loading has given each session a new epoch (see the migrations), so devices that synchronized with a
  // database that this one replaces load their tickets again.
  return countRows(database, tables)
}

/** Restores into the local database of a state folder. */
export const restoreLocally = (
  file: string,
  state: string,
  shard = FIRST_SHARD,
): Promise<Map<string, number>> => {
  const work = (db: LocalDatabase) => {
    const database = bindingDatabase(db)
    return restore(database, {
      migrate: () => applyMigrations(db),
      load: (tables) => load(database, tables, file),
    })
  }
  return withLocalDatabase(state, work, shard)
}

/** Restores into the deployed database. D1 imports a file as a whole or not at all. */
export const restoreRemotely = (
  file: string,
  env: string | undefined,
  shard: string,
): Promise<Map<string, number>> =>
  restore(wranglerDatabase(remoteTarget(env), shard), {
    migrate: () => migrateRemote(env, shard),
    load: () => executeRemotely(file, env, shard),
  })

export const describeCounts = (counts: ReadonlyMap<string, number>): string =>
  [...counts].map(([table, count]) => `${table.padEnd(14)} ${count.toLocaleString('en')}`).join('\n')
