// The listings of every organizer that a subject manages, last updated first.
import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { integer, prepare, value } from '../../db/prepared.ts'
import { type Page, toPage } from '../pages.ts'
import { MANAGED_ORGANIZERS } from '../resources/managed-lists.ts'
import { LISTING_COLUMNS, type ListingStatus } from './listing.ts'
import { missingBits } from './rules.ts'

export type ListingQuery = { subject: string; status: ListingStatus | undefined }

/** A listing's position in the order, in epoch milliseconds. The id breaks ties. */
export type ListingPosition = { updatedAt: number; id: string }

export type ListingItem = ListingPosition & {
  title: string
  slug: string
  status: ListingStatus
  startsAt: number | null
  publishedAt: number | null
  organizerId: string
  /** See `missingFields`. */
  missing: number
}

/** Reads at most one page per organizer, so the cost does not depend on the number of listings. */
const select = (byStatus: boolean): SQL => sql`
WITH managed AS MATERIALIZED (${MANAGED_ORGANIZERS})
SELECT listings.id, title, slug, status, starts_at AS "startsAt", updated_at AS "updatedAt",
  published_at AS "publishedAt", organizer_id AS "organizerId", ${missingBits((field) => LISTING_COLUMNS[field])} AS missing
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
