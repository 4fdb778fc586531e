// What the public sees of listings: only visible ones, decided when they are read, so that no job can fail to
// publish one.
import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { integer, prepare, selectList, value } from '../../db/prepared.ts'
import { MAX_INSTANT } from '../../db/schema/columns.ts'
import { IS_PUBLIC } from '../../db/schema/listings.ts'
import { AppError } from '../../errors.ts'
import { fitting, type Page, toPage } from '../pages.ts'
import { isHttps, isPicture } from './https.ts'
import { LISTING_COLUMNS, type ListingRow, toListing } from './listing.ts'

/** What only the organizer sees. */
type Hidden = 'externalSource' | 'externalSourceId' | 'platformEventId' | 'sortOrder' | 'sourceImportedAt'

type PublicRow = Omit<ListingRow, Hidden>

const { externalSource, externalSourceId, platformEventId, sortOrder, sourceImportedAt, ...COLUMNS } =
  LISTING_COLUMNS

export type PublicListing = ReturnType<typeof toPublic>

/** SQL writes links and pictures of any form. */
const toPublic = (row: PublicRow) => {
  const { images, imageUrl, externalUrl, ...listing } = toListing(row)
  return {
    ...listing,
    images: images.filter((url) => typeof url === 'string' && isPicture(url)),
    imageUrl: imageUrl !== null && isPicture(imageUrl) ? imageUrl : null,
    externalUrl: externalUrl !== null && isHttps(externalUrl) ? externalUrl : null,
  }
}

const isPublished = sql`(published_at IS NULL OR published_at <= ${integer('now')})`
const isVisible: SQL = sql`${IS_PUBLIC} AND ${isPublished}`

export type PublicRange = { organizerId: string; from: Date | undefined; to: Date | undefined }

/** The start in epoch milliseconds, or {@link MAX_INSTANT} without one. The id breaks ties. */
export type PublicPosition = { start: number; id: string }

/** The size at which a page ends early, in characters of text. */
const MAX_PAGE_CHARACTERS = 500_000

const inRange = prepare<PublicRow & PublicPosition>(sql`
  SELECT ${selectList(COLUMNS)}, start_order AS start FROM listings WHERE rowid IN (
    SELECT rowid FROM listings INDEXED BY listings_by_start
    WHERE organizer_id = ${value('organizerId')} AND ${isVisible}
      AND (start_order, id) > (${integer('start')}, ${value('id')}) AND start_order < ${integer('to')}
    ORDER BY start_order, id LIMIT ${integer('limit')})
  ORDER BY start, id`)

/** Lists the visible listings that start in a range, by start. Those without a start come last. */
export const listPublicListings = async (
  db: Database,
  { organizerId, from, to }: PublicRange,
  now: Date,
  pageSize: number,
  after: PublicPosition = { start: from?.getTime() ?? -MAX_INSTANT, id: '' },
): Promise<Page<PublicListing, PublicPosition>> => {
  const [rows] = await db.batchPrepared([inRange], {
    organizerId,
    ...after,
    to: to?.getTime() ?? MAX_INSTANT + 1,
    now: now.getTime(),
    limit: pageSize + 1,
  })
  const size = fitting(rows, pageSize, MAX_PAGE_CHARACTERS)
  const { items, next } = toPage(rows, size, ({ start, id }) => ({ start, id }))
  return { items: items.map(toPublic), next }
}

/** `startsAt` is epoch milliseconds. */
export type PublicSession = {
  startsAt: number
  doorsOpenOffsetMinutes: number | null
  venueName: string | null
  isCancelled: number
}

export type ListingPage = {
  listing: PublicListing
  organizerName: string
  timeZone: string
  /** Whether the session at its start was cancelled. */
  isDateCancelled: boolean
  /** Whether the listing was cancelled, or nothing of it takes place. */
  isCancelled: boolean
}

type PageRow = PublicRow & {
  organizerName: string
  timeZone: string
  isPublished: number
  /** 0 or 1; null without a session at the start of the listing. */
  isDateCancelled: number | null
}

