// The local database for the commands that write to it while `npm run dev` may be running.
//
// They write through the running server, with the API of wrangler's local explorer, so that the file has one
// writer, like D1. A second writing process would fail or make requests fail: locally, each read of a D1
// session also writes (its bookmark), so lists and the command's transactions compete for SQLite's write
// lock. A command opens the file itself only if no `npm run dev` is running. Another process (`npx wrangler
// dev`) may still hold the lock, so a transaction that finds the database busy is retried.
import { setTimeout as sleep } from 'node:timers/promises'
import { readRunning, withDatabase } from './local.ts'
import { FIRST_SHARD, localDatabaseId } from './shards.ts'

/** The part of D1's API that the commands use. A `batch` is one transaction. */
export type LocalDatabase = Pick<D1Database, 'prepare' | 'batch'>

/**
 * How long a transaction waits for SQLite's write lock. A large import in another process takes about this
 * long.
 */
const BUSY_TIMEOUT_MS = 30_000
const MAX_BUSY_PAUSE_MS = 250

type RawResult = { results: { columns: string[]; rows: unknown[][] }; meta: D1Meta & Record<string, unknown> }
type RawResponse = { success: boolean; errors: { message: string }[]; result: RawResult[] | null }

/** A statement to be sent to the server. The explorer takes parameters as text only. */
const serverStatement = (sql: string, params: readonly string[] = []) => ({
  sql,
  params,
  bind: (...values: string[]) => {
    if (!values.every((value) => typeof value === 'string')) throw new TypeError('Parameters must be text.')
    return serverStatement(sql, values)
  },
})

const toObject = (columns: readonly string[], row: readonly unknown[]): Record<string, unknown> =>
  Object.fromEntries(columns.map((column, index) => [column, row[index]]))

/** A database of the server at `api`. */
export const serverDatabase = (api: string, shard = FIRST_SHARD): LocalDatabase => {
  const url = `${api}/cdn-cgi/local/explorer/api/d1/database/${localDatabaseId(shard)}/raw`
  const batch = async (statements: unknown): Promise<D1Result[]> => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ batch: statements }),
    }).catch((cause) => {
      throw new Error('`npm run dev` ended while this command was using its database.', { cause })
    })
    const { success, errors, result } = (await response.json()) as RawResponse
    if (!success || result === null) throw new Error(errors.map(({ message }) => message).join('; '))
    return result.map(({ results: { columns, rows }, meta }) => ({
      success: true,
      results: rows.map((row) => toObject(columns, row)),
      meta,
    }))
  }
  // The types of these two methods in D1 require the rest of D1's API, which the commands do not call.
  return { prepare: (sql: string) => serverStatement(sql), batch } as unknown as LocalDatabase
}

const isBusy = (error: unknown): boolean => /SQLITE_BUSY|database is locked/.test(String(error))

/** `db`, with batches that wait for SQLite's write lock. A batch that fails has written nothing. */
const retryingDatabase = (db: D1Database): LocalDatabase => ({
  prepare: (sql) => db.prepare(sql),
  batch: async <Row>(statements: D1PreparedStatement[]): Promise<D1Result<Row>[]> => {
    const end = Date.now() + BUSY_TIMEOUT_MS
    for (let pause = 5; ; pause = Math.min(2 * pause, MAX_BUSY_PAUSE_MS)) {
      try {
        return await db.batch<Row>(statements)
      } catch (error) {
        if (!isBusy(error) || Date.now() > end) throw error
        await sleep(pause * (0.5 + Math.random()))
      }
    }
  },
})

/** The database of the `npm run dev` that runs on this state folder with it; undefined if none does. */
const findServer = async (state: string, shard: string): Promise<LocalDatabase | undefined> => {
  try {
    const { api, pid } = await readRunning(state)
    process.kill(pid, 0) // Throws if the process no longer exists: it was killed and left its file.
    const database = serverDatabase(api, shard)
    await database.batch([database.prepare('SELECT 1')])
    return database
  } catch {
    return undefined
  }
}

/** Runs `work` with a local database: through the running server if there is one, else on the file. */
export const withLocalDatabase = async <Result>(
  state: string,
  work: (db: LocalDatabase) => Promise<Result>,
  shard = FIRST_SHARD,
): Promise<Result> => {
  const server = await findServer(state, shard)
  if (server !== undefined) return work(server)
  return withDatabase(state, (db) => work(retryingDatabase(db)), localDatabaseId(shard))
}
