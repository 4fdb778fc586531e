import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { areTexts, isInteger, isUuid, uuid } from './columns.ts'

/** Ten years. */
export const MAX_ERASE_DAYS = 3_650

export const organizers = sqliteTable(
  'organizers',
  {
    id: uuid().notNull(),
    name: text().notNull(),
    /** How many days after a session is over its guests are erased; null for never. */
    eraseAfterDays: integer('erase_after_days'),
    /** Whether the owner has switched the feed on. With a webhook it is on without this. */
    feed: integer({ mode: 'boolean' }).notNull().default(false),
    /** One heavy write at a time: whichever wrote `lease` last, until `leaseUntil`. */
    lease: text().notNull().default(''),
    leaseUntil: integer('lease_until').notNull().default(0),
  },
  // A named index instead of PRIMARY KEY, so that INDEXED BY can name it.
  (t) => [
    uniqueIndex('organizers_pk').on(t.id),
    isUuid('organizers_id_is_uuid', t.id),
    areTexts('organizers_texts', t.name),
    isInteger('organizers_erase_after_days', t.eraseAfterDays, 1, MAX_ERASE_DAYS),
    isInteger('organizers_feed', t.feed, 0, 1),
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
