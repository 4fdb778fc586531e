// Restores the values that a recorded change of sessions or of a series overwrote.
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { auditLog } from '../../db/schema/audit-log.ts'
import { AppError } from '../../errors.ts'
import { requireAccess } from '../access.ts'
import type { Actor } from '../actor.ts'
import { isAbout, selectAudit } from '../audit.ts'
import { writeResource } from '../resources/change-resource.ts'
import { SERIES } from '../resources/definitions.ts'
import { versionOf } from '../resources/resource.ts'
import { SOLD } from '../ticket-counts.ts'
import { type Change, changeSessions, managedId } from './change-sessions.ts'
import { type SeriesPath, selectSeriesAccess, toEntity, toResourcePath } from './series.ts'
import { CANCELLATION, type PlannedSession, selectPlan, toPlannedSession } from './session-plan.ts'

type SeriesValues = { name: string; description: string | null }

/** The previewed state: of the recorded sessions, or of the series. */
export type RevertState =
  | { sessions: PlannedSession[]; series?: never }
  | { series: { before: SeriesValues; after: SeriesValues }; sessions?: never }

/** The message of `unknown_venue`. */
export const REVERT_VENUE_GONE =
  'The organizer no longer has a venue that a session had. Nothing was changed.'

/** The message of `capacity_below_sold`. */
export const describeRevertOversold = (count: number, mostSold: number): string =>
  `${count} of the sessions ${count === 1 ? 'has' : 'have'} sold more tickets than the capacity to restore, up to ${mostSold}. Nothing was changed.`

const CURRENT = sql`(sessions.capacity, sessions.venue_id, sessions.doors_open_offset_minutes)`
const CURRENT_CANCELLATION = sql`(sessions.cancelled_at, sessions.cancel_notice)`

/** A field of `entry`: one session’s values before the change. */
const entryValue = (
  field: 'capacity' | 'venueId' | 'doorsOpenOffset' | 'cancelledAt' | 'cancelNotice',
): SQL => sql`entry.value ->> ${sql.raw(`'${field}'`)}`

/** Whether the change cancelled the sessions or took that back. Any other leaves their cancellation alone. */
const CANCELS = sql`(json_type(entry.value, '$.cancelledAt') IS NOT NULL)`

/** The cancellation that the recorded bulk update set. */
const SET_CANCELLATION = sql`(CASE record.change ->> 'cancelled'
            WHEN 1 THEN coalesce(${entryValue('cancelledAt')}, record.at) WHEN 0 THEN NULL
            ELSE ${entryValue('cancelledAt')} END,
          iif(record.change ->> 'cancelled' IS 0, NULL,
            coalesce(record.change ->> 'cancelNotice', ${entryValue('cancelNotice')})))`

const recordOf = (recordId: string, seriesId: SQL): SQL => sql`(
    SELECT * FROM audit_log
    WHERE call_id = ${recordId} AND ${isAbout('series', seriesId)} AND action LIKE 'sessions.%') AS record`

/**
 * The recorded sessions, with their old values as new ones. `changed_since`: a session no longer has the
 * values that the record set; for a revert those are `before` of the record that it reverted.
 */
const selectRecorded = (recordId: string, seriesId: SQL): SQL => sql`
  SELECT sessions.number, entry.value ->> 'id' AS id, sessions.starts_at, sessions.capacity, sessions.venue_id,
    sessions.doors_open_offset_minutes AS doors, ${entryValue('capacity')} AS new_capacity,
    ${entryValue('venueId')} AS new_venue_id, ${entryValue('doorsOpenOffset')} AS new_doors,
    sessions.cancelled_at, sessions.cancel_notice, ${CANCELS} AS cancels,
    iif(${CANCELS}, ${entryValue('cancelledAt')}, sessions.cancelled_at) AS new_cancelled_at,
    iif(${CANCELS}, ${entryValue('cancelNotice')}, sessions.cancel_notice) AS new_cancel_notice, ${SOLD} AS sold,
    CASE
      WHEN sessions.number IS NULL THEN 'session_gone'
      WHEN ${entryValue('capacity')} <> sessions.capacity AND ${entryValue('capacity')} < ${SOLD}
        THEN 'capacity_below_sold'
      WHEN iif(record.action = 'sessions.revert',
        ${CURRENT} IS NOT (given.capacity, given.venue_id, given.doors)
          OR ${CANCELS} AND ${CURRENT_CANCELLATION} IS NOT (given.cancelled_at, given.cancel_notice),
        ${CURRENT} IS NOT (coalesce(record.change ->> 'capacity', ${entryValue('capacity')}),
          coalesce(record.change ->> 'venueId', ${entryValue('venueId')}),
          coalesce(record.change ->> 'doorsOpenOffsetMinutes', ${entryValue('doorsOpenOffset')}))
          OR ${CANCELS} AND ${CURRENT_CANCELLATION} IS NOT ${SET_CANCELLATION})
        THEN 'changed_since'
    END AS problem
  FROM ${recordOf(recordId, seriesId)}
  CROSS JOIN json_each(record.before) AS entry
  LEFT JOIN sessions ON sessions.id = entry.value ->> 'id' AND +sessions.series_id = record.entity_id
  LEFT JOIN ticket_counts ON ticket_counts.session_number = sessions.number
  LEFT JOIN (
    SELECT entry.value ->> 'id' AS id, ${entryValue('capacity')} AS capacity, ${entryValue('venueId')} AS venue_id,
      ${entryValue('doorsOpenOffset')} AS doors, ${entryValue('cancelledAt')} AS cancelled_at,
      ${entryValue('cancelNotice')} AS cancel_notice
    FROM audit_log AS made CROSS JOIN audit_log AS origin ON origin.call_id = made.change ->> 'recordId'
      AND origin.entity_id = made.entity_id
    CROSS JOIN json_each(origin.before) AS entry
    WHERE made.call_id = ${recordId} AND made.entity_id = ${seriesId} AND made.action = 'sessions.revert') AS given
    ON given.id = entry.value ->> 'id' LIMIT -1`

