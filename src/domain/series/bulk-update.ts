// The bulk update: the same capacity, venue, doors-open offset or cancellation for many sessions of a series.
import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { AppError } from '../../errors.ts'
import type { Actor } from '../actor.ts'
import { SOLD } from '../ticket-counts.ts'
import {
  type AsPreviewed,
  type Change,
  changeAsPreviewed,
  changeSessions,
  previewChange,
} from './change-sessions.ts'
import type { SeriesPath } from './series.ts'
import { CANCELLATION, type PlannedSession } from './session-plan.ts'

/**
 * Selects sessions of the series. `FromDate` includes its date; `Upcoming` starts after now. All `Selected`
 * sessions must belong to the series.
 */
export type SessionFilter =
  | { type: 'All' }
  | { type: 'FromDate'; from: Date }
  | { type: 'Upcoming' }
  | { type: 'Selected'; sessionIds: string[] }

/** Omitted values stay as they are. */
export type SessionChange = {
  capacity?: number
  venueId?: string
  doorsOpenOffsetMinutes?: number
  /** False clears the notice, too. */
  cancelled?: boolean
  /** Only for sessions that are cancelled after the change. */
  cancelNotice?: string
}

const isSelected = (filter: SessionFilter, now: Date): SQL => {
  switch (filter.type) {
    case 'All':
      return sql`true`
    case 'FromDate':
      return sql`sessions.starts_at >= ${filter.from.getTime()}`
    case 'Upcoming':
      return sql`sessions.starts_at > ${now.getTime()}`
    case 'Selected':
      return sql`sessions.id IN (SELECT value FROM json_each(${JSON.stringify(filter.sessionIds)}))`
  }
}

/** A selected id that is not a session of the series, or NULL. */
const findMissing = (filter: SessionFilter, seriesId: SQL): SQL =>
  filter.type !== 'Selected'
    ? sql`NULL`
    : sql`(SELECT min(asked.value) FROM json_each(${JSON.stringify(filter.sessionIds)}) AS asked
        WHERE NOT EXISTS (SELECT 1 FROM sessions WHERE id = asked.value AND +series_id = ${seriesId}))`

/** True if the venue stays as it is or belongs to the series' organizer. */
const isVenueFound = (venueId: string | undefined, seriesId: SQL): SQL =>
  venueId === undefined
    ? sql`true`
    : sql`EXISTS (SELECT 1 FROM venues JOIN events ON events.organizer_id = venues.organizer_id
        JOIN series ON series.event_id = events.id WHERE venues.id = ${venueId} AND series.id = ${seriesId})`

/** The message of `capacity_below_sold`. */
export const describeOversold = (count: number, capacity: number, mostSold: number): string =>
  `newCapacity: ${count} of the selected sessions ${count === 1 ? 'has' : 'have'} sold more than ${capacity} tickets, up to ${mostSold}. Nothing was changed.`

/** The message for a notice of sessions that are not cancelled. */
const NOT_CANCELLED = 'newCancelNotice: a selected session is not cancelled. Nothing was changed.'

const bulkUpdate = (filter: SessionFilter, values: SessionChange, now: Date): Change => {
  const { capacity, venueId, doorsOpenOffsetMinutes, cancelled, cancelNotice } = values
  const cancels = cancelled !== undefined || cancelNotice !== undefined
  const kept = cancelled === undefined ? sql`sessions.cancelled_at` : sql`NULL`
  return {
    plan: {
      rows: (seriesId) => sql`
        SELECT sessions.number, sessions.id, sessions.starts_at, sessions.capacity, sessions.venue_id,
          sessions.doors_open_offset_minutes AS doors,
          ${capacity ?? sql`sessions.capacity`} AS new_capacity, ${venueId ?? sql`sessions.venue_id`} AS new_venue_id,
          ${doorsOpenOffsetMinutes ?? sql`sessions.doors_open_offset_minutes`} AS new_doors,
          sessions.cancelled_at, sessions.cancel_notice, ${sql.raw(String(Number(cancels)))} AS cancels,
          ${cancelled === true ? sql`coalesce(sessions.cancelled_at, ${now.getTime()})` : kept} AS new_cancelled_at,
          ${cancelNotice ?? (cancelled === false ? sql`NULL` : sql`sessions.cancel_notice`)} AS new_cancel_notice,
          ${SOLD} AS sold,
          ${capacity === undefined ? sql`NULL` : sql`iif(${SOLD} > ${capacity}, 'capacity_below_sold', NULL)`} AS problem
        FROM sessions CROSS JOIN ticket_counts ON ticket_counts.session_number = sessions.number
        WHERE sessions.series_id = ${seriesId} AND ${isSelected(filter, now)} LIMIT -1`,
      venuesFound: (seriesId) => isVenueFound(venueId, seriesId),
      missing: (seriesId) => findMissing(filter, seriesId),
      sets: [
        ...(['capacity', 'venueId', 'doorsOpenOffsetMinutes'] as const).filter((name) => name in values),
        ...(cancels ? CANCELLATION : []),
      ],
    },
    record: { action: 'sessions.bulk-update', change: values, needed: { filter } },
    venueError: () => new AppError('unknown_venue'),
    noticeError: () => new AppError('invalid_request', NOT_CANCELLED),
    capacityError: (count, mostSold) =>
      new AppError('capacity_below_sold', describeOversold(count, capacity ?? 0, mostSold)),
  }
}

/**
 * Changes the selected sessions, all or none, if `isAsPreviewed` is true for their state.
 *
 * @returns the number of sessions written, including those that already had the values
 * @throws AppError `series_not_found`, also for non-members; `forbidden` for staff; `invalid_request` for a
 *   session outside the series; `preview_outdated`; `unknown_venue`; `capacity_below_sold` if a selected
 *   session has sold more
 */
export const bulkUpdateSessions = (
  db: Database,
  actor: Actor,
  path: SeriesPath,
  filter: SessionFilter,
  values: SessionChange,
  isAsPreviewed?: AsPreviewed,
): Promise<number> => {
  const change = bulkUpdate(filter, values, actor.now)
  return isAsPreviewed === undefined
    ? changeSessions(db, actor, path, change)
    : changeAsPreviewed(db, actor, path, change, isAsPreviewed)
}

/** Previews {@link bulkUpdateSessions}. A session that has sold too many tickets gets a `problem`. */
export const previewBulkUpdate = (
  db: Database,
  { subject, now }: { subject: string; now: Date },
  path: SeriesPath,
  filter: SessionFilter,
  values: SessionChange,
): Promise<PlannedSession[]> => previewChange(db, subject, path, bulkUpdate(filter, values, now))
