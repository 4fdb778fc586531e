// Access to a series: statements and conditions for the series in a request's path.
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { DrizzleD1Database } from 'drizzle-orm/d1'
import { builder, prepare, value } from '../../db/prepared.ts'
import { events, series } from '../../db/schema/events.ts'
import { EVENTS_BY_ID, MEMBERS_BY_SUBJECT, mayManage, memberOfEvent } from '../access.ts'
import type { AuditEntity } from '../audit.ts'

/** A series is addressed under its event; under another event's path it does not exist. */
export type SeriesPath = { eventId: string; seriesId: string }

type Value = string | SQL

/** The series as the entity of an audit record. */
export const toEntity = ({ eventId, seriesId }: SeriesPath): AuditEntity => ({
  type: 'series',
  id: seriesId,
  organizerId: sql`(SELECT organizer_id FROM events WHERE id = ${eventId})`,
})

const isSeries = ({ eventId, seriesId }: { eventId: Value; seriesId: Value }): SQL | undefined =>
  and(eq(series.id, seriesId), eq(series.eventId, eventId))

/** The series with its event and the subject's membership. A non-member gets no row. */
const seriesOf = (
  subject: Value,
): SQL => sql`series CROSS JOIN ${EVENTS_BY_ID} ON ${events.id} = ${series.eventId}
    CROSS JOIN ${MEMBERS_BY_SUBJECT} ON ${memberOfEvent(subject)}`

/** Statement that reads whether the subject may manage the series. A non-member gets no row. */
export const selectSeriesAccess = (
  db: Pick<DrizzleD1Database, 'select'>,
  subject: Value,
  path: { eventId: Value; seriesId: Value },
) =>
  db
    .select({ allowed: sql<number>`${mayManage}`.as('allowed') })
    .from(seriesOf(subject))
    .where(isSeries(path))

/** True if the subject is an owner or manager of the series' organizer. */
export const mayManageSeries = (subject: string, path: SeriesPath): SQL =>
  sql`EXISTS (SELECT 1 FROM ${seriesOf(subject)} WHERE ${isSeries(path)} AND ${mayManage})`

const NAMED = { eventId: value('eventId'), seriesId: value('seriesId') }

/** {@link selectSeriesAccess} with the named values `subject`, `eventId` and `seriesId`. */
export const seriesAccess = prepare<{ allowed: number }>(selectSeriesAccess(builder, value('subject'), NAMED))

/** The series with its event, as a table of one row. Empty if the subject may not manage the series. */
export const MANAGED_SERIES: SQL = sql`(
  SELECT series.id, series.event_id, series.name, series.description, series.updated_at, series.updated_by,
    events.name AS event_name, events.organizer_id FROM ${seriesOf(value('subject'))} WHERE ${isSeries(NAMED)} AND ${mayManage}) AS managed`
