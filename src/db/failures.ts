// D1 errors that are not the statement's fault, and which of them are worth a retry.
import { AppError } from '../errors.ts'

/** Seconds after which a client should retry. Short, because people are waiting at a door. */
const RETRY_AFTER_SECONDS = 2

/** The error for a database that does not respond or is temporarily unable to work. */
export const databaseUnavailable = (cause: unknown): AppError =>
  new AppError('database_unavailable', { cause, retryAfter: RETRY_AFTER_SECONDS })

/** No result in time. The database may still run the batch. */
export class DatabaseTimeout extends Error {
  override readonly name = 'DatabaseTimeout'

  constructor(ms: number) {
    super(`The database did not respond within ${ms} ms.`)
  }
}

/**
 * Why the database could not run a batch:
 * - `lost`: the connection broke or the database restarted; the batch may have run.
 * - `internal`: an internal error of D1, or another process has locked the local database file.
 * - `lasting`: overloaded, over a limit, or without its search index.
 * - `timeout`: no response in time.
 */
export type FailureKind = 'lost' | 'internal' | 'lasting' | 'timeout'

/** D1's own messages (Cloudflare: D1, "Debug D1"), and SQLite's. The first match decides. */
const MESSAGES: readonly [FailureKind, RegExp][] = [
  ['lasting', /overloaded|queued for too long|exceeded (timeout|its CPU time limit|its memory limit)/i],
  // Not all migrations have been applied.
  ['lasting', /no such table: (main\.)?ticket_search/i],
  ['lost', /Network connection lost|storage caused object to be reset|code was updated/i],
  ['lost', /transient issue on remote node|Replica disconnected from primary|client disconnected/i],
  ['internal', /internal error; reference|Failed to get session commit token/i],
  ['internal', /SQLITE_BUSY|database is locked/i],
]

/**
 * The kind of a failed batch's error, or undefined for a fault of our own (a wrong statement, a constraint).
 */
export const failureKind = (cause: unknown): FailureKind | undefined => {
  if (cause instanceof DatabaseTimeout) return 'timeout'
  if (!(cause instanceof Error)) return undefined
  return MESSAGES.find(([, pattern]) => pattern.test(cause.message))?.[0]
}

/**
 * The maximum number of attempts for a batch that fails in this way. D1 retries read-only queries itself, up
 * to twice, after a `lost` connection; retrying them here too would multiply the load of an outage.
 */
export const maxAttempts = (kind: FailureKind, writes: boolean): number => {
  if (kind === 'lasting' || kind === 'timeout') return 1
  if (writes) return 3
  return kind === 'internal' ? 2 : 1
}
