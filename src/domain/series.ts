// Event series: their name and description, and who may change them.
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../db/client.ts'
import { events, series } from '../db/schema/events.ts'
import { members } from '../db/schema/members.ts'
import { mayManage, memberOfEvent, requireAccess } from './access.ts'
import type { Actor } from './actor.ts'
import { insertAudit, isFirstRun, rowsChanged } from './audit.ts'

/** A series is addressed under its event; under another event's path it does not exist. */
export type SeriesPath = { eventId: string; seriesId: string }

/** What to change. A field left out stays as it is. */
export type SeriesChange = { name?: string; description?: string | null }

const isSeries = ({ eventId, seriesId }: SeriesPath): SQL | undefined =>
  and(eq(series.id, seriesId), eq(series.eventId, eventId))

/** A statement that gives a row to members of the series' organizer, with whether they may change the series. */
export const selectSeriesAccess = (db: Database, subject: string, path: SeriesPath) =>
  db.orm
    .select({ allowed: sql<number>`${mayManage}`.as('allowed') })
    .from(series)
    .innerJoin(events, eq(events.id, series.eventId))
    .innerJoin(members, memberOfEvent(subject))
    .where(isSeries(path))

/** True if the actor may change the series and this call has not done so yet. */
export const mayChangeSeries = (actor: Actor, path: SeriesPath): SQL =>
  sql`EXISTS (SELECT 1 FROM ${series} JOIN ${events} ON ${events.id} = ${series.eventId}
    JOIN ${members} ON ${memberOfEvent(actor.subject)} WHERE ${isSeries(path)} AND ${mayManage})
    AND ${isFirstRun(actor)}`

/**
 * Changes the name, the description or both, in one transaction with the audit row. A call that changes no value
 * writes nothing, so repeating a call cannot fill the audit trail.
 *
 * @throws AppError `series_not_found`, also for non-members; `forbidden` for staff
 */
export const updateSeries = async (
  db: Database,
  actor: Actor,
  path: SeriesPath,
  change: SeriesChange,
): Promise<void> => {
  const differs = Object.entries(change).map(
    ([field, value]) => sql`${series[field as keyof SeriesChange]} IS NOT ${value}`,
  )
  const [access] = await db.write([
    selectSeriesAccess(db, actor.subject, path),
    db.orm
      .update(series)
      .set({ ...change, updatedAt: actor.now, updatedBy: actor.subject })
      .where(
        sql`${isSeries(path)} AND ${mayChangeSeries(actor, path)} AND (${sql.join(differs, sql` OR `)})`,
      ),
    insertAudit(
      db,
      actor,
      { action: 'series.update', seriesId: path.seriesId, change, sessions: sql`0` },
      sql`${rowsChanged} > 0`,
    ),
  ])
  requireAccess(access[0], 'series_not_found', 'series')
}
