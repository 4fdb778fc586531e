// The sessions that a subject may see, in all organizers, sorted by start. The cost depends on neither the
// number of earlier sessions nor the number of events.
import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { prepare, value } from '../../db/prepared.ts'
import { EVENTS_BY_ID, MEMBERS_BY_SUBJECT, maySeeSession, memberOfEvent } from '../access.ts'
import { type Page, toPage } from '../pages.ts'
import { splitCounts, TICKET_COUNT_COLUMNS, type TicketCounts } from '../ticket-counts.ts'

/** Sessions that start at or after `from`, and before `to`, of one event or of all. */
export type SessionQuery = {
  subject: string
  /** By default {@link LOOK_BACK_MS} before `now`. */
  from: Date | undefined
  to: Date | undefined
  eventId: string | undefined
  now: Date
}

/** The id breaks ties. */
export type SessionPosition = { startsAt: number; id: string }

/** Instants are epoch milliseconds. */
export type SessionItem = SessionPosition & {
  organizerId: string
  organizerName: string
  eventId: string
  eventName: string
  timeZone: string
  seriesId: string | null
  seriesName: string | null
  venueName: string | null
  doorsOpenOffsetMinutes: number | null
  cancelledAt: number | null
  cancelNotice: string | null
  capacity: number
  counts: TicketCounts
}

/** Keeps sessions that have begun on the list. */
const LOOK_BACK_MS = 12 * 3_600_000

/** One row per membership: its organizer, and its event if limited to one. */
const ALL_EVENTS = sql`
  SELECT members.organizer_id, members.event_id FROM members INDEXED BY members_by_subject
  WHERE members.subject = ${value('subject')} AND (members.event_id IS NULL OR EXISTS (
    SELECT 1 FROM ${EVENTS_BY_ID}
    WHERE events.id = members.event_id AND events.organizer_id = members.organizer_id))`

const ONE_EVENT = sql`
  SELECT events.organizer_id, events.id AS event_id FROM ${EVENTS_BY_ID}
  CROSS JOIN ${MEMBERS_BY_SUBJECT} ON ${memberOfEvent(value('subject'))}
  WHERE events.id = ${value('eventId')} AND ${maySeeSession}`

/** The number of the first session of `membership` after a position. An index covers it. */
const nextNumber = (membership: SQL, startsAt: SQL, id: SQL): SQL => {
  const first = (index: string, column: string) => sql`(
      SELECT number FROM sessions INDEXED BY ${sql.raw(index)}
      WHERE ${sql.raw(column)} = ${membership}.${sql.raw(column)}
        AND (starts_at, id) > (${startsAt}, ${id}) AND starts_at < ${value('to')}
      ORDER BY starts_at, id LIMIT 1)`
  return sql`CASE WHEN ${membership}.event_id IS NULL
    THEN ${first('sessions_by_organizer', 'organizer_id')}
    ELSE ${first('sessions_by_event', 'event_id')} END`
}

const SESSION_COLUMNS = sql.raw(
  [
    'number',
    'starts_at',
    'id',
    'event_id',
    'series_id',
    'venue_id',
    'capacity',
    'doors_open_offset_minutes',
    'cancelled_at',
    'cancel_notice',
  ]
    .map((column) => `sessions.${column}`)
    .join(', '),
)

/** A table by its id, because statistics from when it had one row would make SQLite scan it. */
const byId = (table: 'organizers' | 'series' | 'venues'): SQL => sql.raw(`${table} INDEXED BY ${table}_pk`)

/**
 * Merges the memberships' sessions. The queue of the recursion has the next session of each membership,
 * sorted by start and id. Each step takes the first out and adds its successor within its membership.
 *
 * The unary plus removes the affinity of a column. With it, SQLite would
 * seek by the start alone and read all sessions with the same start.
 */
const selectSessions = (memberships: SQL): SQL => sql`
WITH RECURSIVE membership AS MATERIALIZED (
  SELECT access.organizer_id, access.event_id, organizers.name AS organizer_name
  FROM (${memberships}) AS access CROSS JOIN ${byId('organizers')} ON organizers.id = access.organizer_id
),
listed (number, starts_at, id, session_event_id, series_id, venue_id, capacity, doors, cancelled_at,
  cancel_notice, organizer_id, event_id, organizer_name) AS (
  SELECT ${SESSION_COLUMNS}, membership.organizer_id, membership.event_id, membership.organizer_name
  FROM membership CROSS JOIN sessions ON sessions.number = ${nextNumber(sql`membership`, value('startsAt'), value('id'))}
  UNION ALL
  SELECT ${SESSION_COLUMNS}, listed.organizer_id, listed.event_id, listed.organizer_name
  FROM listed CROSS JOIN sessions ON sessions.number = ${nextNumber(sql`listed`, sql`+listed.starts_at`, sql`+listed.id`)}
  ORDER BY 2, 3 LIMIT coalesce(${value('limit')}, 0)
)
SELECT listed.id, listed.organizer_id AS "organizerId", organizer_name AS "organizerName",
  events.id AS "eventId", events.name AS "eventName", time_zone AS "timeZone", series.id AS "seriesId", series.name AS "seriesName",
  venues.name AS "venueName", starts_at AS "startsAt", doors AS "doorsOpenOffsetMinutes", capacity,
  cancelled_at AS "cancelledAt", cancel_notice AS "cancelNotice",
  ${TICKET_COUNT_COLUMNS}
FROM listed
CROSS JOIN ${EVENTS_BY_ID} ON events.id = listed.session_event_id
CROSS JOIN ticket_counts ON ticket_counts.session_number = listed.number
LEFT JOIN ${byId('series')} ON series.id = listed.series_id
LEFT JOIN ${byId('venues')} ON venues.id = listed.venue_id
ORDER BY starts_at, listed.id`

type SessionRow = Omit<SessionItem, 'counts'> & TicketCounts

const allEventsStatement = prepare<SessionRow>(selectSessions(ALL_EVENTS))
const oneEventStatement = prepare<SessionRow>(selectSessions(ONE_EVENT))

/** Lists sessions after a position, or from the start of the query. */
export const listSessions = async (
  db: Database,
  { subject, from, to, eventId, now }: SessionQuery,
  pageSize: number,
  after: SessionPosition | undefined,
): Promise<Page<SessionItem, SessionPosition>> => {
  const start = after ?? { startsAt: from?.getTime() ?? now.getTime() - LOOK_BACK_MS, id: '' }
  const [rows] = await db.batchPrepared([eventId === undefined ? allEventsStatement : oneEventStatement], {
    subject,
    eventId,
    ...start,
    to: to?.getTime() ?? Number.MAX_SAFE_INTEGER,
    limit: pageSize + 1,
  })
  const { items, next } = toPage(rows, pageSize, ({ startsAt, id }) => ({ startsAt, id }))
  return {
    items: items.map((row) => {
      const { rest, counts } = splitCounts(row)
      return { ...rest, counts }
    }),
    next,
  }
}
