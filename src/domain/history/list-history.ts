// The history of a series or of an organizer, latest first.
import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { integer, type Prepared, prepare, value } from '../../db/prepared.ts'
import {
  AUDIT_ENTITY_TYPES,
  type AuditAction,
  type AuditEntityType,
  SERIES_ACTIONS,
} from '../../db/schema/audit-log.ts'
import { requireAccess } from '../access.ts'
import type { Page } from '../pages.ts'
import { MANAGED_ORGANIZER, MANAGED_SERIES, type Owner } from '../resources/managed-lists.ts'
import type { SeriesPath } from '../series/series.ts'

export const ENTITY_TYPES = AUDIT_ENTITY_TYPES

export type HistoryPosition = { number: number }

export type HistoryRecord = HistoryPosition & {
  id: string
  /** Epoch milliseconds. */
  at: number
  subject: string
  /** The member’s name; null without a name or a current membership. */
  subjectName: string | null
  requestId: string
  action: AuditAction
  entityType: AuditEntityType
  entityId: string
  /** JSON. */
  change: string
  sessions: number | null
  /** JSON. */
  before: string | null
  /** What was changed, as it is now, as the JSON of {@link About}; null if it is gone. */
  about: string | null
}

export type About = {
  name: string | null
  eventId: string | null
  sessionId: string | null
  /** The start of its session in epoch milliseconds. */
  startsAt: number | null
  /** The time zone of its event. */
  timeZone: string | null
}

/** The maximum size of a page's records together. A larger first record is a page of its own. */
const MAX_PAGE_BYTES = 500_000

type Place = Partial<Record<'eventId' | 'sessionId' | 'startsAt' | 'timeZone', SQL>>

const NULL = sql`NULL`

const about = (
  name: SQL,
  from: SQL,
  { eventId = NULL, sessionId = NULL, startsAt = NULL, timeZone = NULL }: Place = {},
): SQL =>
  sql`(SELECT json_object('name', ${name}, 'eventId', ${eventId}, 'sessionId', ${sessionId}, 'startsAt', ${startsAt},
      'timeZone', ${timeZone})
    FROM ${from})`

const IN_EVENT = { eventId: sql`event_id` }
const IN_SESSION = {
  ...IN_EVENT,
  sessionId: sql`sessions.id`,
  startsAt: sql`starts_at`,
  timeZone: sql`(SELECT time_zone FROM events WHERE events.id = event_id)`,
}

/** By key, at most four rows. */
const ABOUT = sql`CASE entity_type
  WHEN 'ticket' THEN ${about(
    sql`coalesce(attendee_name, holder_email, ticket_number)`,
    sql`tickets JOIN sessions ON sessions.number = session_number WHERE tickets.id = entity_id`,
    IN_SESSION,
  )}
  WHEN 'session' THEN ${about(
    sql`coalesce((SELECT name FROM series WHERE series.id = series_id), events.name)`,
    sql`sessions JOIN events ON events.id = event_id WHERE sessions.id = entity_id`,
    IN_SESSION,
  )}
  WHEN 'guest-list' THEN ${about(
    sql`guest_lists.name`,
    sql`guest_lists JOIN sessions ON sessions.number = session_number WHERE guest_lists.id = entity_id`,
    IN_SESSION,
  )}
  WHEN 'source' THEN ${about(
    sql`sources.name`,
    sql`sources JOIN sessions ON sessions.id = sources.session_id WHERE sources.id = entity_id`,
    { ...IN_SESSION, startsAt: sql`sessions.starts_at` },
  )}
  WHEN 'series' THEN ${about(sql`name`, sql`series WHERE series.id = entity_id`, IN_EVENT)}
  WHEN 'ticket-type' THEN ${about(sql`name`, sql`ticket_types WHERE ticket_types.id = entity_id`, IN_EVENT)}
  WHEN 'area' THEN ${about(sql`name`, sql`areas WHERE areas.id = entity_id`, IN_EVENT)}
  WHEN 'event' THEN ${about(sql`name`, sql`events WHERE events.id = entity_id`, { eventId: sql`events.id` })}
  WHEN 'venue' THEN ${about(sql`name`, sql`venues WHERE venues.id = entity_id`)}
  WHEN 'listing' THEN ${about(sql`title`, sql`listings WHERE listings.id = entity_id`)}
  WHEN 'device' THEN ${about(sql`name`, sql`devices WHERE devices.id = entity_id`)}
  WHEN 'program' THEN ${about(sql`name`, sql`programs WHERE programs.id = entity_id`)}
  WHEN 'invitation' THEN ${about(sql`name`, sql`invitations WHERE invitations.id = entity_id`)}
  WHEN 'member' THEN ${about(
    sql`coalesce(name, subject)`,
    sql`members WHERE members.organizer_id = audit_log.organizer_id AND members.subject = entity_id`,
  )}
  END`

