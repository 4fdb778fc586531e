// The sessions of a series, sorted by start.
import { sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { integer, prepare, value } from '../../db/prepared.ts'
import { requireAccess } from '../access.ts'
import type { SessionPosition } from '../list-sessions.ts'
import { splitCounts, TICKET_COUNT_COLUMNS, type TicketCounts } from '../ticket-counts.ts'
import { MANAGED_SERIES, type SeriesPath, seriesAccess } from './series.ts'

/** Sessions of a series that start at `from` or later, and before `to`. */
export type SeriesSessionQuery = SeriesPath & {
  subject: string
  from: Date | undefined
  to: Date | undefined
}

/** Instants are epoch milliseconds. */
export type SeriesSession = SessionPosition & {
  doorsOpenOffsetMinutes: number | null
  capacity: number
  venueId: string | null
  venueName: string | null
  counts: TicketCounts
  updatedAt: number | null
  updatedBy: string | null
}

const sessions = prepare<Omit<SeriesSession, 'counts'> & TicketCounts>(sql`
  SELECT sessions.id, starts_at AS "startsAt", doors_open_offset_minutes AS "doorsOpenOffsetMinutes", capacity,
    venue_id AS "venueId", venues.name AS "venueName", sessions.updated_at AS "updatedAt",
    sessions.updated_by AS "updatedBy", ${TICKET_COUNT_COLUMNS}
  FROM ${MANAGED_SERIES}
  CROSS JOIN sessions INDEXED BY sessions_by_series ON series_id = managed.id
    AND (starts_at, sessions.id) > (${value('startsAt')}, ${value('id')}) AND starts_at < ${value('to')}
  CROSS JOIN ticket_counts ON session_number = sessions.number
  LEFT JOIN venues INDEXED BY venues_pk ON venues.id = venue_id
  ORDER BY starts_at, sessions.id LIMIT ${integer('limit')}`)

/**
 * Lists sessions after a position, or from the start of the query. Reads four rows per session.
 *
 * @throws AppError `series_not_found`, also for non-members; `forbidden` for staff
 */
export const listSeriesSessions = async (
  db: Database,
  { from, to, ...asked }: SeriesSessionQuery,
  pageSize: number,
  after: SessionPosition | undefined,
): Promise<{ items: SeriesSession[]; next: SessionPosition | undefined }> => {
  const [access, rows] = await db.batchPrepared([seriesAccess, sessions], {
    ...asked,
    startsAt: from?.getTime() ?? Number.MIN_SAFE_INTEGER,
    id: '',
    ...after,
    to: to?.getTime() ?? Number.MAX_SAFE_INTEGER,
    // One extra row shows whether another page follows.
    limit: pageSize + 1,
  })
  requireAccess(access[0], 'series_not_found')
  const items = rows.slice(0, pageSize).map((row): SeriesSession => {
    const { rest, counts } = splitCounts(row)
    return { ...rest, counts }
  })
  const last = rows.length > pageSize ? items.at(-1) : undefined
  return { items, next: last && { startsAt: last.startsAt, id: last.id } }
}
