// Loads an export into an empty database, or one organizer of it into a database that others use.
import { mkdtempSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
import { sqlText } from '../lib/sql-text.ts'
import { UNFINISHED } from '../lib/unfinished-restore.ts'
import { countOrganizer, deleteOrganizer, findOrganizer, organizerTables } from './organizer.ts'
import { writePlaced } from './place.ts'
import { type BackupTable, backupTables } from './tables.ts'

/** Statements that delete what a restore has loaded: everything, or one organizer. */
const deleteLoaded = (tables: readonly BackupTable[], organizerId: string | null): string[] => [
  ...(organizerId === null
    ? tables.toReversed().map(({ name }) => `DELETE FROM ${name}`)
    : deleteOrganizer(tables, organizerId)),
  `DROP TABLE ${UNFINISHED}`,
]

/** The tables of a backup that the database has. Those that an interrupted restore loaded are empty again. */
const cleanTables = async (database: Database, tables: readonly BackupTable[]): Promise<BackupTable[]> => {
  const [rows = []] = await database.read(`SELECT name FROM sqlite_schema WHERE type = 'table'`)
  const names = new Set(rows.map(({ name }) => name))
  const existing = tables.filter(({ name }) => names.has(name))
  if (names.has(UNFINISHED)) {
    console.log('The last restore was interrupted. Deleting what it loaded.')
    const [[mark] = []] = await database.read(`SELECT max(organizer_id) AS organizer FROM ${UNFINISHED}`)
    const organizerId = (mark?.organizer ?? null) as string | null
    const loaded = organizerId === null ? existing : await organizerTables()
    await database.write(deleteLoaded(loaded, organizerId))
  }
  return existing
}

/**
 * Throws if any table of a backup has rows, unless an interrupted restore loaded them: then deletes them. A
 * database without tables is empty.
 */
const requireEmpty = async (database: Database, tables: readonly BackupTable[]): Promise<void> => {
  const existing = await cleanTables(database, tables)
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
const load = async (
  database: Database,
  tables: readonly BackupTable[],
  file: string,
  organizerId: string | null = null,
): Promise<void> => {
  await database.write([
    `CREATE TABLE ${UNFINISHED} (organizer_id TEXT)`,
    ...(organizerId === null ? [] : [`INSERT INTO ${UNFINISHED} VALUES (${sqlText(organizerId)})`]),
  ])
  try {
    for await (const statements of readTransactions(file)) await database.write(statements)
    await database.write([`DROP TABLE ${UNFINISHED}`])
  } catch (error) {
    // The first error says more than that the deletion failed as well.
    await database.write(deleteLoaded(tables, organizerId)).catch(() => undefined)
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
  load: (tables: readonly BackupTable[], file: string) => void | Promise<void>
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
const restoreAll = async (file: string, database: Database, steps: Steps): Promise<Map<string, number>> => {
  const tables = await backupTables()
  await requireEmpty(database, tables)
  await steps.migrate()
  try {
    await steps.load(tables, file)
  } catch (error) {
    throw explained(error)
  }
  // Loading has given each session a new epoch (see the migrations), so devices that synchronized with a
  // database that this one replaces load their tickets again.
  return countRows(database, tables)
}

/**
 * Restores one organizer of an export into a database that others use. Its sessions, records and check-ins
 * get numbers after theirs. Returns the number of its rows in each table.
 *
 * @throws Error if the export has no such organizer, or the database has one of its ids or slugs
 */
const restoreOrganizer = async (
  file: string,
  organizerId: string,
  target: Database,
  steps: Steps,
): Promise<Map<string, number>> => {
  const tables = await organizerTables()
  await cleanTables(target, tables)
  await steps.migrate()
  const scratch = mkdtempSync(join(tmpdir(), 'doorlist-restore-'))
  try {
    const state = join(scratch, 'state')
    const placed = join(scratch, 'placed.sql')
    await restoreLocally(file, state)
    const written = await withLocalDatabase(state, async (db) => {
      const source = bindingDatabase(db)
      await findOrganizer(source, organizerId)
      return writePlaced(source, target, tables, organizerId, placed)
    })
    await steps.load(tables, placed)
    const counts = await countOrganizer(target, tables, organizerId)
    for (const [table, count] of written) {
      if (counts.get(table) !== count) {
        throw new Error(`${table}: ${count} rows were written, and ${counts.get(table)} are there.`)
      }
    }
    return counts
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

const restoreInto = (
  database: Database,
  file: string,
  organizerId: string | undefined,
  steps: Steps,
): Promise<Map<string, number>> =>
  organizerId === undefined
    ? restoreAll(file, database, steps)
    : restoreOrganizer(file, organizerId, database, steps)

/** Restores everything, or one organizer, into the local database of a state folder. */
export const restoreLocally = (
  file: string,
  state: string,
  shard = FIRST_SHARD,
  organizerId?: string,
): Promise<Map<string, number>> => {
  const work = (db: LocalDatabase) => {
    const database = bindingDatabase(db)
    return restoreInto(database, file, organizerId, {
      migrate: () => applyMigrations(db),
      load: (tables, loaded) => load(database, tables, loaded, organizerId ?? null),
    })
  }
  return withLocalDatabase(state, work, shard)
}

/**
 * Restores everything, or one organizer, into the deployed database. D1 imports a file as a whole or not at
 * all.
 */
export const restoreRemotely = (
  file: string,
  env: string | undefined,
  shard: string,
  organizerId?: string,
): Promise<Map<string, number>> =>
  restoreInto(wranglerDatabase(remoteTarget(env), shard), file, organizerId, {
    migrate: () => migrateRemote(env, shard),
    load: (_, loaded) => executeRemotely(loaded, env, shard),
  })

export const describeCounts = (counts: ReadonlyMap<string, number>): string =>
  [...counts].map(([table, count]) => `${table.padEnd(14)} ${count.toLocaleString('en')}`).join('\n')
