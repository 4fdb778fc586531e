import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { instant, uuid } from './columns.ts'

/** What a record is about. A bulk update of sessions is about their series. */
export const AUDIT_ENTITY_TYPES = [
  'organizer',
  'member',
  'invitation',
  'device',
  'program',
  'webhook',
  'event',
  'venue',
  'listing',
  'ticket-type',
  'area',
  'series',
  'session',
  'source',
  'ticket',
  'guest-list',
  'check-in',
] as const

export type AuditEntityType = (typeof AUDIT_ENTITY_TYPES)[number]

/** The changes in the history of a series, which can be reverted. */
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
  | 'webhook.rotate'
  | 'webhook.pause'
  | 'webhook.resume'
  | 'guest-list.new-link'
  | 'guest-list.add'
  | 'guest-list.change'
  | 'guest-list.remove'
  | 'tickets.import'
  | 'tickets.bulk-update'
  | 'tickets.revert'
  | 'tickets.download'
  | 'ticket.erase'
  | 'session.erase'
  | 'organizer.erase'

/** True of the records of a move: one at the session that tickets left, one at that to which they came. */
export const isMove = sql.raw(
  `action = 'tickets.bulk-update' AND coalesce(change ->> 'sessionId', change ->> 'fromSessionId') IS NOT NULL`,
)

/**
 * One row for each call that changed something. A change of a person’s own sign-in has a row in each of their
 * organizers. No foreign keys, so that records do not prevent deletions.
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
    /** For changes of sessions: how many were written. */
    sessions: integer(),
    /** The requested change, as JSON. */
    change: text({ mode: 'json' }).notNull(),
    /** Unique to the call, so that a repeated batch finds that it has run. Clients know the record by it. */
    callId: uuid('call_id').notNull().unique(),
    /** The values before the change, as JSON; null if too large. */
    before: text(),
  },
  (t) => [
    // Every index ends with the id, so the latest record is last.
    index('audit_log_by_organizer').on(t.organizerId),
    index('audit_log_by_entity').on(t.entityId, t.organizerId),
    // For what a resource was created with.
    index('audit_log_creations').on(t.entityId).where(sql`substr(action, -7) = '.create'`),
    // For the guests who left a session for another one, and the sessions among which they moved.
    index('audit_log_moves').on(t.entityId).where(isMove),
  ],
)
