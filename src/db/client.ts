// The one place that opens a database. A request has one client, on one D1 session: what it reads is never
// older than the bookmark that the client sent.
import { Placeholder, type SQL } from 'drizzle-orm'
import type { BatchItem, BatchResponse } from 'drizzle-orm/batch'
import { SQLiteSyncDialect } from 'drizzle-orm/sqlite-core'
import { drizzle } from 'drizzle-orm/sqlite-proxy'
import { DatabaseTimeout, databaseUnavailable, failureKind, maxAttempts } from './failures.ts'

/** What a request has used of the database so far. */
export type DatabaseUsage = {
  /** Batches sent, retries included. */
  roundTrips: number
  rowsRead: number
  rowsWritten: number
  /** Milliseconds spent waiting for results. */
  waitMs: number
  /** Milliseconds that the SQL took in the database. */
  sqlMs: number
}

/** SQL text with its parameters, some of them placeholders, and the type of its rows. */
export type Prepared<Row> = { text: string; params: unknown[]; row?: Row }

/** Prepared statements for one batch, and the rows of each. */
type PreparedBatch<Rows extends unknown[]> = { [Index in keyof Rows]: Prepared<Rows[Index]> }

type Statement = { sql: string; params: unknown[] }
type Batch = Readonly<[BatchItem<'sqlite'>, ...BatchItem<'sqlite'>[]]>

export type Database = ReturnType<typeof openDatabase>

/** How long a request waits for the database, in milliseconds. */
export const LIMITS = {
  /** All attempts of all batches together, counted from the first. */
  deadlineMs: 10_000,
  /** An attempt at the client's bookmark, before the primary is asked instead. */
  bookmarkMs: 1_500,
}

/** The longest wait before the second attempt, in milliseconds; it doubles with each further one. */
const BACKOFF_MS = 200

/** A D1 bookmark: three numbers of 8 hexadecimal digits and a hash of 32. */
const BOOKMARK = /^[0-9a-f]{8}-[0-9a-f]{8}-[0-9a-f]{8}-[0-9a-f]{32}$/

/** The client's bookmark if it is well-formed. D1 itself accepts any text, and returns it forever. */
const parseBookmark = (value: string | undefined): string | undefined =>
  value !== undefined && BOOKMARK.test(value) ? value : undefined

const rejectUnbatched = () => Promise.reject(new Error('Run statements in a batch: db.read or db.write.'))

/** Builds statements. Drizzle's proxy driver has no connection, so all requests can share it. */
const orm = drizzle(rejectUnbatched)

/**
 * Writes a bound value as `+?`, which is the same value. Where a statement compares with a bare `?`, SQLite chooses the plan
 * by the value, and so it compiles the statement again at every execution. D1 keeps compiled statements otherwise.
 */
class PlanOnceDialect extends SQLiteSyncDialect {
  override escapeParam(): string {
    return '+?'
  }
}

const dialect = new PlanOnceDialect()

/**
 * Builds a statement's text once for all requests: for a long one Drizzle needs more time than the database.
 * The row's columns have the names that the statement gives them. The plan is the same for all values.
 */
export const prepare = <Row>(statement: SQL): Prepared<Row> => {
  const { sql: text, params } = dialect.sqlToQuery(statement)
  return { text, params }
}

