// The tables, one for each noun. Instants are integer epoch milliseconds (UTC), UUIDs lower-case text.
// What is derived from tickets (counts, tag, search index) is kept by triggers: see the second migration.
import { type SQL, sql } from 'drizzle-orm'
import {
  type AnySQLiteColumn,
  check,
  customType,
  foreignKey,
  index,
  integer,
  primaryKey,
  real,
  sqliteTable,
  text,
  unique,
} from 'drizzle-orm/sqlite-core'
import { foldExpression } from './fold.ts'

export const TICKET_STATUSES = ['Valid', 'CheckedIn', 'Refunded', 'Voided'] as const
export const ROLES = ['owner', 'manager', 'staff'] as const
export const LISTING_STATUSES = ['Draft', 'Published', 'Unpublished', 'Cancelled', 'Archived'] as const

/**
 * A session's tickets lie side by side: `key = session number × 2^20 + n`, n from 1. So a session is a
 * range of keys, in the table and in the search index alike, and holds up to 1,048,575 tickets.
 */
export const TICKET_KEY_BITS = 20

/** Text that sorts and compares without regard to ASCII case. */
const textNoCase = customType<{ data: string }>({ dataType: () => 'text COLLATE NOCASE' })

const uuid = (name = 'id') => text(name)
const instant = (name: string) => integer(name, { mode: 'timestamp_ms' })
const isUuid = (table: string, column: AnySQLiteColumn) =>
  check(`${table}_id_is_uuid`, sql`length(${column}) = 36 AND ${column} = lower(${column})`)
const isOneOf = (name: string, column: AnySQLiteColumn, values: readonly string[]) =>
  check(name, sql`${column} IN (${sql.raw(values.map((value) => `'${value}'`).join(', '))})`)

export const organizers = sqliteTable(
  'organizers',
  { id: uuid().primaryKey(), name: text().notNull() },
  (t) => [isUuid('organizers', t.id)],
)

/** What a token's subject may do: one role in one organizer, `staff` optionally in one event only. */
export const members = sqliteTable(
  'members',
  {
    organizerId: uuid('organizer_id')
      .notNull()
      .references(() => organizers.id),
    subject: text().notNull(),
    role: text({ enum: ROLES }).notNull(),
    eventId: uuid('event_id').references(() => events.id),
  },
  (t) => [
    primaryKey({ columns: [t.organizerId, t.subject] }),
    isOneOf('members_role', t.role, ROLES),
    check('members_event_limits_staff', sql`${t.eventId} IS NULL OR ${t.role} = 'staff'`),
  ],
)

export const venues = sqliteTable(
  'venues',
  {
    id: uuid().primaryKey(),
    organizerId: uuid('organizer_id')
      .notNull()
      .references(() => organizers.id),
    name: text().notNull(),
  },
  (t) => [isUuid('venues', t.id)],
)

export const events = sqliteTable(
  'events',
  {
    id: uuid().primaryKey(),
    organizerId: uuid('organizer_id')
      .notNull()
      .references(() => organizers.id),
    name: text().notNull(),
  },
  (t) => [isUuid('events', t.id)],
)

export const series = sqliteTable(
  'series',
  {
    id: uuid().primaryKey(),
    eventId: uuid('event_id')
      .notNull()
      .references(() => events.id),
    name: text().notNull(),
    description: text(),
    updatedAt: instant('updated_at'),
    updatedBy: text('updated_by'),
  },
  (t) => [isUuid('series', t.id), unique('series_event').on(t.id, t.eventId)],
)

export const sessions = sqliteTable(
  'sessions',
  {
    number: integer().primaryKey(),
    id: uuid().notNull().unique(),
    eventId: uuid('event_id')
      .notNull()
      .references(() => events.id),
    seriesId: uuid('series_id'),
    venueId: uuid('venue_id').references(() => venues.id),
    startsAt: instant('starts_at').notNull(),
    capacity: integer().notNull(),
    /** How long before its start a session opens its doors. */
    doorsOpenOffsetMinutes: integer('doors_open_offset_minutes'),
    updatedAt: instant('updated_at'),
    updatedBy: text('updated_by'),
  },
  (t) => [
    isUuid('sessions', t.id),
    foreignKey({ columns: [t.seriesId, t.eventId], foreignColumns: [series.id, series.eventId] }),
    index('sessions_series_start').on(t.seriesId, t.startsAt),
    check('sessions_capacity', sql`${t.capacity} BETWEEN 0 AND 1000000`),
    check('sessions_doors', sql`${t.doorsOpenOffsetMinutes} BETWEEN 0 AND 1440`),
  ],
)

export const ticketTypes = sqliteTable(
  'ticket_types',
  {
    id: uuid().primaryKey(),
    eventId: uuid('event_id')
      .notNull()
      .references(() => events.id),
    name: text().notNull(),
  },
  (t) => [isUuid('ticket_types', t.id)],
)

/** Characters that a ticket's texts may have together: a page of 500 is one value of D1, of up to 2,000,000 bytes. */
const MAX_TICKET_CHARACTERS = 1_200

/** All that a search looks at: the number with its endings of 4 to 8 characters, seat, e-mails, name. */
const searchText = (columns: { number: string; others: string[] }): SQL => {
  const endings = [4, 5, 6, 7, 8].map((length) => `substr(${columns.number}, -${length})`)
  const others = columns.others.map((column) => `coalesce(${column}, '')`)
  return sql.raw(foldExpression([columns.number, ...endings, ...others].join(" || ' ' || ")))
}

