import { sql } from 'drizzle-orm'
import { check, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { isOneOf, uuid } from './columns.ts'
import { events } from './events.ts'
import { organizers } from './organizers.ts'

export const ROLES = ['owner', 'manager', 'staff'] as const

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
