// The recorded changes of a series, latest first.
import { sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { integer, prepare } from '../../db/prepared.ts'
import { requireAccess } from '../access.ts'
import type { AuditEntry } from '../audit.ts'
import { MANAGED_SERIES, type SeriesPath, seriesAccess } from './series.ts'

/** A record's position in the order. */
export type HistoryPosition = { number: number }

export type HistoryRecord = HistoryPosition & {
  id: string
  /** Epoch milliseconds. */
  at: number
  subject: string
  requestId: string
  action: AuditEntry['action']
  /** JSON. */
  change: string
  sessions: number
  /** JSON. */
  before: string | null
}

/** The maximum size of a page's records together. A first record that is larger is a page of its own. */
const MAX_PAGE_BYTES = 2_000_000

/** Adds up the sizes before it reads the values, which can be megabytes. */
const records = prepare<HistoryRecord & { found: number }>(sql`
  WITH page AS MATERIALIZED (
    SELECT number, row_number() OVER latest AS rank, sum(bytes) OVER latest AS bytes, count(*) OVER () AS found
    FROM (
      SELECT audit_log.id AS number, octet_length(change) + coalesce(octet_length(before), 0) AS bytes
      FROM ${MANAGED_SERIES}
      CROSS JOIN audit_log INDEXED BY audit_log_by_entity ON entity_id = managed.id AND entity_type = 'series'
        AND audit_log.id < ${integer('after')}
      ORDER BY audit_log.id DESC LIMIT ${integer('pageSize')} + 1)
    WINDOW latest AS (ORDER BY number DESC)
  )
  SELECT number, call_id AS id, at, subject, request_id AS "requestId", action, change, sessions, before, found
  FROM page CROSS JOIN audit_log ON audit_log.id = number
  WHERE rank <= ${integer('pageSize')} AND (rank = 1 OR bytes <= ${sql.raw(String(MAX_PAGE_BYTES))})
  ORDER BY number DESC`)

/**
 * Lists records older than a position, or from the latest. A page of large records has fewer than `pageSize`.
 *
 * @throws AppError `series_not_found`, also for non-members; `forbidden` for staff
 */
export const listHistory = async (
  db: Database,
  subject: string,
  path: SeriesPath,
  pageSize: number,
  after: HistoryPosition = { number: Number.MAX_SAFE_INTEGER },
): Promise<{ items: HistoryRecord[]; next: HistoryPosition | undefined }> => {
  const [access, rows] = await db.batchPrepared([seriesAccess, records], {
    ...path,
    subject,
    pageSize,
    after: after.number,
  })
  requireAccess(access[0], 'series_not_found')
  const last = (rows[0]?.found ?? 0) > rows.length ? rows.at(-1) : undefined
  return { items: rows, next: last && { number: last.number } }
}
