import { sql } from 'drizzle-orm'
import { check, index, integer, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import {
  areInstants,
  areIntegers,
  areNumbers,
  areTexts,
  instant,
  isOneOf,
  isUuid,
  MAX_INSTANT,
  uuid,
} from './columns.ts'
import { organizers } from './organizers.ts'

export const LISTING_STATUSES = ['Draft', 'Published', 'Unpublished', 'Cancelled', 'Archived'] as const

/** Of what the public sees from its `publishedAt` on; without one, always. */
export const IS_PUBLIC = sql`status IN ('Published', 'Cancelled')`

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
    status: text({ enum: LISTING_STATUSES }).notNull().default('Draft'),
    isFeatured: integer('is_featured', { mode: 'boolean' }).notNull().default(false),
    sortOrder: integer('sort_order').notNull().default(0),
    sourceImportedAt: instant('source_imported_at'),
    publishedAt: instant('published_at'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    /** The order of the public. A listing without a start comes last. */
    startOrder: integer('start_order').generatedAlwaysAs(
      sql`coalesce(starts_at, ${sql.raw(`${MAX_INSTANT}`)})`,
      { mode: 'virtual' },
    ),
  },
  (t) => [
    isUuid('listings_id_is_uuid', t.id),
    index('listings_by_update').on(t.organizerId, t.updatedAt, t.id),
    index('listings_by_status').on(t.organizerId, t.status, t.updatedAt, t.id),
    index('listings_by_event')
      .on(t.organizerId, sql`lower(${t.platformEventId})`, t.updatedAt, t.id)
      .where(sql`${t.platformEventId} IS NOT NULL`),
    // The address of its page is the same for every organizer.
    uniqueIndex('listings_by_slug').on(t.slug),
    // Has the time of publication, so that scheduled listings cost no row of the table.
    index('listings_by_start').on(t.organizerId, t.startOrder, t.id, t.publishedAt).where(IS_PUBLIC),
    index('listings_by_publication').on(t.organizerId, t.publishedAt).where(IS_PUBLIC),
    isOneOf('listings_status', t.status, LISTING_STATUSES),
    check('listings_images', sql`json_type(${t.images}) = 'array'`),
    check('listings_tags', sql`json_type(${t.tags}) = 'array'`),
    areTexts(
      'listings_texts',
      t.title,
      t.slug,
      t.description,
      t.shortDescription,
      t.imageUrl,
      t.images,
      t.venueName,
      t.venueAddress,
      t.venueCity,
      t.category,
      t.tags,
      t.recurrenceDescription,
      t.priceCurrency,
      t.priceDescription,
      t.externalUrl,
      t.externalSource,
      t.externalSourceId,
      t.platformEventId,
    ),
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
