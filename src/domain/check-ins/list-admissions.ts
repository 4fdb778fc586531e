// How many people a session has let in over time, for a plot.
import { sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { integer, prepare } from '../../db/prepared.ts'
import { isLive } from '../../db/schema/check-ins.ts'
import { requireAccess } from '../access.ts'
import { ALLOWED_SESSION, sessionAccess } from '../session-access.ts'

/** Admissions by one device in the time from `from` (epoch milliseconds), which lasts a bucket. */
export type Admissions = { from: number; device: string | null; count: number }

const bucketMs = integer('bucketMs')

/** Live check-ins, and tickets that other parts of the platform checked in, as long as they gave a time. */
const admissions = prepare<Admissions>(sql`
  WITH session AS MATERIALIZED (SELECT id, number FROM ${ALLOWED_SESSION})
  SELECT at / ${bucketMs} * ${bucketMs} AS "from", device, count(*) AS count FROM (
    SELECT at, device
    FROM session CROSS JOIN check_ins INDEXED BY check_ins_live ON check_ins.session_id = session.id
    JOIN ticket_bases ON ticket_bases.ticket_id = check_ins.ticket_id AND ticket_bases.session_id = session.id
      AND version = base_version
    WHERE ${isLive('check_ins.')}
    UNION ALL
    SELECT iif(base_status IS NULL, tickets.checked_in_at, base_checked_in_at), NULL
    FROM session CROSS JOIN tickets INDEXED BY tickets_by_check_in ON tickets.session_number = session.number
    LEFT JOIN ticket_bases ON ticket_bases.ticket_id = tickets.id AND ticket_bases.session_id = session.id
    WHERE tickets.status = 'CheckedIn' AND coalesce(base_status, 'CheckedIn') = 'CheckedIn'
  ) WHERE at IS NOT NULL GROUP BY 1, 2 ORDER BY 1, 2`)

/**
 * Reads the live admissions of a session in buckets of `bucketMinutes`, in one round trip. It reads at most eight rows
 * for each ticket that is checked in.
 *
 * @throws AppError `session_not_found`, also for non-members; `forbidden` for staff of another event
 */
export const listAdmissions = async (
  db: Database,
  { subject, sessionId, bucketMinutes }: { subject: string; sessionId: string; bucketMinutes: number },
): Promise<Admissions[]> => {
  const [access, rows] = await db.batchPrepared([sessionAccess, admissions], {
    subject,
    sessionId,
    bucketMs: bucketMinutes * 60_000,
  })
  requireAccess(access[0], 'session_not_found')
  return rows
}
