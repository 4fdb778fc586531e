// Opens the request's database. A client that sends its last bookmark never reads older data than it has
// seen.
import type { Context, MiddlewareHandler } from 'hono'
import { type Database, openDatabase } from '../../db/client.ts'
import { AppError, ERRORS } from '../../errors.ts'
import type { AppEnv } from './context.ts'

/** Statuses that a stale replica can cause, because it lacks a new row such as a membership. */
const STATUSES_OF_A_MISSING_ROW: ReadonlySet<number> = new Set([403, 404, 410])

/** Opens the database at the client's `X-D1-Bookmark`, and sets that header of the response. */
export const openRequestDatabase: MiddlewareHandler<AppEnv> = async (c, next) => {
  const db = openDatabase(c.env.DB, c.req.header('X-D1-Bookmark'))
  c.set('db', db)
  await next()
  const bookmark = db.bookmark()
  if (bookmark !== undefined) c.header('X-D1-Bookmark', bookmark)
}

/**
 * Reads from the nearest replica. If that results in a 403, 404 or 410, repeats the read at the primary,
 * because the replica may not have the row yet. `read` must not write.
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
