// The mark of a database that is being restored: a table that exists from the first part of a restore to its
// last.
import type { LocalDatabase } from './local-database.ts'

export const UNFINISHED = 'unfinished_restore'

/** Throws if a restore of the database was interrupted, or is running. */
export const requireFinishedRestore = async (db: LocalDatabase): Promise<void> => {
  const [found] = await db.batch([
    db.prepare(`SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = '${UNFINISHED}'`),
  ])
  if (found?.results.length !== 0) {
    throw new Error('A restore into this database has not finished. If it was interrupted, run it again.')
  }
}
