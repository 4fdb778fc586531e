// Changes the name and description of a series.
import { sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { series } from '../../db/schema/events.ts'
import { requireAccess } from '../access.ts'
import type { Actor } from '../actor.ts'
import { insertAudit, rowsChanged } from '../audit.ts'
import { isSeries, mayChangeSeries, type SeriesPath, selectSeriesAccess } from './series.ts'

/** What to change. A field left out stays as it is. */
export type SeriesChange = { name?: string; description?: string | null }

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
