// Previews a change of many sessions, and applies it to all or none.
import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { databaseUnavailable } from '../../db/failures.ts'
import { AppError } from '../../errors.ts'
import { requireAccess } from '../access.ts'
import type { Actor } from '../actor.ts'
import { type AuditEntry, insertAudit, isFirstRun, selectAudit, wasRecorded } from '../audit.ts'
import { mayManageSeries, type SeriesPath, selectSeriesAccess, toEntity } from './series.ts'
import {
  hasLostNotice,
  type PlannedSession,
  planTotals,
  type SessionPlan,
  selectPlan,
  toPlannedSession,
  updatePlanned,
} from './session-plan.ts'

export type Change = {
  plan: SessionPlan
  record: Pick<AuditEntry, 'action' | 'change' | 'needed'>
  /** The error for a venue that is not the organizer’s. */
  venueError: () => AppError
  /** The error for a notice of a session that is not cancelled. */
  noticeError?: () => AppError
  /** The error if `count` sessions have sold more tickets than their new capacity, at most `mostSold`. */
  capacityError: (count: number, mostSold: number) => AppError
}

export type AsPreviewed = (sessions: PlannedSession[]) => Promise<boolean>

/** The id of the series, or NULL if the subject may not manage it, so that nothing is read. */
export const managedId = (subject: string, path: SeriesPath): SQL =>
  sql`(SELECT ${path.seriesId} WHERE ${mayManageSeries(subject, path)})`

const MAX_ATTEMPTS = 3

const missingError = (id: string): AppError =>
  new AppError('invalid_request', `sessionIds: the series has no session ${id}.`)

/** Checks of the request as a whole. */
const checksOf = (plan: SessionPlan, seriesId: SQL) => ({
  venuesFound: sql<number>`${plan.venuesFound(seriesId)}`.as('venues_found'),
  missing: sql<string | null>`${plan.missing(seriesId)}`.as('missing'),
})

/** Statements that read the access, the checks and the plan. */
const selectPreview = (db: Database, subject: string, path: SeriesPath, { plan }: Change) => {
  const seriesId = managedId(subject, path)
  return [
    selectSeriesAccess(db, subject, path),
    db.select(checksOf(plan, seriesId)).from(sql`(SELECT 1)`),
    selectPlan(db, plan.rows(seriesId)),
  ] as const
}

/**
 * Plans the change of each session, sorted by start.
 *
 * @throws AppError `series_not_found`, also for non-members; `forbidden` for staff; `invalid_request` for a
 *   session outside the series; `unknown_venue`
 */
export const previewChange = async (
  db: Database,
  subject: string,
  path: SeriesPath,
  change: Change,
): Promise<PlannedSession[]> => {
  const [access, [checks], rows] = await db.batch([...selectPreview(db, subject, path, change)])
  requireAccess(access[0], 'series_not_found')
  if (typeof checks?.missing === 'string') throw missingError(checks.missing)
  if (checks?.venuesFound !== 1) throw change.venueError()
  const sessions = rows.map(toPlannedSession)
  if (change.noticeError && sessions.some(hasLostNotice)) throw change.noticeError()
  return sessions
}

/**
 * Changes the sessions in one transaction with its checks and audit row, so a ticket is sold either before
 * the check, which counts it, or after the change. With `expected`, they must be in that state.
 *
 * @returns the number of sessions written, including those that already had the values
 * @throws AppError as {@link previewChange}; `preview_outdated`; `capacity_below_sold`
 */
export const changeSessions = async (
  db: Database,
  actor: Actor,
  path: SeriesPath,
  change: Change,
  expected?: readonly PlannedSession[],
): Promise<number> => {
  const { plan, record } = change
  const seriesId = managedId(actor.subject, path)
  const totals = planTotals(plan.rows(seriesId), expected)
  const write = [
    selectSeriesAccess(db, actor.subject, path),
    insertAudit(
      db,
      actor,
      { ...record, entity: toEntity(path), sessions: sql`totals.sessions`, before: sql`totals.before` },
      // A call that changes nothing is not recorded, so repeating it cannot fill the audit trail.
      sql`FROM ${totals}
        WHERE ${mayManageSeries(actor.subject, path)} AND ${isFirstRun(actor)} AND totals.refused = 0
          AND totals.changed > 0 AND totals.not_cancelled = 0 AND totals.expected
          AND ${plan.venuesFound(seriesId)} AND ${plan.missing(seriesId)} IS NULL`,
    ),
    updatePlanned(db, plan.rows(sql`(SELECT ${path.seriesId} WHERE ${wasRecorded})`), plan.sets, actor),
    selectAudit(db, actor, toEntity(path)),
  ] as const
  // Why nothing was written is read afterwards, because the plan of each session would be made once more.
  // If the reason has passed by then, the change is tried again.
  for (let attempt = 1; ; attempt += 1) {
    const [access, , , audit] = await db.batch([...write])
    if (audit[0] !== undefined) return audit[0].sessions
    requireAccess(access[0], 'series_not_found')
    const [[checks]] = await db.batch([
      db
        .select({
          ...checksOf(plan, seriesId),
          isExpected: sql<number>`totals.expected`.as('is_expected'),
          oversold: sql<number>`totals.refused`.as('oversold'),
          mostSold: sql<number>`coalesce(totals.most_sold, 0)`.as('most_sold'),
          selected: sql<number>`totals.sessions`.as('selected'),
          changed: sql<number>`totals.changed`.as('changed'),
          notCancelled: sql<number>`totals.not_cancelled`.as('not_cancelled'),
        })
        .from(totals),
    ])
    if (checks === undefined || checks.isExpected === 0) throw new AppError('preview_outdated')
    if (checks.missing !== null) throw missingError(checks.missing)
    if (checks.venuesFound === 0) throw change.venueError()
    if (checks.notCancelled > 0 && change.noticeError) throw change.noticeError()
    if (checks.oversold > 0) throw change.capacityError(checks.oversold, checks.mostSold)
    if (checks.changed === 0) return checks.selected
    // Another call has this id, which takes a forged version.
    if (expected !== undefined) throw new AppError('preview_outdated')
    if (attempt === MAX_ATTEMPTS) throw databaseUnavailable('The sessions changed again and again.')
  }
}

/**
 * Changes the sessions if their state is the previewed one. SQLite cannot compute its digest, so the sessions
 * are read first, and the transaction requires that they have not changed since.
 *
 * @returns as {@link changeSessions}; a repeated call returns its first result
 * @throws AppError as {@link changeSessions}
 */
export const changeAsPreviewed = async (
  db: Database,
  actor: Actor,
  path: SeriesPath,
  change: Change,
  isAsPreviewed: AsPreviewed,
): Promise<number> => {
  db.moveToPrimary()
  const [access, , rows, audit] = await db.batch([
    ...selectPreview(db, actor.subject, path, change),
    selectAudit(db, actor, toEntity(path)),
  ])
  requireAccess(access[0], 'series_not_found')
  if (audit[0] !== undefined) return audit[0].sessions
  const sessions = rows.map(toPlannedSession)
  if (!(await isAsPreviewed(sessions))) throw new AppError('preview_outdated')
  return changeSessions(db, actor, path, change, sessions)
}
