import * as z from 'zod'
import { getListing } from '../../../domain/listings/get-listing.ts'
import {
  type ListingPosition,
  type ListingQuery,
  listListings,
} from '../../../domain/listings/list-listings.ts'
import { demoId, exampleLinks } from '../../demo-ids.ts'
import { answerValidated } from '../../http/conditional.ts'
import { readFromNearest } from '../../http/request-database.ts'
import { operation } from '../../operation.ts'
import { cursorsOf } from '../../pagination/cursors.ts'
import { cursorParam, pageOf, pageSizeParam, readPage } from '../../pagination/page.ts'
import { Listing, ListingStatus, serializeListing } from '../../resources/listing.ts'
import { responseSchemas } from '../../resources/schema-names.ts'
import { Instant, queryParam, serializer, uuidSchema } from '../../resources/values.ts'

const ListingItem = z
  .strictObject({
    id: z.uuid(),
    title: z.string(),
    status: ListingStatus,
    startsAt: Instant.nullable(),
    updatedAt: Instant,
  })
  .register(responseSchemas, { id: 'ListingItem' })

const cursors = cursorsOf<Pick<ListingQuery, 'status'>, ListingPosition>(
  z.strictObject({ updatedAt: z.int(), id: z.string() }),
  ({ status }) => ['listings', status ?? null],
)

const draft: z.infer<typeof Listing> = {
  id: demoId('40'),
  title: 'Autumn programme',
  slug: 'autumn-programme',
  description: null,
  shortDescription: null,
  imageUrl: null,
  images: [],
  venueName: null,
  venueAddress: null,
  category: null,
  tags: [],
  isRecurring: false,
  recurrenceDescription: null,
  priceDescription: null,
  externalUrl: null,
  externalSource: null,
  externalSourceId: null,
  platformEventId: null,
  status: 'Draft',
  isFeatured: false,
  sortOrder: 0,
  createdAt: '2026-01-01T09:00:00.000Z',
  updatedAt: '2026-01-02T09:00:00.000Z',
}

const published: z.infer<typeof Listing> = {
  ...draft,
  id: demoId('41'),
  title: 'Northlight Fridays',
  slug: 'northlight-fridays',
  description: 'Live music every Friday.',
  shortDescription: 'Live music',
  imageUrl: 'https://images.example/fridays.jpg',
  images: ['https://images.example/fridays-1.jpg'],
  venueName: 'Main hall',
  venueAddress: '1 Harbour Street',
  venueCity: 'Galway',
  venueLatitude: 53.27,
  venueLongitude: -9.05,
  category: 'Music',
  tags: ['live', 'weekly'],
  startsAt: '2026-06-12T18:30:00.000Z',
  endsAt: '2026-06-12T22:00:00.000Z',
  isRecurring: true,
  recurrenceDescription: 'Every Friday',
  priceFrom: 12.5,
  priceCurrency: 'EUR',
  priceDescription: 'From €12.50',
  externalUrl: 'https://listings.example/fridays',
  externalSource: 'listings.example',
  externalSourceId: 'fridays',
  platformEventId: demoId('10'),
  status: 'Published',
  isFeatured: true,
  sortOrder: 1,
  sourceImportedAt: '2026-01-01T09:00:00.000Z',
  publishedAt: '2026-01-02T09:00:00.000Z',
}

export const listingOperations = [
  operation({
    id: 'listListings',
    method: 'GET',
    path: '/listings',
    tag: 'Listings',
    summary: 'List the listings that the caller manages',
    description:
      'The listings of all organizers where the caller is an `owner` or `manager`, drafts included, latest updated first. Anybody else gets an empty list. Errors are problem documents (RFC 9457).',
    access: 'subject',
    query: {
      status: queryParam(
        z.enum(ListingStatus.options, `must be one of ${ListingStatus.options.join(', ')}`),
      ).meta({ component: 'ListingStatus', description: 'Only listings of this status.' }),
      pageSize: pageSizeParam('Listings', 20, 100),
      cursor: cursorParam('the `status` of its link'),
    },
    response: {
      description: 'A page of listings.',
      body: pageOf(ListingItem).register(responseSchemas, { id: 'ListingPage' }),
      cache: 'private',
      examples: {
        page: {
          summary: 'A page',
          value: {
            data: [
              {
                id: demoId('40'),
                title: 'Untitled night',
                status: 'Draft',
                startsAt: null,
                updatedAt: '2026-06-12T16:30:00.000Z',
              },
            ],
            links: exampleLinks('/api/organizer/v1/listings', 'status=Draft&pageSize=1'),
          },
        },
      },
    },
    errors: { invalid_cursor: cursors.invalidMessage },
    handle: (c, { query: { status, pageSize, cursor } }) =>
      readPage(
        c,
        { cursors, list: { status }, cursor },
        (after) => listListings(c.get('db'), { subject: c.get('subject'), status }, pageSize, after),
        serializer(ListingItem),
      ),
  }),
  operation({
    id: 'getOrganizerListing',
    method: 'GET',
    path: '/listings/:id',
    tag: 'Listings',
    summary: 'Read a listing',
    description:
      'Listings of every status can be read, drafts included. Errors are problem documents (RFC 9457).',
    access: 'manager',
    params: { id: uuidSchema },
    response: {
      description: 'The listing.',
      body: Listing,
      cache: 'validators',
      examples: {
        full: { summary: 'All values present', value: published },
        draft: { summary: 'A draft with only the required values', value: draft },
      },
    },
    errors: { listing_not_found: true },
    handle: async (c, { params: { id } }) => {
      const listing = await readFromNearest(c, (db) => getListing(db, c.get('subject'), id))
      return answerValidated(c, serializeListing(listing))
    },
  }),
]