export const tickets = sqliteTable(
  'tickets',
  {
    key: integer().primaryKey(),
    id: uuid().notNull().unique(),
    sessionNumber: integer('session_number')
      .notNull()
      .references(() => sessions.number),
    ticketNumber: textNoCase('ticket_number').notNull(),
    status: text({ enum: TICKET_STATUSES }).notNull(),
    ticketTypeId: uuid('ticket_type_id')
      .notNull()
      .references(() => ticketTypes.id),
    /** The type's name, here so that it can be sorted by; a trigger keeps it equal to the type's. */
    ticketTypeName: textNoCase('ticket_type_name').notNull().default(''),
    seatLabel: text('seat_label'),
    currentHolderId: uuid('current_holder_id'),
    holderEmail: text('holder_email'),
    attendeeName: text('attendee_name'),
    attendeeEmail: text('attendee_email'),
    attendeeCompany: text('attendee_company'),
    checkedInAt: integer('checked_in_at'),
    transferCount: integer('transfer_count').notNull().default(0),
    // A missing value sorts before every other, and a page is sought by one comparison of rows, in which
    // NULL has no place: so what may be missing has a twin to sort by.
    seatLabelOrder: textNoCase('seat_label_order').generatedAlwaysAs(sql`coalesce(seat_label, '')`, {
      mode: 'virtual',
    }),
    holderEmailOrder: textNoCase('holder_email_order').generatedAlwaysAs(sql`coalesce(holder_email, '')`, {
      mode: 'virtual',
    }),
    checkedInAtOrder: integer('checked_in_at_order').generatedAlwaysAs(sql`coalesce(checked_in_at, -1)`, {
      mode: 'virtual',
    }),
    searchText: text('search_text').generatedAlwaysAs(
      searchText({
        number: 'ticket_number',
        others: ['seat_label', 'holder_email', 'attendee_name', 'attendee_email'],
      }),
      { mode: 'virtual' },
    ),
  },
  (t) => [
    isUuid('tickets', t.id),
    isOneOf('tickets_status', t.status, TICKET_STATUSES),
    check('tickets_key_in_session', sql`${t.key} >> 20 = ${t.sessionNumber} AND ${t.key} & 1048575 > 0`),
    check('tickets_checked_in_at', sql`${t.checkedInAt} >= 0`),
    check('tickets_transfer_count', sql`${t.transferCount} >= 0`),
    check(
      'tickets_texts_fit',
      sql.raw(
        `${[
          'ticket_number',
          'ticket_type_name',
          'seat_label',
          'holder_email',
          'attendee_name',
          'attendee_email',
          'attendee_company',
        ]
          .map((column) => `coalesce(length(${column}), 0)`)
          .join(' + ')} <= ${MAX_TICKET_CHARACTERS}`,
      ),
    ),
    check('tickets_no_empty_seat', sql`${t.seatLabel} <> ''`),
    check('tickets_no_empty_email', sql`${t.holderEmail} <> ''`),
    // The list as it is asked for most. A check-in does not touch this index.
    index('tickets_in_order').on(t.sessionNumber, t.ticketNumber),
    // One index for each sort serves the list with and without a status: without, four ranges are merged.
    index('tickets_by_number').on(t.sessionNumber, t.status, t.ticketNumber),
    index('tickets_by_type').on(t.sessionNumber, t.status, t.ticketTypeName),
    index('tickets_by_seat').on(t.sessionNumber, t.status, t.seatLabelOrder),
    index('tickets_by_email').on(t.sessionNumber, t.status, t.holderEmailOrder),
    index('tickets_by_check_in').on(t.sessionNumber, t.status, t.checkedInAtOrder),
    index('tickets_by_transfers').on(t.sessionNumber, t.status, t.transferCount),
  ],
)

/**
 * Derived, one row a session: how many tickets of each status, and a tag that takes a new random value
 * whenever one of them changes. Random, not counted, so that a restored database never repeats one.
 */
export const ticketCounts = sqliteTable('ticket_counts', {
  sessionNumber: integer('session_number').primaryKey(),
  tag: text().notNull().default(sql`(lower(hex(randomblob(8))))`),
  valid: integer().notNull().default(0),
  checkedIn: integer('checked_in').notNull().default(0),
  refunded: integer().notNull().default(0),
  voided: integer().notNull().default(0),
})

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
  },
  (t) => [
    isUuid('listings', t.id),
    isOneOf('listings_status', t.status, LISTING_STATUSES),
    check('listings_images', sql`json_type(${t.images}) = 'array'`),
    check('listings_tags', sql`json_type(${t.tags}) = 'array'`),
  ],
)

/** Who changed what on how many sessions, from which request: a row for each writing call that went through. */
export const auditLog = sqliteTable('audit_log', {
  id: integer().primaryKey(),
  at: instant('at').notNull(),
  subject: text().notNull(),
  requestId: text('request_id').notNull(),
  action: text({ enum: ['series.update', 'sessions.bulk-update'] }).notNull(),
  seriesId: uuid('series_id')
    .notNull()
    .references(() => series.id),
  /** How many sessions were written. */
  sessions: integer().notNull(),
  /** What was asked for, as JSON. */
  change: text({ mode: 'json' }).notNull(),
  /** Of this call alone: a statement that is sent again after its answer was lost finds it here. */
  callId: uuid('call_id').unique(),
})
