// The organizer listing: parameters and response.
import * as z from 'zod'
import { LISTING_STATUSES, type Listing as StoredListing } from '../../domain/organizer/get-listing.ts'
import { formatInstant, Instant, uuidSchema } from './values.ts'

export const listingParams = { id: uuidSchema }

const nullableText = z.string().nullable()

export const ListingStatus = z.enum(LISTING_STATUSES)

export const Listing = z.strictObject({
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

/** The listing in a response. Without a value, a field is null if its shape allows null, and left out otherwise. */
export const serializeListing = (row: StoredListing): z.infer<typeof Listing> => ({
  id: row.id,
  title: row.title,
  slug: row.slug,
  description: row.description,
  shortDescription: row.shortDescription,
  imageUrl: row.imageUrl,
  images: row.images,
  venueName: row.venueName,
  venueAddress: row.venueAddress,
  ...(row.venueCity !== null && { venueCity: row.venueCity }),
  ...(row.venueLatitude !== null && { venueLatitude: row.venueLatitude }),
  ...(row.venueLongitude !== null && { venueLongitude: row.venueLongitude }),
  category: row.category,
  tags: row.tags,
  ...(row.startsAt !== null && { startsAt: formatInstant(row.startsAt) }),
  ...(row.endsAt !== null && { endsAt: formatInstant(row.endsAt) }),
  isRecurring: row.isRecurring,
  recurrenceDescription: row.recurrenceDescription,
  ...(row.priceFrom !== null && { priceFrom: row.priceFrom }),
  ...(row.priceCurrency !== null && { priceCurrency: row.priceCurrency }),
  priceDescription: row.priceDescription,
  externalUrl: row.externalUrl,
  externalSource: row.externalSource,
  externalSourceId: row.externalSourceId,
  platformEventId: row.platformEventId,
  status: row.status,
  isFeatured: row.isFeatured,
  sortOrder: row.sortOrder,
  ...(row.sourceImportedAt !== null && { sourceImportedAt: formatInstant(row.sourceImportedAt) }),
  ...(row.publishedAt !== null && { publishedAt: formatInstant(row.publishedAt) }),
  createdAt: formatInstant(row.createdAt),
  updatedAt: formatInstant(row.updatedAt),
})
