// Event series: their own name and description.
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../db/client.ts'
import { auditLog } from '../db/schema/audit-log.ts'
import { events, series } from '../db/schema/events.ts'
import { members } from '../db/schema/members.ts'
import { mayManage, memberOfEvent, requireAccess } from './access.ts'

/**
 * Who calls, when, and in which request: what a change is recorded with. `callId` is of this call alone (a
 * request id is the caller's to choose, and may come twice).
 */
export type Actor = { subject: string; requestId: string; callId: string; now: Date }

/** A series, which is one only under its own event. */
export type SeriesPath = { eventId: string; seriesId: string }

/** What to change; what is left out stays as it is. */
export type SeriesChange = { name?: string; description?: string | null }

const isSeries = ({ eventId, seriesId }: SeriesPath): SQL | undefined =>
  and(eq(series.id, seriesId), eq(series.eventId, eventId))

/** A row for a member of the series' organizer, with whether they may change it. */
export const selectSeriesAccess = (db: Database, subject: string, path: SeriesPath) =>
  db.orm
    .select({ allowed: sql<number>`${mayManage}`.as('allowed') })
    .from(series)
    .innerJoin(events, eq(events.id, series.eventId))
    .innerJoin(members, memberOfEvent(subject))
    .where(isSeries(path))

/**
 * True in a statement that the caller may run for the series, and has not run yet: the call's batch may be
 * sent again after its answer was lost.
 */
export const mayChangeSeries = ({ subject, callId }: Actor, path: SeriesPath): SQL =>
  sql`EXISTS (SELECT 1 FROM ${series} JOIN ${events} ON ${events.id} = ${series.eventId}
    JOIN ${members} ON ${memberOfEvent(subject)} WHERE ${isSeries(path)} AND ${mayManage})
    AND NOT EXISTS (SELECT 1 FROM ${auditLog} WHERE ${eq(auditLog.callId, callId)})`

/** Records the call, where `condition` holds: the same that its change has. */
export const insertAudit = (
  db: Database,
  { subject, requestId, callId, now }: Actor,
  entry: {
    action: (typeof auditLog.action.enumValues)[number]
    seriesId: string
    change: object
    sessions: SQL
  },
  condition: SQL | undefined,
) =>
  db.orm.insert(auditLog).select(
    sql`SELECT NULL, ${now.getTime()}, ${subject}, ${requestId}, ${entry.action}, ${entry.seriesId},
      ${entry.sessions}, ${JSON.stringify(entry.change)}, ${callId} WHERE ${condition}`,
  )

/**
 * Changes name, description or both, in one transaction with its audit row. To repeat the call changes
 * nothing further.
 *
 * @throws AppError `series_not_found`, also for who is no member; `forbidden` for staff
 */
export const updateSeries = async (
  db: Database,
  actor: Actor,
  path: SeriesPath,
  change: SeriesChange,
): Promise<void> => {
  const permitted = mayChangeSeries(actor, path)
  const isNew = Object.entries(change).map(
    ([field, value]) => sql`${series[field as keyof SeriesChange]} IS NOT ${value}`,
  )
  const [access] = await db.write([
    selectSeriesAccess(db, actor.subject, path),
    db.orm
      .update(series)
      .set({ ...change, updatedAt: actor.now, updatedBy: actor.subject })
      .where(sql`${isSeries(path)} AND ${permitted} AND (${sql.join(isNew, sql` OR `)})`),
    insertAudit(
      db,
      actor,
      { action: 'series.update', seriesId: path.seriesId, change, sessions: sql`0` },
      // Only where it was changed, in this very millisecond: nobody can fill the table by repeating a call.
      sql`${permitted} AND EXISTS (SELECT 1 FROM ${series} WHERE ${isSeries(path)}
        AND ${eq(series.updatedAt, actor.now)} AND ${eq(series.updatedBy, actor.subject)})`,
    ),
  ])
  requireAccess(access[0], 'series_not_found', 'series')
}
