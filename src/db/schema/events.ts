// What there is to go to: events, their series, and the sessions of both.
import { sql } from 'drizzle-orm'
import { check, foreignKey, index, integer, sqliteTable, text, unique } from 'drizzle-orm/sqlite-core'
import { instant, isUuid, uuid } from './columns.ts'
import { organizers, venues } from './organizers.ts'

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
