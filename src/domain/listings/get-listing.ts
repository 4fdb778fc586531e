// Organizer listings, drafts included.
import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { listings } from '../../db/schema/listings.ts'
import { members } from '../../db/schema/members.ts'
import { mayManage, requireAccess } from '../access.ts'

/**
 * The statuses in the API. A status that is added to the table must be added here too before clients see it.
 */
export const LISTING_STATUSES = ['Draft', 'Published', 'Unpublished', 'Cancelled', 'Archived'] as const

export type ListingStatus = (typeof LISTING_STATUSES)[number]

/** A listing as stored. `getListing` compiles only while the API has every status of the table. */
export type Listing = Omit<typeof listings.$inferSelect, 'status'> & { status: ListingStatus }

/**
 * Reads a listing of any status for an owner or manager of its organizer.
 *
 * @throws AppError `listing_not_found`, also for non-members; `forbidden` for staff
 */
export const getListing = async (db: Database, subject: string, id: string): Promise<Listing> => {
  const [rows] = await db.batch([
    db
      .select({ ...getTableColumns(listings), allowed: sql<number>`${mayManage}`.as('allowed') })
      .from(listings)
      .innerJoin(members, and(eq(members.organizerId, listings.organizerId), eq(members.subject, subject)))
      .where(eq(listings.id, id)),
  ])
  return requireAccess(rows[0], 'listing_not_found')
}
