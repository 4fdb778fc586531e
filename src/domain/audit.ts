// The audit trail: one row for each call that changed something.
import { eq, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../db/client.ts'
import { auditLog } from '../db/schema/audit-log.ts'
import type { Actor } from './actor.ts'

export type AuditEntry = {
  action: (typeof auditLog.action.enumValues)[number]
  seriesId: string
  /** The requested change; stored as JSON. */
  change: object
  /** How many sessions were changed. */
  sessions: SQL
}

/**
 * Rows that the previous statement of the batch changed, not counting what its triggers changed (SQLite,
 * `changes()`). A SELECT in between does not reset it.
 */
export const rowsChanged: SQL<number> = sql<number>`changes()`

/**
 * True while the call has no audit row. A batch may be sent again after its response was lost; with this in the
 * condition of its writes, they happen once.
 */
export const isFirstRun = ({ callId }: Actor): SQL =>
  sql`NOT EXISTS (SELECT 1 FROM ${auditLog} WHERE ${eq(auditLog.callId, callId)})`

/** A statement that records the call if `condition` holds. It must directly follow the statement that makes the change. */
export const insertAudit = (
  db: Database,
  { subject, requestId, callId, now }: Actor,
  { action, seriesId, change, sessions }: AuditEntry,
  condition: SQL | undefined,
) =>
  db.orm.insert(auditLog).select(
    sql`SELECT NULL, ${now.getTime()}, ${subject}, ${requestId}, ${action}, ${seriesId}, ${sessions},
      ${JSON.stringify(change)}, ${callId}, NULL WHERE ${condition}`,
  )

/** A statement that reads how many sessions the call changed; no row if it changed nothing. */
export const selectAudit = (db: Database, { callId }: Actor) =>
  db.orm.select({ sessions: auditLog.sessions }).from(auditLog).where(eq(auditLog.callId, callId))
