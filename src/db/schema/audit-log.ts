import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { instant, uuid } from './columns.ts'
import { series } from './events.ts'

/** Who changed what on how many sessions, from which request: a row for each writing call that went through. */
export const auditLog = sqliteTable('audit_log', {
  id: integer().primaryKey(),
  at: instant('at').notNull(),
  subject: text().notNull(),
  requestId: text('request_id').notNull(),
  action: text({ enum: ['series.update', 'sessions.bulk-update'] }).notNull(),
  seriesId: uuid('series_id')
    .notNull()
    .references(() => series.id),
  /** How many sessions were written. */
  sessions: integer().notNull(),
  /** What was asked for, as JSON. */
  change: text({ mode: 'json' }).notNull(),
  /** Of this call alone: a statement that is sent again after its answer was lost finds it here. */
  callId: uuid('call_id').unique(),
})
