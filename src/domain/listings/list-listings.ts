// The listings of every organizer that a subject manages, latest updated first.
import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { integer, prepare, value } from '../../db/prepared.ts'
import { type Page, toPage } from '../pages.ts'
import { MANAGED_ORGANIZERS } from '../resources/managed-lists.ts'
import type { ListingStatus } from './get-listing.ts'

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
