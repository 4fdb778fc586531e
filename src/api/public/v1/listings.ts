import * as z from 'zod'
import {
  getPublicListing,
  listPublicListings,
  type PublicPosition,
  type PublicRange,
} from '../../../domain/listings/public-listings.ts'
import { RATE_LIMITS } from '../../http/rate-limit.ts'
import { readFromNearest } from '../../http/request-database.ts'
import { operation } from '../../operation.ts'
import { listOperation } from '../../pagination/list-operation.ts'
import { cursorsOf } from '../../pagination/page.ts'
import { demoId } from '../../resources/examples.ts'
import { examplePublic, PublicListing, serializePublic } from '../../resources/listing.ts'
import { instantParam, uuidSchema } from '../../resources/values.ts'

const cursors = cursorsOf<PublicRange, PublicPosition>(
  z.strictObject({ start: z.int(), id: z.string() }),
  ({ organizerId, from, to }) => [
    'public-listings',
    organizerId,
    from?.getTime() ?? null,
    to?.getTime() ?? null,
  ],
)

const SWITCH = 'Only where the variable `PUBLIC_LISTINGS` is `on`. Errors are problem documents (RFC 9457).'

const errors = { rate_limited: RATE_LIMITS.requests.message } as const

export const publicListingOperations = [
  listOperation({
    id: 'listPublicListings',
    path: '/listings',
    tag: 'Public',
    summary: 'List the visible listings of an organizer',
    description: `Sorted by start. Listings without one come last. Empty for an unknown organizer. ${SWITCH}`,
    access: 'public',
    cache: 'public',
    query: {
      organizerId: uuidSchema.meta({ examples: [demoId('1')], description: 'Whose listings.' }),
      from: instantParam.meta({
        format: 'date-time',
        examples: ['2026-06-12T00:00:00+02:00'],
        description: 'Only listings that start at or after this time, and those without a start.',
      }),
      to: instantParam.meta({
        format: 'date-time',
        examples: ['2026-12-31T00:00:00+01:00'],
        description: 'Only listings that start before this time.',
      }),
    },
    items: 'listings',
    pageSize: [20, 50, ' A page of long texts can have fewer.'],
    scope: 'the `organizerId`, `from` and `to` of its link',
    page: {
      id: 'PublicListingPage',
      item: PublicListing,
      examples: [examplePublic],
      links: { self: `/api/public/v1/listings?organizerId=${demoId('1')}`, next: null },
    },
    cursors,
    listOf: ({ query }) => query,
    read: (db, { query }, pageSize, after) => listPublicListings(db, query, new Date(), pageSize, after),
    serialize: serializePublic,
    errors,
  }),
  operation({
    id: 'getPublicListing',
    method: 'GET',
    path: '/listings/:slug',
    tag: 'Public',
    summary: 'Read a visible listing',
    description: SWITCH,
    access: 'public',
    params: { slug: z.string() },
    response: {
      description: 'The listing.',
      body: PublicListing,
      cache: 'public',
      examples: { listing: { summary: 'The listing', value: examplePublic } },
    },
    errors: { ...errors, listing_not_found: true },
    handle: async (c, { params: { slug } }) =>
      serializePublic(await readFromNearest(c, (db) => getPublicListing(db, slug, new Date()))),
  }),
]
