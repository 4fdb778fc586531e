// Opens the request's database, that of its host. A client that sends its last
// bookmark never reads older data than it has seen.
import type { Context, MiddlewareHandler } from 'hono'
import { type Database, openDatabase } from '../../db/client.ts'
import { atHost } from '../../db/databases.ts'
import { AppError, ERRORS } from '../../errors.ts'
import type { AppEnv } from './context.ts'

/** Statuses that a stale replica can cause, because it lacks a new row such as a membership. */
const STATUSES_OF_A_MISSING_ROW: ReadonlySet<number> = new Set([403, 404, 410])

/**
 * Chooses the database of the host, before anything is read, and opens it at `X-D1-Bookmark` of the
 * request. Sets that header of the response.
 */
export const openRequestDatabase: MiddlewareHandler<AppEnv> = async (c, next) => {
  // Hono runs middleware twice for the path `/*`.
  if (c.get('db') !== undefined) return next()
  const { env, problem } = atHost(c.env, c.req.url)
  c.env = env
  c.set('hostsProblem', problem)
  const db = openDatabase(c.env, c.req.header('X-D1-Bookmark'))
  c.set('db', db)
  await next()
  const bookmark = db.bookmark()
  if (bookmark !== undefined) c.res.headers.set('X-D1-Bookmark', bookmark)
}

/** Only a new deployment can mend a setting. This keeps clients from retrying all the time. */
const RETRY_AFTER_SECONDS = 60

/** Refuses every request while it is not certain which database a host has. */
export const requireHosts: MiddlewareHandler<AppEnv> = async (c, next) => {
  const problem = c.get('hostsProblem')
  if (problem !== undefined) {
    const cause = new Error(`SHARD_HOSTS: ${problem}.`)
    throw new AppError('database_unavailable', { cause, retryAfter: RETRY_AFTER_SECONDS })
  }
  await next()
}

/**
 * Reads from the nearest replica. A 403, 404 or 410 is checked at the
 * primary, because the replica may lack a new row. `read` must not write.
 */
export const readFromNearest = async <Result>(
  c: Context<AppEnv>,
  read: (db: Database) => Promise<Result>,
): Promise<Result> => {
  const db = c.get('db')
  try {
    return await read(db)
  } catch (error) {
    const isRowMissing = error instanceof AppError && STATUSES_OF_A_MISSING_ROW.has(ERRORS[error.code].status)
    if (!isRowMissing || !db.hasReadFromReplica()) throw error
    db.moveToPrimary()
    return read(db)
  }
}
