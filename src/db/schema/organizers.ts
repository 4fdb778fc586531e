import { index, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { areTexts, isUuid, uuid } from './columns.ts'

export const organizers = sqliteTable(
  'organizers',
  { id: uuid().notNull(), name: text().notNull() },
  // A named index instead of PRIMARY KEY, so that INDEXED BY can name it.
  (t) => [
    uniqueIndex('organizers_pk').on(t.id),
    isUuid('organizers_id_is_uuid', t.id),
    areTexts('organizers_texts', t.name),
  ],
)

export const venues = sqliteTable(
  'venues',
  {
    id: uuid().notNull(),
    organizerId: uuid('organizer_id')
      .notNull()
      .references(() => organizers.id),
    name: text().notNull(),
  },
  (t) => [
    uniqueIndex('venues_pk').on(t.id),
    index('venues_by_name').on(t.organizerId, t.name, t.id),
    isUuid('venues_id_is_uuid', t.id),
    areTexts('venues_texts', t.name),
  ],
)
