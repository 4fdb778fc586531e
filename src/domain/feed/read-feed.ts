// What happened at an organizer, oldest first. Numbers rise in the order of commits, so a reader that goes on
// after the last number it has seen misses nothing.
import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { integer, prepare, value } from '../../db/prepared.ts'
import { FEED_TYPES } from '../../db/schema/feed.ts'
import { AppError } from '../../errors.ts'
import { MEMBERS_BY_SUBJECT, mayManage, requireAccess } from '../access.ts'

export { FEED_TYPES }

export type FeedType = (typeof FEED_TYPES)[number]

/** `at` is epoch milliseconds, `data` JSON. */
export type FeedEvent = {
  number: number
  id: string
  type: FeedType
  at: number
  sessionId: string | null
  data: string
}

/** Events that match; null for all. */
export type FeedFilter = { types: readonly FeedType[] | null; sessionId: string | null }

/** Events in a response, and those read for it: a filter can leave out any number. */
const PAGE_SIZE = 200
export const MAX_SCANNED = 1_000

/** The epoch of a feed that is off. */
const OFF = ''

export type FeedPosition = { epoch: string; number: number }

/**
 * Condition on an event.
 *
 * @param types JSON, or null for all
 * @param sessionId or null for all
 * @param event the table in the statement, with a full stop
 */
export const matches = (types: SQL, sessionId: SQL, event = sql``): SQL =>
  sql`((${types} IS NULL OR ${event}type IN (SELECT value FROM json_each(${types})))
    AND (${sessionId} IS NULL OR ${event}session_id = ${sessionId}))`

type AccessRow = { allowed: number | null; id: string; epoch: string | null; gone: number; last: number }

const accessStatement = prepare<AccessRow>(sql`
  SELECT ${mayManage} AS allowed, organizers.id, epoch, coalesce(gone, 0) AS gone,
    coalesce((SELECT max(number) FROM feed_events WHERE organizer_id = organizers.id), gone, 0) AS last
  FROM organizers INDEXED BY organizers_pk
  CROSS JOIN ${MEMBERS_BY_SUBJECT} ON members.organizer_id = organizers.id AND members.subject = ${value('subject')}
  LEFT JOIN feeds ON feeds.organizer_id = organizers.id
  WHERE organizers.id = ${value('organizerId')}`)

/** The events that match, and the last one that was read. None for those who may not manage, or have all. */
const eventsStatement = prepare<FeedEvent & { isMatch: number }>(sql`
  WITH feed AS MATERIALIZED (
    SELECT feeds.organizer_id, max(gone, ${integer('after')}) AS "after" FROM feeds
    CROSS JOIN ${MEMBERS_BY_SUBJECT} ON members.organizer_id = feeds.organizer_id AND members.subject = ${value('subject')}
    WHERE feeds.organizer_id = ${value('organizerId')} AND ${mayManage}
  ), scanned AS MATERIALIZED (
    SELECT number, id, type, at, session_id, data FROM feed_events INDEXED BY feed_events_by_organizer
    WHERE organizer_id = (SELECT organizer_id FROM feed) AND number > (SELECT "after" FROM feed)
    ORDER BY number LIMIT ${integer('scanned')}
  )
  SELECT number, id, type, at, session_id AS "sessionId", data, "isMatch" FROM (
    SELECT *, ${matches(value('types'), value('sessionId'))} AS "isMatch" FROM scanned
  ) WHERE "isMatch" OR number = (SELECT max(number) FROM scanned)
  ORDER BY number LIMIT ${integer('limit')}`)

export type Feed = {
  /** Changes with every new event of the organizer, and when old ones are deleted. */
  version: string
  /** Undefined if the caller has this version. */
  page: { events: FeedEvent[]; next: FeedPosition } | undefined
}

/**
 * Reads events after a position, or the oldest kept ones. A filter can leave a response without events before
 * the end: the end is where `next` is the position that was asked for.
 *
 * @param isKnown whether the caller has a version
 * @throws AppError `organizer_not_found`, also for non-members; `forbidden` for staff; `changes_gone`
 */
export const readFeed = async (
  db: Database,
  subject: string,
  organizerId: string,
  { types, sessionId }: FeedFilter,
  after: FeedPosition | undefined,
  isKnown: (version: string) => boolean,
): Promise<Feed> => {
  const values = {
    subject,
    organizerId,
    after: after?.number ?? 0,
    types: types === null ? null : JSON.stringify(types),
    sessionId,
    scanned: types === null && sessionId === null ? PAGE_SIZE : MAX_SCANNED,
    limit: PAGE_SIZE,
  }
  const [[row], events] = await db.batchPrepared([accessStatement, eventsStatement], values)
  const { gone, last, ...feed } = requireAccess(row, 'organizer_not_found')
  const epoch = feed.epoch ?? OFF
  if (after !== undefined && (after.epoch !== epoch || after.number < gone || after.number > last)) {
    throw new AppError('changes_gone', 'after: events have been deleted since. Start again without after.')
  }
  const version = `${epoch}-${gone}-${last}`
  if (isKnown(version)) return { version, page: undefined }
  const next = events.at(-1)?.number ?? Math.max(after?.number ?? 0, gone)
  return {
    version,
    page: { events: events.filter(({ isMatch }) => isMatch === 1), next: { epoch, number: next } },
  }
}
