// How many people a session has let in over time, for a plot.
import { sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { integer, prepare, value } from '../../db/prepared.ts'
import { isLive } from '../../db/schema/check-ins.ts'
import { requireAccess } from '../access.ts'
import { selectVersionWith, sessionValues, withSession } from '../tickets/known-versions.ts'

/** Admissions by one device in the time from `from` (epoch milliseconds), which lasts a bucket. */
type Admissions = { from: number; device: string | null; count: number }

export type AdmissionsQuery = {
  subject: string
  sessionId: string
  bucketMinutes: number
  /** Versions of the response that the caller holds. */
  knownVersions: readonly string[] | 'any'
}

export type AdmissionsPlot = {
  /** Changes with every change of a ticket of the session, and with every other admission. */
  version: string
  /** Undefined if the caller holds this version. `bucketMinutes` is at least what was asked for. */
  plot: { bucketMinutes: number; data: Admissions[] } | undefined
}

/** Devices with a name of their own: those with the most admissions. */
const MAX_DEVICES = 50
/** With the longest names they take less than 1 MB. */
const MAX_ENTRIES = 3_000
/** How often the bucket is doubled at most: from one minute to 15 years. */
const MAX_DOUBLINGS = 23
const MINUTE_MS = 60_000

const [devices, entries, minuteMs] = [MAX_DEVICES, MAX_ENTRIES, MINUTE_MS].map((limit) =>
  sql.raw(String(limit)),
)
const bucketMs = integer('bucketMs')

/**
 * Live check-ins, and tickets that other parts of the platform checked in, as long as they gave a time. The buckets are
 * doubled until there are few enough entries: DISTINCT ends as soon as there are too many.
 */
const admissions = prepare<
  Admissions & { minutes: number }
>(sql`${withSession(undefined, sql`, sessions.id`)},
single AS MATERIALIZED (
  SELECT at / ${bucketMs} * ${bucketMs} AS "from", device, count(*) AS count FROM (
    SELECT at, check_ins.device
    FROM session CROSS JOIN check_ins INDEXED BY check_ins_live ON check_ins.session_id = session.id
    JOIN ticket_bases ON ticket_bases.ticket_id = check_ins.ticket_id AND ticket_bases.session_id = session.id
      AND version = base_version
    WHERE ${isLive('check_ins.')}
    UNION ALL
    SELECT iif(base_status IS NULL, tickets.checked_in_at, base_checked_in_at), NULL
    FROM session CROSS JOIN tickets INDEXED BY tickets_by_check_in ON tickets.session_number = session.number
    LEFT JOIN ticket_bases ON ticket_bases.ticket_id = tickets.id AND ticket_bases.session_id = session.id
    WHERE tickets.status = 'CheckedIn' AND coalesce(base_status, 'CheckedIn') = 'CheckedIn'
  ) WHERE at IS NOT NULL GROUP BY 1, 2
),
named AS MATERIALIZED (
  SELECT device FROM single WHERE device IS NOT NULL GROUP BY device ORDER BY sum(count) DESC, device LIMIT ${devices}
),
few AS MATERIALIZED (
  SELECT "from", iif(device IN (SELECT device FROM named), device, NULL) AS device, count FROM single
),
bucket AS MATERIALIZED (
  SELECT value AS minutes FROM session CROSS JOIN json_each(${value('steps')})
  WHERE (SELECT count(*) FROM (
    SELECT DISTINCT "from" / (value * ${minuteMs}), device FROM few LIMIT ${entries} + 1)) <= ${entries}
  ORDER BY key LIMIT 1
)
SELECT "from" / (minutes * ${minuteMs}) * (minutes * ${minuteMs}) AS "from", device, sum(count) AS count, minutes
FROM bucket CROSS JOIN few GROUP BY 1, 2 ORDER BY 1, 2`)

const session = prepare<{ allowed: number; version: string }>(selectVersionWith(sql`sessions.id`))

/**
 * Reads the live admissions of a session in buckets of `bucketMinutes`, or coarser ones where these would be too many, in one
 * round trip. It reads at most eight rows for each ticket that is checked in, and four for each further admission.
 *
 * @throws AppError `session_not_found`, also for non-members; `forbidden` for staff of another event
 */
export const listAdmissions = async (
  db: Database,
  { subject, sessionId, bucketMinutes, knownVersions }: AdmissionsQuery,
): Promise<AdmissionsPlot> => {
  const known = knownVersions === 'any' ? [] : knownVersions
  const steps = Array.from({ length: MAX_DOUBLINGS + 1 }, (_, doublings) => bucketMinutes * 2 ** doublings)
  const values = {
    ...sessionValues(subject, sessionId, known),
    bucketMs: bucketMinutes * MINUTE_MS,
    steps: JSON.stringify(steps),
  }
  const [access, rows] =
    knownVersions === 'any'
      ? [...(await db.batchPrepared([session], values)), []]
      : await db.batchPrepared([session, admissions], values)
  const { version } = requireAccess(access[0], 'session_not_found')
  if (knownVersions === 'any' || known.includes(version)) return { version, plot: undefined }
  const data = rows.map(({ from, device, count }) => ({ from, device, count }))
  return { version, plot: { bucketMinutes: rows[0]?.minutes ?? bucketMinutes, data } }
}