const revertSessions = (recordId: string): Change => ({
  plan: {
    rows: (seriesId) => selectRecorded(recordId, seriesId),
    // Only a venue that is gone makes it look for its sessions.
    venuesFound: (seriesId) => sql`NOT EXISTS (
      SELECT 1 FROM (
        SELECT entry.value ->> 'id' AS id, ${entryValue('venueId')} AS gone
        FROM ${recordOf(recordId, seriesId)} CROSS JOIN json_each(record.before) AS entry
        WHERE gone NOT IN (
          SELECT venues.id FROM series JOIN events ON events.id = series.event_id
          JOIN venues ON venues.organizer_id = events.organizer_id WHERE series.id = ${seriesId}) LIMIT -1)
      AS missing CROSS JOIN sessions ON sessions.id = missing.id AND +sessions.series_id = ${seriesId}
      WHERE gone IS NOT sessions.venue_id)`,
    missing: () => sql`NULL`,
    sets: ['capacity', 'venueId', 'doorsOpenOffsetMinutes', ...CANCELLATION],
  },
  record: { action: 'sessions.revert', change: { recordId } },
  venueError: () => new AppError('unknown_venue', REVERT_VENUE_GONE),
  capacityError: (count, mostSold) =>
    new AppError('capacity_below_sold', describeRevertOversold(count, mostSold)),
})

/** Statements that read the access, the record, the series and the plan. */
const selectRevert = (db: Database, subject: string, path: SeriesPath, recordId: string) => {
  const seriesId = managedId(subject, path)
  const { plan } = revertSessions(recordId)
  return [
    selectSeriesAccess(db, subject, path),
    db
      .select({
        isOfSeries: sql<number>`action LIKE 'series.%'`.as('is_of_series'),
        hasBefore: sql<number>`before IS NOT NULL`.as('has_before'),
        before: sql<string | null>`iif(action LIKE 'series.%', before, NULL)`.as('old_values'),
        venuesFound: sql<number>`${plan.venuesFound(seriesId)}`.as('venues_found'),
      })
      .from(auditLog)
      .where(and(eq(auditLog.callId, recordId), isAbout('series', seriesId))),
    db
      .select({
        values: sql<string>`${SERIES.state}`.as('current_values'),
        version: sql<string>`${versionOf(SERIES)}`.as('version'),
      })
      .from(SERIES.table)
      .where(eq(SERIES.table.id, seriesId)),
    selectPlan(db, plan.rows(seriesId)),
  ] as const
}

type Access = { allowed: number | null }[]
type RecordRow = { isOfSeries: number; hasBefore: number; before: string | null; venuesFound: number }

const requireRecord = (access: Access, [record]: RecordRow[]): RecordRow => {
  requireAccess(access[0], 'series_not_found')
  if (record === undefined) throw new AppError('record_not_found')
  if (record.hasBefore === 0) throw new AppError('invalid_request', 'id: this record has no old values.')
  return record
}

/**
 * @throws AppError `series_not_found`, also for non-members; `forbidden` for staff; `record_not_found`;
 *   `invalid_request` for a record without old values; `unknown_venue` if an old venue was deleted
 */
export const previewRevert = async (
  db: Database,
  subject: string,
  path: SeriesPath,
  recordId: string,
): Promise<RevertState> => {
  const [access, records, [series], rows] = await db.batch([...selectRevert(db, subject, path, recordId)])
  const record = requireRecord(access, records)
  if (record.isOfSeries === 1 && record.before !== null) {
    return { series: { before: JSON.parse(series?.values as string), after: JSON.parse(record.before) } }
  }
  if (record.venuesFound === 0) throw revertSessions(recordId).venueError()
  return { sessions: rows.map(toPlannedSession) }
}

/**
 * Restores the old values, including nulls, in one transaction, if the state is the previewed one. Deleted
 * sessions are skipped. The revert is recorded, so it can be reverted too.
 *
 * @returns the number of sessions written; a repeated call returns its first result
 * @throws AppError as {@link previewRevert}; `preview_outdated`; `capacity_below_sold`
 */
export const revertChange = async (
  db: Database,
  actor: Actor,
  path: SeriesPath,
  recordId: string,
  isAsPreviewed: (state: RevertState) => Promise<boolean>,
): Promise<number> => {
  db.moveToPrimary()
  const [access, records, [series], rows, audit] = await db.batch([
    ...selectRevert(db, actor.subject, path, recordId),
    selectAudit(db, actor, toEntity(path)),
  ])
  const record = requireRecord(access, records)
  if (audit[0] !== undefined) return audit[0].sessions

  const change = { action: 'series.revert' as const, change: { recordId } }
  if (record.isOfSeries === 1 && record.before !== null) {
    const { values: current, version } = series as { values: string; version: string }
    const values = JSON.parse(record.before) as SeriesValues
    const isCurrent = await isAsPreviewed({ series: { before: JSON.parse(current), after: values } })
    const at = toResourcePath(path)
    if (!isCurrent || !(await writeResource(db, actor, SERIES, at, values, change, {}, version))) {
      throw new AppError('preview_outdated')
    }
    return 0
  }
  const sessions = rows.map(toPlannedSession)
  if (!(await isAsPreviewed({ sessions }))) throw new AppError('preview_outdated')
  return changeSessions(db, actor, path, revertSessions(recordId), sessions)
}
