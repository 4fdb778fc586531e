// Organizer listings, drafts included.
import { eq, getTableColumns, sql } from 'drizzle-orm'
import type { Database } from '../db/client.ts'
import { listings } from '../db/schema/listings.ts'
import { members } from '../db/schema/members.ts'
import { mayManage, requireAccess } from './access.ts'

export type Listing = typeof listings.$inferSelect

/**
 * Reads a listing of whatever status for its organizer's owner or manager.
 *
 * @throws AppError `listing_not_found`, also for who is no member; `forbidden` for staff
 */
export const getListing = async (db: Database, subject: string, id: string): Promise<Listing> => {
  const [rows] = await db.read([
    db.orm
      .select({ ...getTableColumns(listings), allowed: sql<number>`${mayManage}`.as('allowed') })
      .from(listings)
      .innerJoin(
        members,
        sql`${members.organizerId} = ${listings.organizerId} AND ${eq(members.subject, subject)}`,
      )
      .where(eq(listings.id, id)),
  ])
  return requireAccess(rows[0], 'listing_not_found', 'listing')
}
