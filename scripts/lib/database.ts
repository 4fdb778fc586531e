// The database that a command reads and writes: the local one, or the deployed one through wrangler. Both get
// the same SQL.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stateFolder } from './local.ts'
import { type LocalDatabase, withLocalDatabase } from './local-database.ts'
import { askWrangler, envArguments } from './remote.ts'
import { FIRST_SHARD, parseShard, SHARD_OPTION } from './shards.ts'
import { requireFinishedRestore } from './unfinished-restore.ts'

export type Value = string | number | null
export type Row = Record<string, Value>

export type Database = {
  /** Runs queries and returns the rows of each. */
  read(...queries: string[]): Promise<Row[][]>
  /** Runs the statements as one transaction. */
  write(statements: readonly string[]): Promise<void>
}

/** The local database. A batch is one transaction. */
export const bindingDatabase = (db: LocalDatabase): Database => ({
  read: async (...queries) =>
    (await db.batch<Row>(queries.map((query) => db.prepare(query)))).map(({ results }) => results),
  write: async (statements) => {
    await db.batch(statements.map((statement) => db.prepare(statement)))
  },
})

/**
 * Runs `wrangler d1 execute` with arguments that select a database. Returns its output; throws if it fails.
 */
const execute = (shard: string, target: readonly string[], ...args: string[]): string =>
  askWrangler('d1', 'execute', shard, ...target, '--yes', ...args)

/** The arguments that select the deployed database. */
export const remoteTarget = (env: string | undefined): string[] => ['--remote', ...envArguments(env)]

/** Runs a file of SQL on the deployed database: as a whole or not at all. */
export const executeRemotely = (file: string, env: string | undefined, shard: string): void => {
  execute(shard, remoteTarget(env), '--file', file)
}

/**
 * A database through `wrangler d1 execute`. A file is one transaction. For a deployed database wrangler
 * uploads the file to D1's import, which takes the database offline until it ends. Statements on the command
 * line do not, but a command line holds only a few hundred tickets, and Cloudflare does not document that its
 * statements are one transaction.
 */
export const wranglerDatabase = (target: readonly string[], shard = FIRST_SHARD): Database => ({
  read: async (...queries) =>
    JSON.parse(execute(shard, target, '--json', '--command', queries.join(';\n'))).map(
      ({ results }: { results: Row[] }) => results,
    ),
  write: async (statements) => {
    const folder = mkdtempSync(join(tmpdir(), 'doorlist-sql-'))
    try {
      const file = join(folder, 'statements.sql')
      writeFileSync(file, statements.map((statement) => `${statement};\n`).join(''))
      execute(shard, target, '--file', file)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
})

/** The options that choose the database. */
export const DATABASE_OPTIONS = {
  remote: { type: 'boolean', default: false },
  env: { type: 'string' },
  'persist-to': { type: 'string' },
  ...SHARD_OPTION,
} as const

type Choice = {
  remote: boolean
  env?: string | undefined
  'persist-to'?: string | undefined
  shard: string
}

/** Runs `work` with the database that the options choose. */
export const withDatabaseOf = <Result>(
  { remote, env, 'persist-to': persistTo, shard: name }: Choice,
  work: (database: Database) => Promise<Result>,
): Promise<Result> => {
  const shard = parseShard(name)
  if (remote) return work(wranglerDatabase(remoteTarget(env), shard))
  const workLocally = async (db: LocalDatabase): Promise<Result> => {
    await requireFinishedRestore(db)
    return work(bindingDatabase(db))
  }
  return withLocalDatabase(stateFolder(persistTo), workLocally, shard)
}
