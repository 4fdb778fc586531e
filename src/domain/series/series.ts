// Access to the series in a request’s path.
import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { mayManage } from '../access.ts'
import type { AuditEntity } from '../audit.ts'
import { SERIES } from '../resources/definitions.ts'
import { fromManaged, isAt, type ResourcePath, withMember } from '../resources/resource.ts'

/** A series is addressed under its event. Under another event it does not exist. */
export type SeriesPath = { eventId: string; seriesId: string }

export const toResourcePath = ({ eventId, seriesId }: SeriesPath): ResourcePath => ({ id: seriesId, eventId })

export const toEntity = ({ eventId, seriesId }: SeriesPath): AuditEntity => ({
  type: 'series',
  id: seriesId,
  organizerId: sql`(SELECT organizer_id FROM events WHERE id = ${eventId})`,
})

/** Statement that reads whether the subject may manage the series. Non-members get no row. */
export const selectSeriesAccess = (db: Database, subject: string, path: SeriesPath) =>
  db
    .select({ allowed: sql<number>`${mayManage}`.as('allowed') })
    .from(withMember(SERIES, subject))
    .where(isAt(SERIES, toResourcePath(path)))

export const mayManageSeries = (subject: string, path: SeriesPath): SQL =>
  sql`EXISTS (SELECT 1 ${fromManaged(SERIES, subject, toResourcePath(path))})`
