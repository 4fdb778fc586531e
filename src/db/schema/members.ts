import { sql } from 'drizzle-orm'
import { check, index, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { areTexts, isOneOf, uuid } from './columns.ts'
import { events } from './events.ts'
import { organizers } from './organizers.ts'

const ROLES = ['owner', 'manager', 'staff'] as const

/** What a token's subject may do: one role in one organizer; for `staff` optionally in one event only. */
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
    // A named index instead of PRIMARY KEY, so that a query can ask for it.
    uniqueIndex('members_pk').on(t.organizerId, t.subject),
    // For the sessions of a subject, in all organizers.
    index('members_by_subject').on(t.subject, t.organizerId, t.eventId),
    areTexts('members_texts', t.subject),
    isOneOf('members_role', t.role, ROLES),
    check('members_event_limits_staff', sql`${t.eventId} IS NULL OR ${t.role} = 'staff'`),
  ],
)
