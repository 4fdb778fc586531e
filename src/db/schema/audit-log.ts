import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { instant, uuid } from './columns.ts'
import { series } from './events.ts'

export const AUDIT_ACTIONS = [
  'series.update',
  'sessions.bulk-update',
  'series.put-back',
  'sessions.put-back',
] as const

/** Who changed what, on how many sessions, from which request: one row for each call that changed something. */
export const auditLog = sqliteTable(
  'audit_log',
  {
    id: integer().primaryKey(),
    at: instant('at').notNull(),
    subject: text().notNull(),
    requestId: text('request_id').notNull(),
    action: text({ enum: AUDIT_ACTIONS }).notNull(),
    seriesId: uuid('series_id')
      .notNull()
      .references(() => series.id),
    /** The number of sessions written. */
    sessions: integer().notNull(),
    /** The requested change, as JSON. */
    change: text({ mode: 'json' }).notNull(),
    /**
     * Unique to the call: a batch that is sent again after a lost response finds that it was done. Clients know the
     * record by it.
     */
    callId: uuid('call_id').unique(),
    /** The values before the change, as JSON; null for old records and where it would be too large. */
    before: text(),
  },
  (t) => [index('audit_log_by_series').on(t.seriesId)],
)
