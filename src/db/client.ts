// The one place that opens a database. A request has one client, on one D1 session: what it reads is
// never older than the bookmark that the caller brought along.
import type { BatchItem, BatchResponse } from 'drizzle-orm/batch'
import { drizzle } from 'drizzle-orm/d1'
import { fillPlaceholders, type SQL } from 'drizzle-orm/sql'
import { SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core'
import { AppError } from '../errors.ts'

/** What the database has cost a request so far. */
export type DatabaseUse = {
  roundTrips: number
  rowsRead: number
  rowsWritten: number
  /** Milliseconds from asking to answer. */
  waitMs: number
  /** Milliseconds that SQL took in the database. */
  sqlMs: number
}

/** SQL text with the places of its values, and the type of the one row that it gives. */
export type Prepared<Row> = { text: string; params: unknown[]; row?: Row }

const dialect = new SQLiteAsyncDialect()

/**
 * Writes a statement's text once for all requests: Drizzle takes longer to write a long one than the
 * database to run it. Its columns come as the statement names them.
 */
export const prepare = <Row>(statement: SQL): Prepared<Row> => {
  const { sql: text, params } = dialect.sqlToQuery(statement)
  return { text, params }
}

type Statements = Readonly<[BatchItem<'sqlite'>, ...BatchItem<'sqlite'>[]]>

export type Database = ReturnType<typeof openDatabase>

/** A D1 bookmark: three numbers of 8 hexadecimal digits and a hash of 32. */
const BOOKMARK = /^[0-9a-f]{8}-[0-9a-f]{8}-[0-9a-f]{8}-[0-9a-f]{32}$/

/** Whether a client's bookmark has the form of one; D1 itself takes anything, and hands it back for ever. */
const isBookmark = (value: string | undefined): value is string => value !== undefined && BOOKMARK.test(value)

/** D1's words for "not now" (Cloudflare: D1, debug). All else that it says is our own fault. */
const UNAVAILABLE =
  /overloaded|queued for too long|Network connection lost|storage caused object to be reset|code was updated|transient issue|exceeded (timeout|its CPU time limit|its memory limit)/i

const UNAVAILABLE_RETRY_SECONDS = 2

/** Of these, the ones after which to ask again at once may help, and does not add to a load. */
const TRANSIENT = /Network connection lost|storage caused object to be reset|code was updated/i

/** How often a batch is sent, at most, and the longest wait before it is sent again. */
const MAX_ATTEMPTS = 3
const MAX_WAIT_MS = 200

/** How long a request waits for the database, all its attempts together. */
const DEADLINE_MS = 10_000

/** The failure of a database that does not answer, for whatever reason. */
export const unavailable = (cause: unknown) =>
  new AppError('database_unavailable', 'The database cannot be reached now; try again.', {
    cause,
    retryAfter: UNAVAILABLE_RETRY_SECONDS,
  })

/** Rejects once `ms` have passed; the work itself cannot be called back. */
const within = async <Result>(ms: number, work: Promise<Result>): Promise<Result> => {
  let timer: ReturnType<typeof setTimeout> | null = null
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(unavailable(new Error(`The database did not answer in ${ms} ms.`))), ms)
  })
  try {
    return await Promise.race([work, timeout])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Opens the database for one request, at the nearest replica that has seen `bookmark` (none or a
 * malformed one: the nearest replica as it is).
 *
 * `sql` builds statements and `batch` runs them, in one round trip and one transaction; `first` runs a
 * prepared one for its first row. There is no other way to run any. Both send what failed for a passing
 * reason again: every batch must have the same effect when it is run twice, since its first run may have
 * gone through though its answer was lost. Both throw `database_unavailable` where D1 is overloaded, out of
 * reach, or silent for too long; a write may then have been made or not.
 */
export const openDatabase = (d1: D1Database, bookmark: string | undefined) => {
  const session = d1.withSession(isBookmark(bookmark) ? bookmark : 'first-unconstrained')
  const use: DatabaseUse = { roundTrips: 0, rowsRead: 0, rowsWritten: 0, waitMs: 0, sqlMs: 0 }

  const send = async (statements: D1PreparedStatement[]): Promise<D1Result[]> => {
    const end = Date.now() + DEADLINE_MS
    for (let attempt = 1; ; attempt++) {
      use.roundTrips += 1
      try {
        return await session.batch(statements)
      } catch (cause) {
        if (!(cause instanceof Error) || !UNAVAILABLE.test(cause.message)) throw cause
        if (attempt === MAX_ATTEMPTS || !TRANSIENT.test(cause.message)) throw unavailable(cause)
        await scheduler.wait(Math.random() * MAX_WAIT_MS)
        // The caller has been told: what comes now could undo what they did next.
        if (Date.now() >= end) throw unavailable(cause)
      }
    }
  }

  const metered = {
    prepare: (query: string) => session.prepare(query),
    batch: async (statements: D1PreparedStatement[]) => {
      const start = performance.now()
      try {
        const results = await within(DEADLINE_MS, send(statements))
        for (const { meta } of results) {
          use.rowsRead += meta.rows_read
          use.rowsWritten += meta.rows_written
          use.sqlMs += meta.duration
        }
        return results
      } finally {
        use.waitMs += performance.now() - start
      }
    },
  }
  // Drizzle uses no more of D1Database than these two; its type asks for all of it until 1.0.
  const sql = drizzle(metered as unknown as D1Database)

  return {
    sql,
    use,
    /** Runs prepared statements, which share their named values, and gives the rows of each. */
    query: async <Rows extends unknown[]>(
      statements: { [Index in keyof Rows]: Prepared<Rows[Index]> },
      values: Record<string, unknown>,
    ) => {
      const bound = statements.map(({ text, params }) =>
        session.prepare(text).bind(...fillPlaceholders(params, values)),
      )
      const results = await metered.batch(bound)
      return results.map(({ results: rows }) => rows) as { [Index in keyof Rows]: Rows[Index][] }
    },
    batch: <S extends Statements>(statements: S): Promise<BatchResponse<S>> => sql.batch(statements),
    /** The state this request has seen, or the caller's own bookmark where the database was not asked. */
    bookmark: (): string | undefined =>
      session.getBookmark() ?? (isBookmark(bookmark) ? bookmark : undefined),
  }
}
