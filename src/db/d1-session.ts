// A D1 session with limits. Every batch of a request goes through it, whatever built the statements.
import { DatabaseTimeout, databaseUnavailable, failureKind, maxAttempts } from './failures.ts'

/** What a request has used of the database so far. */
export type DatabaseUsage = {
  /** Batches sent, retries included. */
  roundTrips: number
  rowsRead: number
  rowsWritten: number
  /** Milliseconds spent waiting for results. */
  waitMs: number
  /** Milliseconds of SQL execution in the database. */
  sqlMs: number
  /** Bytes of the database after the last batch. */
  sizeAfter: number
}

/** How long a request waits for the database, in milliseconds. */
export type Limits = {
  /** All attempts of all batches together, counted from the first. */
  deadlineMs: number
  /** An attempt at the client's bookmark, before the primary is asked instead. */
  bookmarkMs: number
}

/** The longest wait before the second attempt, in milliseconds; it doubles with each further one. */
const BACKOFF_MS = 200

/** A D1 bookmark: three numbers of 8 hexadecimal digits and a hash of 32. */
const BOOKMARK = /^[0-9a-f]{8}-[0-9a-f]{8}-[0-9a-f]{8}-[0-9a-f]{32}$/

/** The client's bookmark if it is well-formed. D1 itself accepts any text, and returns it forever. */
const parseBookmark = (value: string | undefined): string | undefined =>
  value !== undefined && BOOKMARK.test(value) ? value : undefined

/** A statement that belongs to no session, so that a retry can send it to another one. */
export type Statement = { sql: string; params: unknown[]; bind: (...params: unknown[]) => Statement }

export const toStatement = (sql: string, params: unknown[] = []): Statement => ({
  sql,
  params,
  bind: (...values) => toStatement(sql, values),
})

/** Matches statements that only read, by the prefixes for which D1 retries a statement itself. */
const READS = /^\s*(SELECT|WITH|EXPLAIN)\b/i

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
 * Opens a session at the nearest replica that has reached `bookmark`, or, if there is none or it is
 * malformed, at the nearest replica as it is. A replica that does not reach the bookmark in time, or fails,
 * is replaced by the primary, once. A batch that writes goes to the primary, which holds every state that a
 * bookmark can name: it never waits for one.
 *
 * `batch` is one round trip and one transaction. It throws `database_unavailable` when D1 is overloaded,
 * unreachable or silent until the deadline; a write may or may not have been made then. A result that arrives
 * after the deadline but before its timer has run is returned.
 *
 * A batch may be sent more than once, since its result can be lost after it has run. So a batch that writes
 * must have the same effect when it runs twice.
 */
export const openSession = (d1: D1Database, clientBookmark: string | undefined, limits: Limits) => {
  const bookmark = parseBookmark(clientBookmark)
  const usage: DatabaseUsage = {
    roundTrips: 0,
    rowsRead: 0,
    rowsWritten: 0,
    waitMs: 0,
    sqlMs: 0,
    sizeAfter: 0,
  }
  let constraint = bookmark ?? 'first-unconstrained'
  let session = d1.withSession(constraint)
  let deadline: number | undefined
  let readFromReplica = false

  const moveToPrimary = (): void => {
    if (constraint === 'first-primary') return
    constraint = 'first-primary'
    session = d1.withSession(constraint)
  }

  /** Retries until it resolves or rejects. No attempt starts after that. */
  const send = async (statements: readonly Statement[]): Promise<D1Result[]> => {
    const writes = !statements.every(({ sql }) => READS.test(sql))
    if (writes) moveToPrimary()
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

  const batch = async (statements: readonly Statement[]): Promise<D1Result[]> => {
    const start = performance.now()
    try {
      const results = await send(statements)
      for (const { meta } of results) {
        usage.rowsRead += meta.rows_read
        usage.rowsWritten += meta.rows_written
        usage.sizeAfter = meta.size_after
        usage.sqlMs += meta.duration
      }
      readFromReplica = results.some(({ meta }) => meta.served_by_primary === false)
      return results
    } finally {
      usage.waitMs += performance.now() - start
    }
  }

  return {
    prepare: toStatement,
    batch,
    usage,
    /** Whether the last batch ran on a replica, which may lag behind the primary. */
    hasReadFromReplica: (): boolean => readFromReplica,
    moveToPrimary,
    /** Gives the batches from now on this many milliseconds together. */
    allow: (ms: number): void => {
      deadline = Date.now() + ms
    },
    /** The state that this request has seen, or the client's own bookmark if the database gave no result. */
    bookmark: (): string | undefined => session.getBookmark() ?? bookmark,
  }
}
