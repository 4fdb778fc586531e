// The series that a request names, as an owner or manager of its organizer may see and change it.
import { and, eq, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { type Database, type Prepared, prepare } from '../../db/client.ts'
import { events, series } from '../../db/schema/events.ts'
import { members } from '../../db/schema/members.ts'
import { EVENTS_BY_ID, MEMBERS_BY_SUBJECT, mayManage, memberOfEvent } from '../access.ts'
import type { Actor } from '../actor.ts'
import { isFirstRun } from '../audit.ts'

/** A series is addressed under its event; under another event's path it does not exist. */
export type SeriesPath = { eventId: string; seriesId: string }

type Id = string | Placeholder

export const isSeries = ({ eventId, seriesId }: { eventId: Id; seriesId: Id }): SQL | undefined =>
  and(eq(series.id, seriesId), eq(series.eventId, eventId))

/** The series with its event, for members of its organizer. */
const fromSeries = (subject: Id, path: { eventId: Id; seriesId: Id }): SQL =>
  sql`FROM series CROSS JOIN ${EVENTS_BY_ID} ON ${events.id} = ${series.eventId}
    CROSS JOIN ${MEMBERS_BY_SUBJECT} ON ${memberOfEvent(subject)} WHERE ${isSeries(path)}`

/** A statement that gives a row to members of the series' organizer, with whether they may change the series. */
export const selectSeriesAccess = (db: Database, subject: string, path: SeriesPath) =>
  db.orm
    .select({ allowed: sql<number>`${mayManage}`.as('allowed') })
    .from(series)
    .innerJoin(events, eq(events.id, series.eventId))
    .innerJoin(members, memberOfEvent(subject))
    .where(isSeries(path))

/** True if the actor may change the series and this call has not done so yet. */
export const mayChangeSeries = (actor: Actor, path: SeriesPath): SQL =>
  sql`${mayManageSeries(actor.subject, path)} AND ${isFirstRun(actor)}`

/** True if the subject is an owner or manager of the series' organizer. */
export const mayManageSeries = (subject: string, path: SeriesPath): SQL =>
  sql`EXISTS (SELECT 1 ${fromSeries(subject, path)} AND ${mayManage})`

const ASKED = { eventId: sql.placeholder('eventId'), seriesId: sql.placeholder('seriesId') }

/** {@link selectSeriesAccess} for a read, with the placeholders `subject`, `eventId` and `seriesId`. */
export const seriesAccess: Prepared<{ allowed: number }> = prepare(
  sql`SELECT ${mayManage} AS allowed ${fromSeries(sql.placeholder('subject'), ASKED)}`,
)

/** A table of one row, the series with its event. It has no row for anyone who may not manage the series. */
export const MANAGED_SERIES: SQL = sql`(
  SELECT series.id, series.event_id, series.name, series.description, series.updated_at, series.updated_by,
    events.name AS event_name ${fromSeries(sql.placeholder('subject'), ASKED)} AND ${mayManage}) AS managed`
