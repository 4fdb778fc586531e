// The tables of a backup, read from the Drizzle schema, so that a new table is included without a change
// here.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { is } from 'drizzle-orm'
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { ROOT } from '../lib/local.ts'

export type BackupTable = {
  name: string
  /** The stored columns, without generated ones. */
  columns: readonly string[]
  primaryKey: readonly string[]
}

/** Tables that triggers fill from the others. A restore makes them again, but a feed starts again. */
const DERIVED_TABLES: readonly string[] = [
  'ticket_counts',
  'ticket_changes',
  'unmatched_items',
  'area_counts',
  'feed_events',
]

/** Keys, sign-ins, hashes of codes that let people in, and what an organizer lost that moved away. */
const SECRET_TABLES: readonly string[] = [
  'invitations',
  'moved_rows',
  'setup_code',
  'sign_ins',
  'signing_keys',
  'used_challenges',
]

/** Codes of links, hashed or sealed, secrets of programs and webhooks, and where sources are. */
const SECRET_COLUMNS: Record<string, readonly string[]> = {
  devices: ['code_hash', 'code_expires_at', 'code_used_by'],
  guest_lists: ['code_hash', 'sealed_code'],
  programs: ['secret_hash'],
  webhooks: ['secret', 'previous_secret', 'previous_until'],
  sources: ['url', 'secret'],
}

/**
 * Tables that belong after `tickets` although they do not reference it. So an export reads them first, and
 * each base before the check-ins that it may lack: a check-in recorded during the export at least shows in
 * its ticket, and kept values have their record. Phones and programs have their memberships already when they
 * are restored. A feed is on from then, so that a restore fills none.
 */
const LAST_TABLES: readonly string[] = [
  'devices',
  'programs',
  'check_ins',
  'ticket_bases',
  'kept_values',
  'feeds',
  'webhooks',
  'sources',
  'source_rows',
]

const SCHEMA = join(ROOT, 'src', 'db', 'schema')

/** Columns that triggers set, how far webhooks are in a feed that starts again, and what is under way. */
const DERIVED_COLUMNS: Record<string, readonly string[]> = {
  organizers: ['lease', 'lease_until'],
  events: ['types_version', 'areas'],
  series: ['session_count'],
  guest_lists: ['persons', 'arrived'],
  feeds: ['epoch', 'gone', 'muted'],
  webhooks: ['sent', 'batch_end', 'lease', 'lease_until', 'attempts', 'attempted_at', 'status', 'next_at'],
  sources: ['starts_at', 'status', 'problem', 'cursor', 'lease', 'lease_until', 'attempts', 'next_at'],
}

type TableConfig = ReturnType<typeof getTableConfig>

const readSchema = async (): Promise<TableConfig[]> => {
  const modules = await Promise.all(
    readdirSync(SCHEMA).map((file): Promise<object> => import(join(SCHEMA, file))),
  )
  return modules
    .flatMap((module): unknown[] => Object.values(module))
    .filter((value): value is SQLiteTable => is(value, SQLiteTable))
    .map(getTableConfig)
}

/** Some tables have a unique index instead of a primary key, so that statements can name it. */
const keyOf = ({ name, columns, indexes }: TableConfig): string[] => {
  const index = indexes.find(({ config }) => config.name === `${name}_pk`)
  const keys = index?.config.columns ?? columns.filter(({ primary }) => primary)
  return keys.map((column) => (column as { name: string }).name)
}

const isLeftOut = (table: string, column: string): boolean =>
  [SECRET_COLUMNS, DERIVED_COLUMNS].some((columns) => columns[table]?.includes(column))

const describe = (
  table: TableConfig,
  isWanted = (column: string): boolean => !isLeftOut(table.name, column),
): BackupTable => ({
  name: table.name,
  columns: table.columns
    .filter(({ generated, name }) => generated === undefined && isWanted(name))
    .map((column) => column.name),
  primaryKey: keyOf(table),
})

/** Tables with all their columns, which are no backup. */
export const wholeTables = async (names: readonly string[]): Promise<BackupTable[]> => {
  const tables = await readSchema()
  return names.map((wanted) => {
    const table = tables.find(({ name }) => name === wanted)
    if (table === undefined) throw new Error(`There is no table ${wanted}.`)
    return describe(table, () => true)
  })
}

/** Every table of a backup, each after the tables that it references. */
export const backupTables = async (): Promise<BackupTable[]> => {
  let waiting = (await readSchema())
    .filter(({ name }) => !DERIVED_TABLES.includes(name) && !SECRET_TABLES.includes(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .sort((a, b) => LAST_TABLES.indexOf(a.name) - LAST_TABLES.indexOf(b.name))
  const ordered: TableConfig[] = []
  while (waiting.length > 0) {
    const names = waiting.map(({ name }) => name)
    const next = waiting.find(({ name, foreignKeys }) =>
      foreignKeys.every((key) => {
        const parent = getTableConfig(key.reference().foreignTable).name
        return parent === name || !names.includes(parent)
      }),
    )
    if (next === undefined) throw new Error(`Tables reference each other in a circle: ${names.join(', ')}`)
    ordered.push(next)
    waiting = waiting.filter((table) => table !== next)
  }
  return ordered.map((table) => describe(table))
}
