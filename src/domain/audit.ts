// The audit trail: one row for each call that changed something, with the values before the change.
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../db/client.ts'
import { auditLog } from '../db/schema/audit-log.ts'
import type { Actor } from './actor.ts'

/** What a record is about. */
export type AuditEntity = {
  type: (typeof auditLog.entityType.enumValues)[number]
  id: string
  /** Whose it is, as SQL for the id of the organizer. */
  organizerId: SQL
}

export type AuditEntry = {
  action: (typeof auditLog.action.enumValues)[number]
  entity: AuditEntity
  /** The requested change; stored as JSON. */
  change: object
  /** How many sessions are changed, or NULL. */
  sessions: SQL
  /** The values before the change, as JSON or NULL. */
  before: SQL
}

/** True in the statement that follows the one of {@link insertAudit}, if that recorded the call (SQLite, `changes()`). */
export const wasRecorded: SQL = sql`changes() > 0`

/**
 * True while the call has no audit row. A batch may be sent again after its response was lost; with this in the
 * condition of its writes, they happen once.
 */
export const isFirstRun = ({ callId }: Actor): SQL =>
  sql`NOT EXISTS (SELECT 1 FROM ${auditLog} WHERE ${eq(auditLog.callId, callId)})`

/**
 * A statement that records the call. `source` is the FROM and WHERE of its values; without a row there is no record. The
 * statement that makes the change must directly follow, on the condition {@link wasRecorded}: so it is recorded with the
 * values before it.
 */
export const insertAudit = (
  db: Database,
  { subject, requestId, callId, now }: Actor,
  { action, entity, change, sessions, before }: AuditEntry,
  source: SQL,
) =>
  db.insert(auditLog).select(
    sql`SELECT NULL, ${now.getTime()}, ${subject}, ${requestId}, ${entity.organizerId}, ${entity.type}, ${entity.id},
      ${action}, ${sessions}, ${JSON.stringify(change)}, ${callId}, ${before} ${source}`,
  )

/** The records of an entity. Its id may be SQL. */
export const isAbout = (type: AuditEntity['type'], id: string | SQL): SQL | undefined =>
  and(eq(auditLog.entityType, type), eq(auditLog.entityId, id))

/** A statement that reads how many sessions the subject's call changed; no row if it was not recorded. */
export const selectAudit = (db: Database, { callId, subject }: Actor, { type, id }: AuditEntity) =>
  db
    .select({ sessions: sql<number>`coalesce(${auditLog.sessions}, 0)`.as('sessions') })
    .from(auditLog)
    .where(and(eq(auditLog.callId, callId), eq(auditLog.subject, subject), isAbout(type, id)))
