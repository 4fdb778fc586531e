// npm run restore -- FILE: loads an export into an empty database.
import { existsSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type BackupTable, backupTables } from './backup/tables.ts'
import { bindingDatabase, type Database, wranglerDatabase } from './import/database.ts'
import { executeSql, fail, migrate, sqlTarget, stateFolder, withDatabase } from './local.ts'
import { migrateRemote } from './remote.ts'

const USAGE = `Usage: npm run restore -- FILE [--remote [--env NAME]] [--persist-to DIR]

Loads FILE, which "npm run export" wrote, into an empty database: applies the migrations, then loads all
rows in one transaction. Counts and the search index are built on the way.
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

/** Every statement of an export is one line. */
const statementsOf = (file: string): string[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')

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
    await database.write(statementsOf(file))
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
