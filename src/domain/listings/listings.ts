// The listings of every organizer that a subject manages, last updated first.
import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { integer, type Prepared, prepare, value } from '../../db/prepared.ts'
import { type Page, toPage } from '../pages.ts'
import { MANAGED_ORGANIZERS } from '../resources/managed-lists.ts'
import { LISTING_COLUMNS, type ListingStatus } from './listing.ts'
import { missingBits } from './rules.ts'

export type ListingQuery = { subject: string; status: ListingStatus | undefined; eventId: string | undefined }

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
  /** See {@link MOVED}. */
  moved: { eventId: string; timeZone: string; startsAt: number | null; cancelledAt: number | null } | null
}

type Row = Omit<ListingItem, 'moved'> & { moved: string | null }
type Select = Prepared<Row>

/** How many sessions before and after the start of a listing are looked at. */
const MAX_CANCELLED = 50

/** The start of the session that takes place before or after that of the listing. */
const next = (direction: '<' | '>'): SQL => sql`
  SELECT * FROM (SELECT at FROM (
    SELECT sessions.starts_at AS at, cancelled_at FROM sessions INDEXED BY sessions_by_event
    WHERE sessions.event_id = events.id AND sessions.starts_at ${sql.raw(direction)} listings.starts_at
    ORDER BY sessions.starts_at ${sql.raw(direction === '<' ? 'DESC' : '')} LIMIT ${sql.raw(String(MAX_CANCELLED))})
    WHERE cancelled_at IS NULL LIMIT 1)`

const AT_START = sql`sessions INDEXED BY sessions_by_event
      WHERE sessions.event_id = events.id AND sessions.starts_at = listings.starts_at`

/**
 * For a listing whose event has no session that takes place at its start: that event, the nearest
 * start of a session, and when the session at its start was cancelled.
 */
const MOVED = sql`(
  SELECT json_object('eventId', events.id, 'timeZone', events.time_zone, 'startsAt', (
    SELECT at FROM (${next('<')} UNION ALL ${next('>')}) ORDER BY abs(at - listings.starts_at), at DESC LIMIT 1),
    'cancelledAt', (SELECT max(cancelled_at) FROM ${AT_START}))
  FROM events INDEXED BY events_pk
  WHERE events.id = lower(platform_event_id) AND events.organizer_id = listings.organizer_id
    AND listings.starts_at IS NOT NULL AND status NOT IN ('Cancelled', 'Archived')
    AND NOT EXISTS (SELECT 1 FROM ${AT_START} AND cancelled_at IS NULL))`

/** The listings of one status, of one event, or of both. */
type Filter = { status: boolean; event: boolean }

const indexOf = ({ status, event }: Filter): SQL =>
  sql.raw(event ? 'listings_by_event' : status ? 'listings_by_status' : 'listings_by_update')

/** Reads at most one page per organizer, so the cost does not depend on the number of listings. */
const select = (filter: Filter): SQL => sql`
WITH managed AS MATERIALIZED (${MANAGED_ORGANIZERS})
SELECT listings.id, title, slug, status, listings.starts_at AS "startsAt", updated_at AS "updatedAt",
  published_at AS "publishedAt", organizer_id AS "organizerId", ${missingBits((field) => LISTING_COLUMNS[field])} AS missing,
  ${MOVED} AS moved
FROM managed CROSS JOIN listings ON listings.rowid IN (
  SELECT rowid FROM listings INDEXED BY ${indexOf(filter)}
  WHERE organizer_id = managed.id ${filter.status ? sql`AND status = ${value('status')}` : sql``}
    ${filter.event ? sql`AND platform_event_id IS NOT NULL AND lower(platform_event_id) = ${value('eventId')}` : sql``}
    AND (updated_at, id) < (${value('updatedAt')}, ${value('id')})
  ORDER BY updated_at DESC, id DESC LIMIT ${integer('limit')})
ORDER BY updated_at DESC, listings.id DESC LIMIT ${integer('limit')}`

const [all, byStatus, byEvent, byBoth] = [
  { status: false, event: false },
  { status: true, event: false },
  { status: false, event: true },
  { status: true, event: true },
].map((filter) => prepare<Row>(select(filter))) as [Select, Select, Select, Select]

/** Lists listings after a position, or from the latest. */
export const listListings = async (
  db: Database,
  { subject, status, eventId }: ListingQuery,
  pageSize: number,
  after: ListingPosition = { updatedAt: Number.MAX_SAFE_INTEGER, id: '' },
): Promise<Page<ListingItem, ListingPosition>> => {
  const [any, one] = eventId === undefined ? [all, byStatus] : [byEvent, byBoth]
  const [rows] = await db.batchPrepared([status === undefined ? any : one], {
    ...after,
    subject,
    status,
    eventId,
    limit: pageSize + 1,
  })
  const items = rows.map(({ moved, ...row }) => ({
    ...row,
    moved: moved === null ? null : JSON.parse(moved),
  }))
  return toPage(items, pageSize, ({ updatedAt, id }) => ({ updatedAt, id }))
}
