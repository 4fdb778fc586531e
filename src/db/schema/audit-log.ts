import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { instant, uuid } from './columns.ts'

/** What a record is about. The bulk update of sessions is about their series. */
export const AUDIT_ENTITY_TYPES = [
  'organizer',
  'member',
  'invitation',
  'device',
  'program',
  'event',
  'venue',
  'ticket-type',
  'series',
  'session',
  'ticket',
  'check-in',
] as const

export type AuditEntityType = (typeof AUDIT_ENTITY_TYPES)[number]

/** The changes in the history of a series. They can be reverted. */
export const SERIES_ACTIONS = [
  'series.update',
  'sessions.bulk-update',
  'series.revert',
  'sessions.revert',
] as const

export type AuditAction =
  | (typeof SERIES_ACTIONS)[number]
  | `${AuditEntityType}.${'create' | 'update' | 'delete'}`
  | 'invitation.accept'
  | 'passkey.create'
  | 'passkey.delete'
  | 'sign-in.end-all'
  | 'device.connect'
  | 'tickets.import'
  | 'tickets.revert'
  | 'tickets.download'

/**
 * Who changed what, from which request: one row for each call that changed something. What people change of
 * their own sign-in has a row in each organizer that they belong to. It references no other table, so that no
 * record keeps anybody from deleting what it is about.
 */
export const auditLog = sqliteTable(
  'audit_log',
  {
    id: integer().primaryKey(),
    at: instant('at').notNull(),
    subject: text().notNull(),
    requestId: text('request_id').notNull(),
    organizerId: uuid('organizer_id').notNull(),
    entityType: text('entity_type', { enum: AUDIT_ENTITY_TYPES }).notNull(),
    /** Text, because not every id is a UUID. */
    entityId: text('entity_id').notNull(),
    action: text().$type<AuditAction>().notNull(),
    /** The number of sessions written, of a change that writes sessions. */
    sessions: integer(),
    /** The requested change, as JSON. */
    change: text({ mode: 'json' }).notNull(),
    /**
     * Unique to the call: a batch that is sent again after a lost response finds that it was done. Clients
     * know the record by it.
     */
    callId: uuid('call_id').notNull().unique(),
    /** The values before the change, as JSON; null where it would be too large. */
    before: text(),
  },
  (t) => [
    // Every index ends with the id: the latest record comes last.
    index('audit_log_by_organizer').on(t.organizerId),
    index('audit_log_by_entity').on(t.entityId, t.organizerId),
    // For the record that says what something was created with.
    index('audit_log_creations').on(t.entityId).where(sql`substr(action, -7) = '.create'`),
  ],
)