/** How many sessions to come a page shows. */
const MAX_SESSIONS = 50

/** The event of the same organizer that a listing names. */
const EVENT_OF_LISTING = sql`events INDEXED BY events_pk
  ON events.id = lower(platform_event_id) AND events.organizer_id = listings.organizer_id`

const BY_SLUG = sql`listings INDEXED BY listings_by_slug`

/** With the time zone of its event, else of the latest event of its organizer. */
const bySlug = prepare<PageRow>(sql`
  SELECT ${selectList(COLUMNS)}, ${isPublished} AS "isPublished",
    (SELECT name FROM organizers WHERE organizers.id = listings.organizer_id) AS "organizerName",
    coalesce(events.time_zone, (
      SELECT time_zone FROM events AS latest INDEXED BY events_by_organizer
      WHERE latest.organizer_id = listings.organizer_id ORDER BY latest.rowid DESC LIMIT 1), 'UTC') AS "timeZone",
    (SELECT min(cancelled_at IS NOT NULL) FROM sessions INDEXED BY sessions_by_event
      WHERE sessions.event_id = events.id AND sessions.starts_at = listings.starts_at) AS "isDateCancelled"
  FROM ${BY_SLUG} LEFT JOIN ${EVENT_OF_LISTING} WHERE slug = ${value('slug')}`)

const sessionsBySlug = prepare<PublicSession>(sql`
  SELECT sessions.starts_at AS "startsAt", doors_open_offset_minutes AS "doorsOpenOffsetMinutes",
    venues.name AS "venueName", cancelled_at IS NOT NULL AS "isCancelled"
  FROM ${BY_SLUG} CROSS JOIN ${EVENT_OF_LISTING}
  CROSS JOIN sessions INDEXED BY sessions_by_event
    ON sessions.event_id = events.id AND sessions.starts_at > ${integer('now')}
  LEFT JOIN venues INDEXED BY venues_pk ON venues.id = sessions.venue_id
  WHERE slug = ${value('slug')} AND ${isVisible}
  ORDER BY sessions.starts_at, sessions.id LIMIT ${integer('limit')}`)

/** @throws AppError `listing_not_found` unless the listing is visible */
const requireVisible = (row: PageRow | undefined): Omit<ListingPage, 'isCancelled'> => {
  const isShown = row?.isPublished === 1 && (row.status === 'Published' || row.status === 'Cancelled')
  if (!isShown) throw new AppError('listing_not_found')
  const { isPublished: _, organizerName, timeZone, isDateCancelled, ...listing } = row
  return { listing: toPublic(listing), organizerName, timeZone, isDateCancelled: isDateCancelled === 1 }
}

/** @throws AppError `listing_not_found` unless the listing is visible */
export const getPublicListing = async (db: Database, slug: string, now: Date): Promise<PublicListing> => {
  const [rows] = await db.batchPrepared([bySlug], { slug, now: now.getTime() })
  return requireVisible(rows[0]).listing
}

/**
 * Reads what a listing's page shows, with the sessions to come of its event, soonest first.
 *
 * @returns undefined if the listing was archived
 * @throws AppError `listing_not_found` for any other that is not visible
 */
export const getListingPage = async (
  db: Database,
  slug: string,
  now: Date,
): Promise<(ListingPage & { sessions: PublicSession[] }) | undefined> => {
  const [[row], sessions] = await db.batchPrepared([bySlug, sessionsBySlug], {
    ...{ slug, now: now.getTime(), limit: MAX_SESSIONS },
  })
  if (row?.isPublished === 1 && row.status === 'Archived') return undefined
  const page = requireVisible(row)
  const { startsAt, status } = page.listing
  const isOff = page.isDateCancelled || (startsAt === null && sessions.length > 0)
  const isCancelled =
    status === 'Cancelled' || (isOff && sessions.every((session) => session.isCancelled === 1))
  return { ...page, isCancelled, sessions }
}
