// Sessions of a series, many at once: all that are selected change, or none does.
import { and, eq, gt, gte, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../db/client.ts'
import { auditLog } from '../db/schema/audit-log.ts'
import { events, series, sessions } from '../db/schema/events.ts'
import { venues } from '../db/schema/organizers.ts'
import { ticketCounts } from '../db/schema/tickets.ts'
import { AppError } from '../errors.ts'
import { requireAccess } from './access.ts'
import { type Actor, insertAudit, mayChangeSeries, type SeriesPath, selectSeriesAccess } from './series.ts'

/** Which sessions of the series: it alone selects. */
export type SessionFilter = { type: 'All' } | { type: 'FromDate'; from: Date } | { type: 'Upcoming' }

/** What to change; what is left out stays as it is. */
export type SessionChange = {
  capacity?: number
  venueId?: string
  doorsOpenOffsetMinutes?: number
}

const isSelected = (seriesId: string | SQL, filter: SessionFilter, now: Date): SQL | undefined => {
  const ofSeries = eq(sessions.seriesId, seriesId)
  if (filter.type === 'All') return ofSeries
  return and(
    ofSeries,
    filter.type === 'FromDate' ? gte(sessions.startsAt, filter.from) : gt(sessions.startsAt, now),
  )
}

/** Tickets that have been sold for a session and are good. */
const sold = sql`(${ticketCounts.valid} + ${ticketCounts.checkedIn})`

/**
 * Changes the selected sessions of a series, in one transaction with its checks and its audit row: what
 * is sold meanwhile is either counted by the check or comes after the change.
 *
 * @returns how many sessions were selected and written, also where a value was the same already
 * @throws AppError `series_not_found`, also for who is no member; `forbidden` for staff; `venue_not_found`
 *   for a venue that is not the organizer's; `capacity_below_sold` where a selected session has sold more
 */
export const bulkUpdateSessions = async (
  db: Database,
  actor: Actor,
  path: SeriesPath,
  filter: SessionFilter,
  change: SessionChange,
): Promise<number> => {
  const { capacity, venueId } = change
  const selected = isSelected(path.seriesId, filter, actor.now)
  const oversold = sql`FROM ${sessions} JOIN ${ticketCounts} ON ${ticketCounts.sessionNumber} = ${sessions.number}
    WHERE ${selected} AND ${capacity === undefined ? sql`false` : sql`${sold} > ${capacity}`}`
  const venueFound =
    venueId === undefined
      ? sql`true`
      : sql`EXISTS (SELECT 1 FROM ${venues} JOIN ${events} ON ${events.organizerId} = ${venues.organizerId}
          WHERE ${venues.id} = ${venueId} AND ${events.id} = ${path.eventId})`
  const permitted = and(mayChangeSeries(actor, path), venueFound, sql`NOT EXISTS (SELECT 1 ${oversold})`)

  const [access, checks, , , done] = await db.write([
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
      // Of no series, where it is not permitted: so that no session of somebody else's is looked at.
      .where(isSelected(sql`(SELECT ${path.seriesId} WHERE ${permitted})`, filter, actor.now)),
    insertAudit(
      db,
      actor,
      {
        action: 'sessions.bulk-update',
        seriesId: path.seriesId,
        change: { filter, ...change },
        sessions: sql`(SELECT count(*) FROM ${sessions} WHERE ${selected})`,
      },
      permitted,
    ),
    db.orm.select({ sessions: auditLog.sessions }).from(auditLog).where(eq(auditLog.callId, actor.callId)),
  ])
  if (done[0] !== undefined) return done[0].sessions

  requireAccess(access[0], 'series_not_found', 'series')
  const [check] = checks
  if (check?.venueFound === 0) {
    throw new AppError('venue_not_found', 'newVenueId: the organizer has no such venue.')
  }
  if (check !== undefined && check.oversold > 0) {
    throw new AppError(
      'capacity_below_sold',
      `newCapacity: ${check.oversold} of the selected sessions have sold more than ${capacity} tickets, up to ${check.mostSold}; nothing was changed.`,
    )
  }
  throw new Error('The sessions were not changed, for no reason that is known.')
}
