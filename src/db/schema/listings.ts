import { sql } from 'drizzle-orm'
import { check, index, integer, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { areInstants, areIntegers, areNumbers, instant, isOneOf, isUuid, uuid } from './columns.ts'
import { organizers } from './organizers.ts'

const STATUSES = ['Draft', 'Published', 'Unpublished', 'Cancelled', 'Archived'] as const

export const listings = sqliteTable(
  'listings',
  {
    id: uuid().primaryKey(),
    organizerId: uuid('organizer_id')
      .notNull()
      .references(() => organizers.id),
    title: text().notNull(),
    slug: text().notNull(),
    description: text(),
    shortDescription: text('short_description'),
    imageUrl: text('image_url'),
    images: text({ mode: 'json' }).$type<string[]>().notNull().default([]),
    venueName: text('venue_name'),
    venueAddress: text('venue_address'),
    venueCity: text('venue_city'),
    venueLatitude: real('venue_latitude'),
    venueLongitude: real('venue_longitude'),
    category: text(),
    tags: text({ mode: 'json' }).$type<string[]>().notNull().default([]),
    startsAt: instant('starts_at'),
    endsAt: instant('ends_at'),
    isRecurring: integer('is_recurring', { mode: 'boolean' }).notNull().default(false),
    recurrenceDescription: text('recurrence_description'),
    priceFrom: real('price_from'),
    priceCurrency: text('price_currency'),
    priceDescription: text('price_description'),
    externalUrl: text('external_url'),
    externalSource: text('external_source'),
    externalSourceId: text('external_source_id'),
    platformEventId: text('platform_event_id'),
    status: text({ enum: STATUSES }).notNull().default('Draft'),
    isFeatured: integer('is_featured', { mode: 'boolean' }).notNull().default(false),
    sortOrder: integer('sort_order').notNull().default(0),
    sourceImportedAt: instant('source_imported_at'),
    publishedAt: instant('published_at'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [
    isUuid('listings', t.id),
    index('listings_by_update').on(t.organizerId, t.updatedAt, t.id),
    index('listings_by_status').on(t.organizerId, t.status, t.updatedAt, t.id),
    isOneOf('listings_status', t.status, STATUSES),
    check('listings_images', sql`json_type(${t.images}) = 'array'`),
    check('listings_tags', sql`json_type(${t.tags}) = 'array'`),
    areInstants(
      'listings_instants',
      t.startsAt,
      t.endsAt,
      t.sourceImportedAt,
      t.publishedAt,
      t.createdAt,
      t.updatedAt,
    ),
    areIntegers('listings_integers', t.isRecurring, t.isFeatured, t.sortOrder),
    areNumbers('listings_numbers', t.venueLatitude, t.venueLongitude, t.priceFrom),
  ],
)
