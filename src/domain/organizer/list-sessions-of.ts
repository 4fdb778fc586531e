// The sessions of a series or an event, sorted by start.
import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { integer, prepare, value } from '../../db/prepared.ts'
import type { SessionPosition } from '../list-sessions.ts'
import { TICKET_COUNT_COLUMNS } from '../ticket-counts.ts'
import { MANAGED_EVENT, type Page, readManaged } from './managed-lists.ts'
import type { SessionRow } from './resources.ts'
import { MANAGED_SERIES, type SeriesPath, seriesAccess } from './series.ts'

/** Sessions that start at `from` or later, and before `to`. */
export type SessionRange = { from: Date | undefined; to: Date | undefined }

const select = (managed: SQL, by: 'series' | 'event') =>
  prepare<SessionRow>(sql`
  SELECT sessions.id, sessions.event_id AS "eventId", series_id AS "seriesId", starts_at AS "startsAt",
    doors_open_offset_minutes AS "doorsOpenOffsetMinutes", capacity, venue_id AS "venueId",
    venues.name AS "venueName", sessions.updated_at AS "updatedAt", sessions.updated_by AS "updatedBy",
    ${TICKET_COUNT_COLUMNS}
  FROM ${managed}
  CROSS JOIN sessions INDEXED BY ${sql.raw(`sessions_by_${by} ON ${by}_id`)} = managed.id
    AND (starts_at, sessions.id) > (${value('startsAt')}, ${value('id')}) AND starts_at < ${value('to')}
  CROSS JOIN ticket_counts ON session_number = sessions.number
  LEFT JOIN venues INDEXED BY venues_pk ON venues.id = venue_id
  ORDER BY starts_at, sessions.id LIMIT ${integer('limit')}`)

const SERIES = {
  notFound: 'series_not_found' as const,
  access: seriesAccess,
  statement: select(MANAGED_SERIES, 'series'),
}
const EVENT = { ...MANAGED_EVENT, statement: select(MANAGED_EVENT.managed, 'event') }

/**
 * Lists sessions after a position, or from the start of the range. Reads four rows per session.
 *
 * @throws AppError `series_not_found` or `event_not_found`, also for non-members; `forbidden` for staff
 */
export const listSessionsOf = (
  db: Database,
  subject: string,
  of: SeriesPath | { eventId: string; seriesId?: undefined },
  { from, to }: SessionRange,
  pageSize: number,
  after: SessionPosition | undefined,
): Promise<Page<SessionRow, SessionPosition>> => {
  const { statement, ...owner } = of.seriesId === undefined ? EVENT : SERIES
  const path = of.seriesId === undefined ? { ownerId: of.eventId } : of
  const values = {
    ...path,
    subject,
    startsAt: from?.getTime() ?? Number.MIN_SAFE_INTEGER,
    id: '',
    ...after,
    to: to?.getTime() ?? Number.MAX_SAFE_INTEGER,
  }
  return readManaged(db, owner, statement, values, pageSize, ({ startsAt, id }) => ({ startsAt, id }))
}
