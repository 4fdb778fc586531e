import { sql } from 'drizzle-orm'
import type { Database } from '../db/client.ts'
import { databaseUnavailable } from '../db/failures.ts'
import { prepare } from '../db/prepared.ts'
import { organizers } from '../db/schema/organizers.ts'
import { AppError } from '../errors.ts'

/** Fails if the database has not been migrated or lacks its search index. Reads at most two rows. */
const probe = prepare(sql`SELECT EXISTS (SELECT 1 FROM ${organizers}),
  EXISTS (SELECT 1 FROM ticket_search WHERE rowid = 0)`)

/**
 * Checks that the database responds and has what every operation needs.
 *
 * @throws AppError `database_unavailable` for any reason
 */
export const checkDatabase = async (db: Database): Promise<void> => {
  try {
    await db.batchPrepared([probe], {})
  } catch (cause) {
    if (cause instanceof AppError) throw cause
    throw databaseUnavailable(cause)
  }
}