/** Rejects with `DatabaseTimeout` after `ms`; the work itself cannot be cancelled. */
const withTimeout = async <Result>(ms: number, work: Promise<Result>): Promise<Result> => {
  let timer: ReturnType<typeof setTimeout> | null = null
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DatabaseTimeout(ms)), ms)
  })
  try {
    return await Promise.race([work, timeout])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Opens the database for one request: at the nearest replica that has reached `bookmark`, or, if there is
 * none or it is malformed, at the nearest replica as it is. A replica that does not reach the bookmark in time,
 * or fails, is replaced by the primary, once.
 *
 * `orm` builds statements. `read` and `write` run them, in one round trip and one transaction; `query` and `execute` do the
 * same with prepared statements, which share their named values. All four throw `database_unavailable` when D1 is overloaded,
 * unreachable or silent until the deadline; a write may or may not have been made then. A result that arrives after
 * the deadline but before its timer has run is returned.
 *
 * A batch may be sent more than once, since its result can be lost after it has run. So a batch that writes
 * must have the same effect when it runs twice.
 */
export const openDatabase = (d1: D1Database, clientBookmark: string | undefined, limits = LIMITS) => {
  const bookmark = parseBookmark(clientBookmark)
  const usage: DatabaseUsage = { roundTrips: 0, rowsRead: 0, rowsWritten: 0, waitMs: 0, sqlMs: 0 }
  let constraint = bookmark ?? 'first-unconstrained'
  let session = d1.withSession(constraint)
  let deadline: number | undefined
  let readFromReplica = false

  const moveToPrimary = (): void => {
    if (constraint === 'first-primary') return
    constraint = 'first-primary'
    session = d1.withSession(constraint)
  }

  /** Makes one attempt after another. Once it has rejected, no further attempt starts. */
  const send = async (statements: Statement[], writes: boolean): Promise<D1Result[]> => {
    deadline ??= Date.now() + limits.deadlineMs
    for (let attempt = 1; ; attempt++) {
      const atBookmark = constraint === bookmark
      const msLeft = deadline - Date.now()
      usage.roundTrips += 1
      try {
        return await withTimeout(
          atBookmark ? Math.min(msLeft, limits.bookmarkMs) : msLeft,
          session.batch(statements.map(({ sql, params }) => session.prepare(sql).bind(...params))),
        )
      } catch (cause) {
        const kind = failureKind(cause)
        if (atBookmark && kind !== 'lasting') {
          moveToPrimary()
          continue
        }
        if (kind === undefined) throw cause
        const backoffMs = Math.random() * BACKOFF_MS * 2 ** (attempt - 1)
        // After the deadline the client has a 503. A late attempt could overwrite the client's next change.
        if (attempt >= maxAttempts(kind, writes) || Date.now() + backoffMs >= deadline) {
          throw databaseUnavailable(cause)
        }
        await scheduler.wait(backoffMs)
      }
    }
  }

  const run = async (statements: Statement[], writes: boolean): Promise<D1Result[]> => {
    const start = performance.now()
    try {
      const results = await send(statements, writes)
      for (const { meta } of results) {
        usage.rowsRead += meta.rows_read
        usage.rowsWritten += meta.rows_written
        usage.sqlMs += meta.duration
      }
      readFromReplica = results.some(({ meta }) => meta.served_by_primary === false)
      return results
    } finally {
      usage.waitMs += performance.now() - start
    }
  }

  const runBatch = <B extends Batch>(batch: B, writes: boolean): Promise<BatchResponse<B>> =>
    drizzle(rejectUnbatched, async (statements) => {
      const results = await run(statements, writes)
      return results.map(({ results: rows }) => ({ rows: rows.map((row) => Object.values(row as object)) }))
    }).batch(batch)

  const runPrepared = async <Rows extends unknown[]>(
    statements: PreparedBatch<Rows>,
    values: Record<string, unknown>,
    writes: boolean,
  ) => {
    const bind = (param: unknown) => (param instanceof Placeholder ? values[param.name] : param)
    const bound = statements.map(({ text, params }) => ({ sql: text, params: params.map(bind) }))
    return (await run(bound, writes)).map(({ results }) => results) as {
      [Index in keyof Rows]: Rows[Index][]
    }
  }

  return {
    orm,
    usage,
    /** Runs prepared statements that change nothing; returns the rows of each. */
    query: <Rows extends unknown[]>(statements: PreparedBatch<Rows>, values: Record<string, unknown>) =>
      runPrepared(statements, values, false),
    /** Runs prepared statements at the primary, as `write` does; returns the rows of each. */
    execute: <Rows extends unknown[]>(statements: PreparedBatch<Rows>, values: Record<string, unknown>) => {
      moveToPrimary()
      return runPrepared(statements, values, true)
    },
    /** Runs statements that change nothing. */
    read: <B extends Batch>(batch: B) => runBatch(batch, false),
    /** Runs statements at the primary, which holds every state that a bookmark can name: it never waits for one. */
    write: <B extends Batch>(batch: B) => {
      moveToPrimary()
      return runBatch(batch, true)
    },
    /** Whether the last batch ran on a replica, which may lag behind the primary. */
    hasReadFromReplica: (): boolean => readFromReplica,
    moveToPrimary,
    /** The state that this request has seen, or the client's own bookmark if the database gave no result. */
    bookmark: (): string | undefined => session.getBookmark() ?? bookmark,
  }
}
