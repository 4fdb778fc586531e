// Changes the name and description of a series.
import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { series } from '../../db/schema/events.ts'
import { AppError } from '../../errors.ts'
import { requireAccess } from '../access.ts'
import type { Actor } from '../actor.ts'
import { type AuditEntry, insertAudit, selectAudit, wasRecorded } from '../audit.ts'
import { getSeries, type Series } from './get-series.ts'
import { isSeries, mayChangeSeries, type SeriesPath, selectSeriesAccess, toEntity } from './series.ts'

/** The new values. A field that is left out stays as it is. */
export type SeriesChange = { name?: string; description?: string | null }

const EXPECTED_FIELDS = ['name', 'description', 'updatedAt', 'updatedBy'] as const

/** Values that the series must have before the change; at least one. */
type Expected = Partial<Pick<Series, (typeof EXPECTED_FIELDS)[number]>>

const BEFORE = sql`json_object('name', name, 'description', description)`

/** True if the series has the expected values. */
const hasValues = (expected: Expected): SQL =>
  sql.join(
    EXPECTED_FIELDS.filter((field) => expected[field] !== undefined).map(
      (field) => sql`${series[field]} IS ${expected[field]}`,
    ),
    sql` AND `,
  )

/**
 * Writes the values in one transaction with the audit row, if the series has the expected ones. A call that changes no
 * value writes nothing, so repeating a call cannot fill the audit trail.
 *
 * @returns whether the series had the expected values
 * @throws AppError `series_not_found`, also for non-members; `forbidden` for staff
 */
export const writeSeries = async (
  db: Database,
  actor: Actor,
  path: SeriesPath,
  values: SeriesChange,
  record: Pick<AuditEntry, 'action' | 'change'>,
  expected?: Expected,
): Promise<boolean> => {
  const isExpected = expected === undefined ? sql`true` : hasValues(expected)
  const differs = Object.entries(values).map(
    ([field, value]) => sql`${series[field as keyof SeriesChange]} IS NOT ${value}`,
  )
  const [access, , , audit, after] = await db.batch([
    selectSeriesAccess(db, actor.subject, path),
    insertAudit(
      db,
      actor,
      { ...record, entity: toEntity(path), sessions: sql`0`, before: BEFORE },
      sql`FROM ${series} WHERE ${isSeries(path)} AND ${mayChangeSeries(actor, path)}
        AND (${sql.join(differs, sql` OR `)}) AND ${isExpected}`,
    ),
    db
      .update(series)
      .set({ ...values, updatedAt: actor.now, updatedBy: actor.subject })
      .where(sql`${series.id} = (SELECT ${path.seriesId} WHERE ${wasRecorded})`),
    selectAudit(db, actor, toEntity(path)),
    db
      .select({ isExpected: sql<number>`${isExpected}`.as('is_expected') })
      .from(series)
      .where(sql`${expected !== undefined} AND ${isSeries(path)}`),
  ])
  requireAccess(access[0], 'series_not_found')
  // A batch that is sent again finds its own new values.
  return expected === undefined || audit.length > 0 || after[0]?.isExpected === 1
}

/**
 * Changes the name, the description or both. With `isCurrent`, only if it holds for the series, and the series does not
 * change between that check and the write.
 *
 * @throws AppError `series_not_found`, also for non-members; `forbidden` for staff; `precondition_failed` if the series is
 *   not current
 */
export const updateSeries = async (
  db: Database,
  actor: Actor,
  path: SeriesPath,
  change: SeriesChange,
  isCurrent?: (series: Series) => Promise<boolean>,
): Promise<void> => {
  let expected: Expected | undefined
  if (isCurrent !== undefined) {
    db.moveToPrimary()
    const current = await getSeries(db, actor.subject, path)
    if (!(await isCurrent(current))) throw new AppError('precondition_failed')
    expected = current
  }
  const record = { action: 'series.update' as const, change }
  if (!(await writeSeries(db, actor, path, change, record, expected))) {
    throw new AppError('precondition_failed')
  }
}
