// A D1 session with limits, for all batches of a request.
import { keyAt } from './databases.ts'
import { DatabaseTimeout, databaseUnavailable, failureKind, maxAttempts } from './failures.ts'
import { beginBatch, recordWait } from './queue.ts'

/** The database usage of a request so far. */
type DatabaseUsage = {
  /** Batches sent, retries included. */
  roundTrips: number
  rowsRead: number
  /** Of the statement that has read most. */
  mostRowsRead: number
  rowsWritten: number
  /** Milliseconds spent waiting for results. */
  waitMs: number
  /** Milliseconds of SQL execution in the database. */
  sqlMs: number
  /** The size of the database in bytes after the last batch. */
  sizeAfter: number
}

/** How long a request waits for the database, in milliseconds. */
export type Limits = {
  /** For all attempts of all batches, counted from the first. */
  deadlineMs: number
  /** For an attempt at the client's bookmark, before the primary takes over. */
  bookmarkMs: number
}

/** The longest wait before the second attempt, in milliseconds. It doubles with each further one. */
const BACKOFF_MS = 200

/** Who answers for D1 under `wrangler dev`. */
const LOCAL_DATABASE = 'miniflare.db'
/**
 * Where the database runs in the Worker’s process, that process reads no request while one batch follows the
 * other. So a request pauses before a batch if it has used the database for this long, or binds this much.
 */
const LONG_MS = 4
const LONG_CHARACTERS = 50_000
const PAUSE_MS = 10

/** A D1 bookmark: three numbers of 8 hexadecimal digits and a hash of 32. */
const BOOKMARK = /^[0-9a-f]{8}-[0-9a-f]{8}-[0-9a-f]{8}-[0-9a-f]{32}$/

/**
 * The client's bookmark if it is well-formed and of this database. D1 accepts any text, and returns it
 * forever.
 */
const parseBookmark = (binding: string, value = ''): string | undefined => {
  const bookmark = value.slice(keyAt(binding, '').length)
  return value === keyAt(binding, bookmark) && BOOKMARK.test(bookmark) ? bookmark : undefined
}

/** A statement without a session, so that a retry can run it in another one. */
export type Statement = { sql: string; params: unknown[]; bind: (...params: unknown[]) => Statement }

export const toStatement = (sql: string, params: unknown[] = []): Statement => ({
  sql,
  params,
  bind: (...values) => toStatement(sql, values),
})

/** Read-only statements, by the prefixes for which D1 itself retries. */
const READS = /^\s*(SELECT|WITH|EXPLAIN)\b/i

/** The length of all text that is bound. */
const charactersOf = (statements: readonly Statement[]): number =>
  statements
    .flatMap(({ params }) => params)
    .reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 0), 0)

const sqlMsOf = (results: readonly D1Result[]): number =>
  results.reduce((sum, { meta }) => sum + meta.duration, 0)

/** Rejects with `DatabaseTimeout` after `ms`, without cancelling the work. */
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
 * Opens a session at the nearest replica that has reached `bookmark`; without a well-formed one, at the
 * nearest. If that replica fails or is late, the primary takes over. Batches that write go straight to the
 * primary, which has every state that a bookmark can name.
 *
 * `batch` is one round trip and one transaction. It throws `database_unavailable` if D1 is overloaded,
 * unreachable or silent until the deadline; a write may have happened. A batch may be sent again, since its
 * result can be lost, so a batch that writes must have the same effect when it runs twice.
 */
export const openSession = (
  d1: D1Database,
  binding: string,
  clientBookmark: string | undefined,
  limits: Limits,
) => {
  const bookmark = parseBookmark(binding, clientBookmark)
  const usage: DatabaseUsage = {
    roundTrips: 0,
    rowsRead: 0,
    mostRowsRead: 0,
    rowsWritten: 0,
    waitMs: 0,
    sqlMs: 0,
    sizeAfter: 0,
  }
  let constraint = bookmark ?? 'first-unconstrained'
  let session = d1.withSession(constraint)
  let deadline: number | undefined
  let readFromReplica = false
  let isInProcess = false
  /** `usage.sqlMs` at the last pause. */
  let pausedAtMs = 0

  const moveToPrimary = (): void => {
    if (constraint === 'first-primary') return
    constraint = 'first-primary'
    session = d1.withSession(constraint)
  }

  /** Resolves or rejects after the last attempt; none runs later. */
  const send = async (statements: readonly Statement[]): Promise<D1Result[]> => {
    const writes = !statements.every(({ sql }) => READS.test(sql))
    if (writes) moveToPrimary()
    deadline ??= Date.now() + limits.deadlineMs
    for (let attempt = 1; ; attempt++) {
      const atBookmark = constraint === bookmark
      const msLeft = deadline - Date.now()
      usage.roundTrips += 1
      const start = performance.now()
      const { isBehind, end } = beginBatch(binding)
      const record = (sqlMs: number): void => {
        if (attempt === 1) recordWait(binding, performance.now() - start - sqlMs, Date.now(), isBehind)
      }
      let backoffMs = 0
      try {
        const results = await withTimeout(
          atBookmark ? Math.min(msLeft, limits.bookmarkMs) : msLeft,
          session.batch(statements.map(({ sql, params }) => session.prepare(sql).bind(...params))),
        )
        record(sqlMsOf(results))
        return results
      } catch (cause) {
        const kind = failureKind(cause)
        // Overloaded, or silent until the deadline. A replica that has not reached the bookmark is neither.
        if (!atBookmark && (kind === 'timeout' || kind === 'lasting')) record(0)
        if (atBookmark && kind !== 'lasting') {
          moveToPrimary()
          continue
        }
        if (kind === undefined) throw cause
        backoffMs = Math.random() * BACKOFF_MS * 2 ** (attempt - 1)
        // After the deadline the client has a 503. A late attempt could overwrite its next change.
        if (attempt >= maxAttempts(kind, writes) || Date.now() + backoffMs >= deadline) {
          throw databaseUnavailable(cause)
        }
      } finally {
        end()
      }
      await scheduler.wait(backoffMs)
    }
  }

  const batch = async (statements: readonly Statement[]): Promise<D1Result[]> => {
    const isLong = () => usage.sqlMs - pausedAtMs >= LONG_MS || charactersOf(statements) >= LONG_CHARACTERS
    if (isInProcess && isLong()) {
      pausedAtMs = usage.sqlMs
      await scheduler.wait(PAUSE_MS)
    }
    const start = performance.now()
    try {
      const results = await send(statements)
      for (const { meta } of results) {
        usage.rowsRead += meta.rows_read
        usage.mostRowsRead = Math.max(usage.mostRowsRead, meta.rows_read)
        usage.rowsWritten += meta.rows_written
        usage.sizeAfter = meta.size_after
      }
      usage.sqlMs += sqlMsOf(results)
      readFromReplica = results.some(({ meta }) => meta.served_by_primary === false)
      isInProcess = results.some(({ meta }) => meta['served_by'] === LOCAL_DATABASE)
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
    /** Gives all further batches together this many milliseconds. */
    allow: (ms: number): void => {
      deadline = Date.now() + ms
    },
    /** The last state that this request saw, or the client’s own bookmark if there was no result. */
    bookmark: (): string | undefined => {
      const last = session.getBookmark() ?? bookmark
      return last === undefined ? undefined : keyAt(binding, last)
    },
  }
}
