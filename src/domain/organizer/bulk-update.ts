// Sessions of a series, changed in bulk: either all selected sessions change, or none does.
import { and, eq, gt, gte, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { events, series, sessions } from '../../db/schema/events.ts'
import { venues } from '../../db/schema/organizers.ts'
import { ticketCounts } from '../../db/schema/tickets.ts'
import { AppError } from '../../errors.ts'
import { requireAccess } from '../access.ts'
import type { Actor } from '../actor.ts'
import { insertAudit, rowsChanged, selectAudit } from '../audit.ts'
import { mayChangeSeries, type SeriesPath, selectSeriesAccess } from './series.ts'

/** Which sessions of the series are selected. `FromDate` includes its date; `Upcoming` starts after now. */
export type SessionFilter = { type: 'All' } | { type: 'FromDate'; from: Date } | { type: 'Upcoming' }

/** What to change. A field left out stays as it is. */
export type SessionChange = {
  capacity?: number
  venueId?: string
  doorsOpenOffsetMinutes?: number
}

const isSelected = (seriesId: string | SQL, filter: SessionFilter, now: Date): SQL | undefined => {
  const inSeries = eq(sessions.seriesId, seriesId)
  if (filter.type === 'All') return inSeries
  return and(
    inSeries,
    filter.type === 'FromDate' ? gte(sessions.startsAt, filter.from) : gt(sessions.startsAt, now),
  )
}

/** Tickets of a session that count against its capacity. */
const sold = sql`(${ticketCounts.valid} + ${ticketCounts.checkedIn})`

/** FROM and WHERE of the selected sessions that have sold more than `capacity`. Without `capacity` there are none. */
const fromOversold = (selected: SQL | undefined, capacity: number | undefined): SQL =>
  sql`FROM ${sessions} JOIN ${ticketCounts} ON ${ticketCounts.sessionNumber} = ${sessions.number}
    WHERE ${selected} AND ${capacity === undefined ? sql`false` : sql`${sold} > ${capacity}`}`

/** True if the venue stays as it is or belongs to the event's organizer. */
const isVenueFound = (venueId: string | undefined, eventId: string): SQL =>
  venueId === undefined
    ? sql`true`
    : sql`EXISTS (SELECT 1 FROM ${venues} JOIN ${events} ON ${events.organizerId} = ${venues.organizerId}
        WHERE ${venues.id} = ${venueId} AND ${events.id} = ${eventId})`

/** The message of `capacity_below_sold`: how many sessions have sold more, and the largest number sold. */
export const describeOversold = (count: number, capacity: number, mostSold: number): string =>
  `newCapacity: ${count} of the selected sessions ${count === 1 ? 'has' : 'have'} sold more than ${capacity} tickets, up to ${mostSold}. Nothing was changed.`

/**
 * Changes the selected sessions of a series, in one transaction with its checks and its audit row. A ticket is
 * sold either before the check, which counts it, or after the change.
 *
 * @returns how many sessions were selected and written, including those that already had the values
 * @throws AppError `series_not_found`, also for non-members; `forbidden` for staff; `venue_not_found` for a venue
 *   that is not the organizer's; `capacity_below_sold` if a selected session has sold more
 */
export const bulkUpdateSessions = async (
  db: Database,
  actor: Actor,
  path: SeriesPath,
  filter: SessionFilter,
  change: SessionChange,
): Promise<number> => {
  const { capacity, venueId } = change
  const oversold = fromOversold(isSelected(path.seriesId, filter, actor.now), capacity)
  const venueFound = isVenueFound(venueId, path.eventId)
  const permitted = and(mayChangeSeries(actor, path), venueFound, sql`NOT EXISTS (SELECT 1 ${oversold})`)

  const [access, checks, , , audit] = await db.write([
    selectSeriesAccess(db, actor.subject, path),
    db.orm
      .select({
        venueFound: sql<number>`${venueFound}`.as('venue_found'),
        oversold: sql<number>`(SELECT count(*) ${oversold})`.as('oversold'),
        mostSold: sql<number | null>`(SELECT max(${sold}) ${oversold})`.as('most_sold'),
      })
      .from(series)
      .where(and(eq(series.id, path.seriesId), mayChangeSeries(actor, path))),
    db.orm
      .update(sessions)
      .set({ ...change, updatedAt: actor.now, updatedBy: actor.subject })
      // Selects no series unless permitted, so that no session of another organizer is read.
      .where(isSelected(sql`(SELECT ${path.seriesId} WHERE ${permitted})`, filter, actor.now)),
    insertAudit(
      db,
      actor,
      {
        action: 'sessions.bulk-update',
        seriesId: path.seriesId,
        change: { filter, ...change },
        sessions: rowsChanged,
      },
      // Not only if a row changed: a call that selects no session is recorded as well.
      permitted,
    ),
    selectAudit(db, actor),
  ])
  if (audit[0] !== undefined) return audit[0].sessions

  requireAccess(access[0], 'series_not_found', 'series')
  const [check] = checks
  if (check?.venueFound === 0) throw new AppError('venue_not_found')
  if (check !== undefined && capacity !== undefined && check.mostSold !== null) {
    throw new AppError('capacity_below_sold', describeOversold(check.oversold, capacity, check.mostSold))
  }
  throw new Error('The bulk update wrote nothing although all preconditions held.')
}
