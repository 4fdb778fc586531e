// The audit trail: one row for each call that changed something, with the values before the change.
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../db/client.ts'
import { auditLog } from '../db/schema/audit-log.ts'
import type { Actor } from './actor.ts'

export type AuditEntry = {
  action: (typeof auditLog.action.enumValues)[number]
  seriesId: string
  /** The requested change; stored as JSON. */
  change: object
  /** How many sessions are changed. */
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
  { action, seriesId, change, sessions, before }: AuditEntry,
  source: SQL,
) =>
  db.insert(auditLog).select(
    sql`SELECT NULL, ${now.getTime()}, ${subject}, ${requestId}, ${action}, ${seriesId}, ${sessions},
      ${JSON.stringify(change)}, ${callId}, ${before} ${source}`,
  )

/** A statement that reads how many sessions the subject's call changed; no row if it changed nothing. */
export const selectAudit = (db: Database, { callId, subject }: Actor, seriesId: string) =>
  db
    .select({ sessions: auditLog.sessions })
    .from(auditLog)
    .where(and(eq(auditLog.callId, callId), eq(auditLog.subject, subject), eq(auditLog.seriesId, seriesId)))
