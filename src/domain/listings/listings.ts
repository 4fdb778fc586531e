// The listings of every organizer that a subject manages, last updated first.
import { and, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { integer, prepare, value } from '../../db/prepared.ts'
import { LISTING_STATUSES, listings } from '../../db/schema/listings.ts'
import { members } from '../../db/schema/members.ts'
import { mayManage, requireAccess } from '../access.ts'
import { type Page, toPage } from '../pages.ts'
import { MANAGED_ORGANIZERS } from '../resources/managed-lists.ts'

export { LISTING_STATUSES }

export type ListingStatus = (typeof LISTING_STATUSES)[number]

export type Listing = typeof listings.$inferSelect

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

export type ListingQuery = { subject: string; status: ListingStatus | undefined }

/** A listing's position in the order, in epoch milliseconds. The id breaks ties. */
export type ListingPosition = { updatedAt: number; id: string }

export type ListingItem = ListingPosition & {
  title: string
  status: ListingStatus
  startsAt: number | null
}

/** Reads at most one page per organizer, so the cost does not depend on the number of listings. */
const select = (byStatus: boolean): SQL => sql`
WITH managed AS MATERIALIZED (${MANAGED_ORGANIZERS})
SELECT listings.id, title, status, starts_at AS "startsAt", updated_at AS "updatedAt"
FROM managed CROSS JOIN listings ON listings.rowid IN (
  SELECT rowid FROM listings INDEXED BY ${sql.raw(byStatus ? 'listings_by_status' : 'listings_by_update')}
  WHERE organizer_id = managed.id ${byStatus ? sql`AND status = ${value('status')}` : sql``}
    AND (updated_at, id) < (${value('updatedAt')}, ${value('id')})
  ORDER BY updated_at DESC, id DESC LIMIT ${integer('limit')})
ORDER BY updated_at DESC, listings.id DESC LIMIT ${integer('limit')}`

const all = prepare<ListingItem>(select(false))
const byStatus = prepare<ListingItem>(select(true))

/** Lists listings after a position, or from the latest. */
export const listListings = async (
  db: Database,
  { subject, status }: ListingQuery,
  pageSize: number,
  after: ListingPosition = { updatedAt: Number.MAX_SAFE_INTEGER, id: '' },
): Promise<Page<ListingItem, ListingPosition>> => {
  const [rows] = await db.batchPrepared([status === undefined ? all : byStatus], {
    ...after,
    subject,
    status,
    limit: pageSize + 1,
  })
  return toPage(rows, pageSize, ({ updatedAt, id }) => ({ updatedAt, id }))
}
