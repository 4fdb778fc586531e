import { sql } from 'drizzle-orm'
import { type Database, prepare, unavailable } from '../db/client.ts'
import { organizers } from '../db/schema/organizers.ts'
import { AppError } from '../errors.ts'

const anyRow = prepare<{ there: number }>(sql`SELECT EXISTS (SELECT 1 FROM ${organizers}) AS there`)

/**
 * Asks the database for something that is there once it is migrated.
 *
 * @throws AppError `database_unavailable` for whatever reason it does not answer
 */
export const checkDatabase = async (db: Database): Promise<void> => {
  try {
    await db.query([anyRow], {})
  } catch (cause) {
    if (cause instanceof AppError) throw cause
    throw unavailable(cause)
  }
}
