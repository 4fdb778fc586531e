// A listing as its organizer sees it.
import * as z from 'zod'
import { LISTING_STATUSES } from '../../domain/listings/get-listing.ts'
import { responseSchemas } from './schema-names.ts'
import { Instant, serializer } from './values.ts'

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

export const serializeListing = serializer(Listing)
