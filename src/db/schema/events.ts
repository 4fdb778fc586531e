import { sql } from 'drizzle-orm'
import {
  check,
  foreignKey,
  index,
  integer,
  sqliteTable,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core'
import { areInstants, areTexts, instant, isInteger, isUuid, uuid } from './columns.ts'
import { organizers, venues } from './organizers.ts'

export const events = sqliteTable(
  'events',
  {
    id: uuid().notNull(),
    organizerId: uuid('organizer_id')
      .notNull()
      .references(() => organizers.id),
    name: text().notNull(),
    /** A name in the IANA time zone database. */
    timeZone: text('time_zone').notNull().default('UTC'),
    /** Whether door staff may add guests. */
    walkIns: integer('walk_ins', { mode: 'boolean' }).notNull().default(false),
    /** Random; changes with every change of the event’s ticket types and areas, by triggers. */
    typesVersion: text('types_version').notNull().default(sql`(lower(hex(randomblob(8))))`),
    /** The id, name and capacity of each of its areas by name, as JSON, by triggers. */
    areas: text().notNull().default(sql`'[]'`),
  },
  // A named index instead of PRIMARY KEY, so that INDEXED BY can name it.
  (t) => [
    uniqueIndex('events_pk').on(t.id),
    index('events_by_name').on(t.organizerId, t.name, t.id),
    // Ends with the rowid, so the latest event is last.
    index('events_by_organizer').on(t.organizerId),
    isUuid('events_id_is_uuid', t.id),
    areTexts('events_texts', t.name, t.timeZone),
    isInteger('events_walk_ins', t.walkIns, 0, 1),
  ],
)

/** Places within the venue, which may overlap. */
export const areas = sqliteTable(
  'areas',
  {
    id: uuid().primaryKey(),
    eventId: uuid('event_id')
      .notNull()
      .references(() => events.id),
    name: text().notNull(),
    /** How many people may be in it; null if nobody counts. */
    capacity: integer(),
  },
  (t) => [
    uniqueIndex('areas_by_event').on(t.eventId, sql`trim(${t.name}) COLLATE NOCASE`),
    isUuid('areas_id_is_uuid', t.id),
    areTexts('areas_texts', t.name),
    isInteger('areas_capacity', t.capacity, 0, 1_000_000),
  ],
)

export const series = sqliteTable(
  'series',
  {
    id: uuid().notNull(),
    eventId: uuid('event_id')
      .notNull()
      .references(() => events.id),
    name: text().notNull(),
    description: text(),
    updatedAt: instant('updated_at'),
    updatedBy: text('updated_by'),
    /** Kept by triggers; NULL if they cannot know it. */
    sessionCount: integer('session_count').default(sql`0`),
  },
  (t) => [
    uniqueIndex('series_pk').on(t.id),
    // For the foreign key of `sessions`.
    unique('series_event').on(t.id, t.eventId),
    // Without the name, so that renaming a series writes one row.
    index('series_by_event').on(t.eventId),
    isUuid('series_id_is_uuid', t.id),
    areTexts('series_texts', t.name, t.description, t.updatedBy),
  ],
)

export const sessions = sqliteTable(
  'sessions',
  {
    number: integer().primaryKey(),
    id: uuid().notNull().unique(),
    eventId: uuid('event_id')
      .notNull()
      .references(() => events.id),
    /** A copy of the event's, for listing an organizer's sessions. Triggers keep it equal. */
    organizerId: uuid('organizer_id'),
    seriesId: uuid('series_id'),
    venueId: uuid('venue_id').references(() => venues.id),
    startsAt: instant('starts_at').notNull(),
    capacity: integer().notNull(),
    /** Minutes from doors opening to the start. */
    doorsOpenOffsetMinutes: integer('doors_open_offset_minutes'),
    /** When the session was cancelled; null if it takes place. */
    cancelledAt: instant('cancelled_at'),
    /** What guests and door staff of a cancelled session read. */
    cancelNotice: text('cancel_notice'),
    /** When the service erased the session's guests; null again once a ticket has a person. */
    erasedAt: instant('erased_at'),
    updatedAt: instant('updated_at'),
    updatedBy: text('updated_by'),
  },
  (t) => [
    isUuid('sessions_id_is_uuid', t.id),
    areTexts('sessions_texts', t.updatedBy, t.cancelNotice),
    foreignKey({ columns: [t.seriesId, t.eventId], foreignColumns: [series.id, series.eventId] }),
    index('sessions_by_organizer').on(t.organizerId, t.startsAt, t.id),
    index('sessions_by_event').on(t.eventId, t.startsAt, t.id),
    index('sessions_by_venue').on(t.venueId),
    index('sessions_by_series').on(t.seriesId, t.startsAt, t.id),
    index('sessions_not_erased').on(t.organizerId, t.startsAt).where(sql`${t.erasedAt} IS NULL`),
    isInteger('sessions_capacity', t.capacity, 0, 1_000_000),
    isInteger('sessions_doors', t.doorsOpenOffsetMinutes, 0, 1_440),
    areInstants('sessions_instants', t.startsAt, t.cancelledAt, t.erasedAt),
    check('sessions_notice', sql`${t.cancelNotice} IS NULL OR ${t.cancelledAt} IS NOT NULL`),
  ],
)