/** The records of `managed`. Adds up sizes before it reads the values, which can be megabytes. */
const select = ({ managed }: Owner, records: SQL, named = false) =>
  prepare<HistoryRecord & { found: number }>(sql`
  WITH page AS MATERIALIZED (
    SELECT number, row_number() OVER latest AS rank, sum(bytes) OVER latest AS bytes, count(*) OVER () AS found
    FROM (
      SELECT audit_log.id AS number, octet_length(change) + coalesce(octet_length(before), 0) AS bytes
      FROM ${managed} CROSS JOIN audit_log ${records} AND audit_log.id < ${integer('after')}
      ORDER BY audit_log.id DESC LIMIT ${integer('pageSize')} + 1)
    WINDOW latest AS (ORDER BY number DESC)
  )
  SELECT number, call_id AS id, at, subject, (
      SELECT name FROM members WHERE members.organizer_id = audit_log.organizer_id
        AND members.subject = audit_log.subject) AS "subjectName",
    request_id AS "requestId", action, entity_type AS "entityType", entity_id AS "entityId", change, sessions, before,
    ${named ? ABOUT : sql`NULL`} AS about, found
  FROM page CROSS JOIN audit_log ON audit_log.id = number
  WHERE rank <= ${integer('pageSize')} AND (rank = 1 OR bytes <= ${sql.raw(String(MAX_PAGE_BYTES))})
  ORDER BY number DESC`)

const BY_ENTITY = sql`INDEXED BY audit_log_by_entity ON entity_id`

const ofSeries = select(
  MANAGED_SERIES,
  sql`${BY_ENTITY} = managed.id AND organizer_id = managed.organizer AND entity_type = 'series'
    AND action IN (${sql.raw(SERIES_ACTIONS.map((action) => `'${action}'`).join(', '))})`,
)
const ofOrganizer = select(
  MANAGED_ORGANIZER,
  sql`INDEXED BY audit_log_by_organizer ON organizer_id = managed.id`,
  true,
)
const ofEntity = select(
  MANAGED_ORGANIZER,
  sql`${BY_ENTITY} = ${value('entityId')} AND organizer_id = managed.id`,
  true,
)

type HistoryPage = Page<HistoryRecord, HistoryPosition>

const readPage = async (
  db: Database,
  { access, notFound }: Owner,
  records: Prepared<HistoryRecord & { found: number }>,
  values: Record<string, string | number>,
): Promise<HistoryPage> => {
  const [allowed, rows] = await db.batchPrepared([access, records], values)
  requireAccess(allowed[0], notFound)
  const last = (rows[0]?.found ?? 0) > rows.length ? rows.at(-1) : undefined
  return { items: rows, next: last && { number: last.number } }
}

const LATEST: HistoryPosition = { number: Number.MAX_SAFE_INTEGER }

/**
 * Lists the revertible records of a series, after a position or from
 * the latest. A page of large records has fewer than `pageSize`.
 *
 * @throws AppError `series_not_found`, also for non-members; `forbidden` for staff
 */
export const listSeriesHistory = (
  db: Database,
  subject: string,
  path: SeriesPath,
  pageSize: number,
  after = LATEST,
): Promise<HistoryPage> =>
  readPage(db, MANAGED_SERIES, ofSeries, {
    subject,
    ownerId: path.seriesId,
    eventId: path.eventId,
    pageSize,
    after: after.number,
  })

/**
 * Lists the records of an organizer or of one entity, as {@link listSeriesHistory} does.
 *
 * @throws AppError `organizer_not_found`, also for non-members; `forbidden` for staff
 */
export const listOrganizerHistory = (
  db: Database,
  subject: string,
  { organizerId, entityId }: { organizerId: string; entityId: string | undefined },
  pageSize: number,
  after = LATEST,
): Promise<HistoryPage> =>
  readPage(db, MANAGED_ORGANIZER, entityId === undefined ? ofOrganizer : ofEntity, {
    subject,
    ownerId: organizerId,
    entityId: entityId ?? '',
    pageSize,
    after: after.number,
  })
