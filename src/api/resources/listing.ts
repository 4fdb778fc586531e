// A listing, as its organizer and as the public see it.
import * as z from 'zod'
import { LISTING, LISTING_STATUSES, type ListingRow, toListing } from '../../domain/listings/listing.ts'
import { demoId } from './examples.ts'
import { responseSchemas } from './schema-names.ts'
import { Instant, serializer, uuidSchema } from './values.ts'

const nullableText = z.string().nullable()

export const ListingStatus = z.enum(LISTING_STATUSES).register(responseSchemas, { id: 'ListingStatus' })

export const Listing = z
  .strictObject({
    id: z.uuid(),
    title: z.string(),
    slug: z.string(),
    description: nullableText,
    shortDescription: nullableText,
    imageUrl: nullableText,
    images: z.array(z.string()),
    venueName: nullableText,
    venueAddress: nullableText,
    venueCity: z.string().optional(),
    venueLatitude: z.number().optional(),
    venueLongitude: z.number().optional(),
    category: nullableText,
    tags: z.array(z.string()),
    startsAt: Instant.optional(),
    endsAt: Instant.optional(),
    isRecurring: z.boolean(),
    recurrenceDescription: nullableText,
    priceFrom: z.number().optional(),
    priceCurrency: z.string().optional(),
    priceDescription: nullableText,
    externalUrl: nullableText,
    externalSource: nullableText,
    externalSourceId: nullableText,
    platformEventId: nullableText,
    status: ListingStatus,
    isFeatured: z.boolean(),
    sortOrder: z.int(),
    sourceImportedAt: Instant.optional(),
    publishedAt: Instant.optional(),
    createdAt: Instant,
    updatedAt: Instant,
  })
  .register(responseSchemas, { id: 'Listing' })

const serialize = serializer(Listing)

export const exampleDraft: z.infer<typeof Listing> = {
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

export const exampleListing: z.infer<typeof Listing> = {
  ...exampleDraft,
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

export const listing = {
  type: LISTING,
  noun: 'listing',
  tag: 'Listings',
  path: '/listings/:id',
  params: { id: uuidSchema },
  schema: Listing,
  serialize: (row: ListingRow) => serialize(toListing(row)),
  example: exampleListing,
}

/** Of the public, without what only the organizer sees. */
export const PublicListing = Listing.omit({
  externalSource: true,
  externalSourceId: true,
  platformEventId: true,
  sortOrder: true,
  sourceImportedAt: true,
})
  .strict()
  .register(responseSchemas, { id: 'PublicListing' })

export const serializePublic = serializer(PublicListing)

const { externalSource, externalSourceId, platformEventId, sortOrder, sourceImportedAt, ...shown } =
  exampleListing

export const examplePublic: z.infer<typeof PublicListing> = shown
