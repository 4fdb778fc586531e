// Organizers and their venues.
import { index, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { isUuid, uuid } from './columns.ts'

export const organizers = sqliteTable(
  'organizers',
  { id: uuid().primaryKey(), name: text().notNull() },
  (t) => [isUuid('organizers', t.id)],
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
  (t) => [isUuid('venues', t.id), index('venues_by_name').on(t.organizerId, t.name, t.id)],
)
