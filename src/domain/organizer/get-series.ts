// A series, with the number of its sessions.
import { sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { prepare } from '../../db/prepared.ts'
import { requireAccess } from '../access.ts'
import { MANAGED_SERIES, type SeriesPath, seriesAccess } from './series.ts'

/** `updatedAt` is epoch milliseconds; null, like `updatedBy`, while nobody has changed the series through the API. */
export type Series = {
  id: string
  eventId: string
  eventName: string
  organizerId: string
  name: string
  description: string | null
  sessions: number
  updatedAt: number | null
  updatedBy: string | null
}

const series = prepare<Series>(sql`
  SELECT id, event_id AS "eventId", event_name AS "eventName", organizer_id AS "organizerId", name, description,
    (SELECT count(*) FROM sessions INDEXED BY sessions_by_series WHERE series_id = managed.id) AS sessions,
    updated_at AS "updatedAt", updated_by AS "updatedBy"
  FROM ${MANAGED_SERIES}`)

/**
 * Reads a series for an owner or manager of its organizer.
 *
 * @throws AppError `series_not_found`, also for non-members; `forbidden` for staff
 */
export const getSeries = async (db: Database, subject: string, path: SeriesPath): Promise<Series> => {
  const [access, [row]] = await db.batchPrepared([seriesAccess, series], { ...path, subject })
  requireAccess(access[0], 'series_not_found')
  return row as Series
}
