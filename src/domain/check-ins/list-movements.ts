// How many people came into and left a session over time, for a plot.
import { sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { prepare } from '../../db/prepared.ts'
import { isLive } from '../../db/schema/check-ins.ts'
import { requireAccess } from '../access.ts'
import { selectVersionWith, sessionValues, withSession } from '../tickets/known-versions.ts'

/** Movements in the quarter of an hour from `from`, in epoch milliseconds. */
export type Movements = { from: number; entered: number }

export type MovementsQuery = {
  subject: string
  sessionId: string
  /** Versions of the response that the caller holds. */
  knownVersions: readonly string[] | 'any'
}

export type MovementsPlot = {
  /** Changes with every change of a ticket of the session, and with every other admission. */
  version: string
  /** In the order of time; undefined if the caller holds this version. */
  data: Movements[] | undefined
}

const QUARTER_MS = 15 * 60_000
const quarterMs = sql.raw(String(QUARTER_MS))

/** Two months. Earlier movements count in the first of these quarters. */
const MAX_QUARTERS = 6_000

/**
 * Live check-ins, and check-ins by other parts of the platform that gave a time. One is found in its ticket
 * or, where an earlier check-in decides the ticket's state, in the ticket's base.
 */
const movements = prepare<Movements>(sql`${withSession(undefined, sql`, sessions.id`)}
SELECT at / ${quarterMs} * ${quarterMs} AS "from", count(*) AS entered FROM (
  SELECT at FROM session
  CROSS JOIN check_ins INDEXED BY check_ins_live ON check_ins.session_id = session.id
  JOIN ticket_bases ON ticket_bases.ticket_id = check_ins.ticket_id AND ticket_bases.session_id = session.id
    AND version = base_version
  WHERE ${isLive('check_ins.')}
  UNION ALL
  SELECT checked_in_at FROM session
  CROSS JOIN tickets INDEXED BY tickets_checked_in_elsewhere ON tickets.session_number = session.number
  WHERE status = 'CheckedIn' AND device IS NULL AND checked_in_at IS NOT NULL
  UNION ALL
  SELECT base_checked_in_at FROM session
  CROSS JOIN ticket_bases INDEXED BY ticket_bases_checked_in_again ON ticket_bases.session_id = session.id
  JOIN tickets ON tickets.id = ticket_id AND +tickets.session_number = session.number
  WHERE base_status = 'CheckedIn' AND ticket_bases.device IS NOT NULL AND base_checked_in_at IS NOT NULL
)
GROUP BY 1 ORDER BY 1`)

const session = prepare<{ allowed: number; version: string }>(selectVersionWith(sql`sessions.id`))

/** The latest quarters, the first of them with all movements before it. */
const limited = (rows: readonly Movements[]): Movements[] => {
  const [early, [first, ...late]] = [rows.slice(0, -MAX_QUARTERS), rows.slice(-MAX_QUARTERS)]
  if (first === undefined) return []
  return [{ ...first, entered: early.reduce((sum, { entered }) => sum + entered, first.entered) }, ...late]
}

/**
 * Reads the movements of a session by quarter of an hour, in one round trip and at most three rows for each.
 *
 * @throws AppError `session_not_found`, also for non-members; `forbidden` for staff of another event
 */
export const listMovements = async (
  db: Database,
  { subject, sessionId, knownVersions }: MovementsQuery,
): Promise<MovementsPlot> => {
  const known = knownVersions === 'any' ? [] : knownVersions
  const values = sessionValues(subject, sessionId, known)
  const [access, rows] =
    knownVersions === 'any'
      ? [...(await db.batchPrepared([session], values)), []]
      : await db.batchPrepared([session, movements], values)
  const { version } = requireAccess(access[0], 'session_not_found')
  if (knownVersions === 'any' || known.includes(version)) return { version, data: undefined }
  return { version, data: limited(rows) }
}
