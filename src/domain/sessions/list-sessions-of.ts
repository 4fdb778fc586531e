// The sessions of a series or an event, sorted by start.
import { sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { integer, prepare, selectList, value } from '../../db/prepared.ts'
import { EVENTS_BY_ID } from '../access.ts'
import type { Page } from '../pages.ts'
import { SESSION, type SessionRow } from '../resources/definitions.ts'
import { MANAGED_EVENT, MANAGED_SERIES, type Owner, readManaged } from '../resources/managed-lists.ts'
import type { SessionPosition } from './list-sessions.ts'

/** Sessions that start at or after `from`, and before `to`. */
export type SessionRange = { from: Date | undefined; to: Date | undefined }

/** Read once for the whole list. */
const zoneOf = (id: string) => sql`(SELECT time_zone FROM ${EVENTS_BY_ID} WHERE events.id = ${value(id)})`

const select = ({ managed }: Owner, by: 'series' | 'event') =>
  prepare<SessionRow>(sql`
  SELECT ${selectList({ ...SESSION.columns, timeZone: zoneOf(by === 'event' ? 'ownerId' : 'eventId') })}
  FROM ${managed}
  CROSS JOIN sessions INDEXED BY ${sql.raw(`sessions_by_${by} ON ${by}_id`)} = managed.id
    AND (starts_at, sessions.id) > (${value('startsAt')}, ${value('id')}) AND starts_at < ${value('to')}
  CROSS JOIN ticket_counts ON session_number = sessions.number
  LEFT JOIN venues INDEXED BY venues_pk ON venues.id = venue_id
  ORDER BY starts_at, sessions.id LIMIT ${integer('limit')}`)

const ofSeries = select(MANAGED_SERIES, 'series')
const ofEvent = select(MANAGED_EVENT, 'event')

/**
 * Lists the sessions of an event, or of a series if `eventId` is given, after a position or from the start of
 * the range. Reads four rows per session.
 *
 * @throws AppError `series_not_found` or `event_not_found`, also for non-members; `forbidden` for staff
 */
export const listSessionsOf = (
  db: Database,
  subject: string,
  { id: ownerId, eventId }: { id: string; eventId?: string },
  { from, to }: SessionRange,
  pageSize: number,
  after: SessionPosition | undefined,
): Promise<Page<SessionRow, SessionPosition>> => {
  const [owner, statement] = eventId === undefined ? [MANAGED_EVENT, ofEvent] : [MANAGED_SERIES, ofSeries]
  const values = {
    subject,
    ownerId,
    ...(eventId !== undefined && { eventId }),
    startsAt: from?.getTime() ?? Number.MIN_SAFE_INTEGER,
    id: '',
    ...after,
    to: to?.getTime() ?? Number.MAX_SAFE_INTEGER,
  }
  return readManaged(db, owner, statement, values, pageSize, ({ startsAt, id }) => ({ startsAt, id }))
}
