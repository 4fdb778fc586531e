// npm run restore -- FILE: loads an export into an empty database.
import { existsSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { type BackupTable, backupTables } from './backup/tables.ts'
import { bindingDatabase, type Database, wranglerDatabase } from './import/database.ts'
import { executeSql, fail, migrate, sqlTarget, stateFolder, withDatabase } from './local.ts'
import { migrateRemote } from './remote.ts'

const USAGE = `Usage: npm run restore -- FILE [--remote [--env NAME]] [--persist-to DIR]

Loads FILE, which "npm run export" wrote, into an empty database: applies the migrations, then loads all
rows or none. Counts and the search index are built on the way.
  --remote          the deployed database instead of the local one
  --env NAME        the environment of wrangler.toml, with --remote
  --persist-to DIR  where the local database is kept`

/** Throws if any table of a backup has rows. A database without tables is empty. */
const requireEmpty = async (database: Database, tables: readonly BackupTable[]): Promise<void> => {
  const [existing = []] = await database.read(`SELECT name FROM sqlite_schema WHERE type = 'table'`)
  const names = tables.map(({ name }) => name).filter((name) => existing.some((row) => row.name === name))
  if (names.length === 0) return
  const [[hasRows = {}] = []] = await database.read(
    `SELECT ${names.map((name) => `EXISTS (SELECT 1 FROM ${name}) AS ${name}`).join(', ')}`,
  )
  const filled = names.filter((name) => hasRows[name] === 1)
  if (filled.length > 0) {
    throw new Error(`The database is not empty (${filled.join(', ')}). Restore into an empty one.`)
  }
}

/** A transaction holds its statements in memory; 100,000 tickets are about 30 MB. */
const MAX_TRANSACTION_CHARACTERS = 100_000_000

/** The statements of an export, of which each is one line, in parts that fit into a transaction. */
async function* readTransactions(file: string): AsyncGenerator<string[]> {
  const opened = await open(file)
  let statements: string[] = []
  let size = 0
  for await (const line of opened.readLines()) {
    if (line === '') continue
    statements.push(line)
    size += line.length
    if (size < MAX_TRANSACTION_CHARACTERS) continue
    yield statements
    statements = []
    size = 0
  }
  if (statements.length > 0) yield statements
}

/** Loads an export. An error in a later transaction also removes what the earlier ones have loaded. */
const load = async (database: Database, tables: readonly BackupTable[], file: string): Promise<void> => {
  try {
    for await (const statements of readTransactions(file)) await database.write(statements)
  } catch (error) {
    await database.write(tables.toReversed().map(({ name }) => `DELETE FROM ${name}`))
    throw error
  }
}

export const countRows = async (
  database: Database,
  tables: readonly BackupTable[],
): Promise<Map<string, number>> => {
  const [[counts = {}] = []] = await database.read(
    `SELECT ${tables.map(({ name }) => `(SELECT count(*) FROM ${name}) AS ${name}`).join(', ')}`,
  )
  return new Map(tables.map(({ name }) => [name, counts[name] as number]))
}

/** Restores into the local database of a state folder, all rows or none; returns how many rows each table has. */
export const restoreLocally = async (file: string, state: string): Promise<Map<string, number>> => {
  const tables = await backupTables()
  await withDatabase(state, (db) => requireEmpty(bindingDatabase(db), tables))
  await migrate(state)
  return withDatabase(state, async (db) => {
    const database = bindingDatabase(db)
    await load(database, tables, file)
    return countRows(database, tables)
  })
}

/** Restores into the deployed database. D1 imports a file as a whole, or not at all. */
const restoreRemotely = async (file: string, env: string | undefined): Promise<Map<string, number>> => {
  const tables = await backupTables()
  const target = sqlTarget(true, undefined, env)
  await requireEmpty(wranglerDatabase(target), tables)
  migrateRemote(env)
  executeSql(target, '--file', file)
  return countRows(wranglerDatabase(target), tables)
}

const run = async (): Promise<void> => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      help: { type: 'boolean', short: 'h', default: false },
      remote: { type: 'boolean', default: false },
      env: { type: 'string' },
      'persist-to': { type: 'string' },
    },
  })
  if (values.help) return console.log(USAGE)
  const [file, ...others] = positionals
  if (file === undefined || others.length > 0) throw new Error(USAGE)
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`)
  const counts = values.remote
    ? await restoreRemotely(file, values.env)
    : await restoreLocally(file, stateFolder(values['persist-to']))
  for (const [table, count] of counts) console.log(`${table.padEnd(14)} ${count.toLocaleString('en')}`)
  console.log('Restored.')
}

if (import.meta.main) run().catch(fail)
