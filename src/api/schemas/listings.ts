// What the organizer listing takes and answers.
import * as z from 'zod'
import { LISTING_STATUSES } from '../../db/schema/listings.ts'
import type { Listing as ListingRow } from '../../domain/listings.ts'
import { Instant, uuid, writeInstant } from './values.ts'

export const listingParams = { id: uuid }

const text = z.string().nullable()

export const Listing = z.strictObject({
  id: z.uuid(),
  title: z.string(),
  slug: z.string(),
  description: text,
  shortDescription: text,
  imageUrl: text,
  images: z.array(z.string()),
  venueName: text,
  venueAddress: text,
  venueCity: z.string().optional(),
  venueLatitude: z.number().optional(),
  venueLongitude: z.number().optional(),
  category: text,
  tags: z.array(z.string()),
  startsAt: Instant.optional(),
  endsAt: Instant.optional(),
  isRecurring: z.boolean(),
  recurrenceDescription: text,
  priceFrom: z.number().optional(),
  priceCurrency: z.string().optional(),
  priceDescription: text,
  externalUrl: text,
  externalSource: text,
  externalSourceId: text,
  platformEventId: text,
  status: z.enum(LISTING_STATUSES),
  isFeatured: z.boolean(),
  sortOrder: z.int(),
  sourceImportedAt: Instant.optional(),
  publishedAt: Instant.optional(),
  createdAt: Instant,
  updatedAt: Instant,
})

/** A listing as the wire has it: what its shape lets be null is null, what it does not is left out. */
export const writeListing = (row: ListingRow): z.infer<typeof Listing> => ({
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
  ...(row.startsAt !== null && { startsAt: writeInstant(row.startsAt) }),
  ...(row.endsAt !== null && { endsAt: writeInstant(row.endsAt) }),
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
  ...(row.sourceImportedAt !== null && { sourceImportedAt: writeInstant(row.sourceImportedAt) }),
  ...(row.publishedAt !== null && { publishedAt: writeInstant(row.publishedAt) }),
  createdAt: writeInstant(row.createdAt),
  updatedAt: writeInstant(row.updatedAt),
})
