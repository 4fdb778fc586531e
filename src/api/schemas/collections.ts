// What an organizer manages: the lists of events, venues and listings.
import * as z from 'zod'
import type { Event as EventRow, Venue as VenueRow } from '../../domain/organizer/collections.ts'
import type { ListingItem as ListingRow } from '../../domain/organizer/list-listings.ts'
import { ListingStatus } from './listings.ts'
import { cursorParam, pageOf } from './pages.ts'
import { formatInstant, formatNullableInstant, Instant, pageSizeParam, queryParam } from './values.ts'

/** A console shows all of an organizer's events and venues, so most get them in one response. */
const DEFAULT_NAMED_PAGE_SIZE = 100
const MAX_NAMED_PAGE_SIZE = 500
const DEFAULT_LISTING_PAGE_SIZE = 20
const MAX_LISTING_PAGE_SIZE = 100

const describeSize = (noun: string, max: number): string =>
  `${noun} per page, at most ${max}. A larger value is reduced to ${max}.`

const namedQuery = (noun: string) => ({
  pageSize: pageSizeParam(
    DEFAULT_NAMED_PAGE_SIZE,
    MAX_NAMED_PAGE_SIZE,
    describeSize(noun, MAX_NAMED_PAGE_SIZE),
  ),
  cursor: cursorParam('the list of its link'),
})

export const eventsQuery = namedQuery('Events')
export const venuesQuery = namedQuery('Venues')

export const listingsQuery = {
  status: queryParam(
    z.enum(ListingStatus.options, `must be one of ${ListingStatus.options.join(', ')}`),
  ).meta({ description: 'Only listings of this status.' }),
  pageSize: pageSizeParam(
    DEFAULT_LISTING_PAGE_SIZE,
    MAX_LISTING_PAGE_SIZE,
    describeSize('Listings', MAX_LISTING_PAGE_SIZE),
  ),
  cursor: cursorParam('the `status` of its link'),
}

export const EventItem = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  organizerId: z.uuid(),
  organizerName: z.string(),
  series: z.array(z.strictObject({ id: z.uuid(), name: z.string() })).meta({ description: 'By name.' }),
})

export const VenueItem = z.strictObject({ id: z.uuid(), name: z.string(), organizerId: z.uuid() })

export const ListingItem = z.strictObject({
  id: z.uuid(),
  title: z.string(),
  status: ListingStatus,
  startsAt: Instant.nullable(),
  updatedAt: Instant,
})

export const EventPage = pageOf(EventItem)
export const VenuePage = pageOf(VenueItem)
export const ListingPage = pageOf(ListingItem)

export const serializeEvent = (row: EventRow): z.infer<typeof EventItem> => ({
  id: row.id,
  name: row.name,
  organizerId: row.organizerId,
  organizerName: row.organizerName,
  series: row.series,
})

export const serializeVenue = ({ id, name, organizerId }: VenueRow): z.infer<typeof VenueItem> => ({
  id,
  name,
  organizerId,
})

export const serializeListingItem = (row: ListingRow): z.infer<typeof ListingItem> => ({
  id: row.id,
  title: row.title,
  status: row.status,
  startsAt: formatNullableInstant(row.startsAt),
  updatedAt: formatInstant(row.updatedAt),
})
