// When a source runs, and which ones are due.
import { sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { prepare, value } from '../../db/prepared.ts'

const SECOND_MS = 1_000
export const MINUTE_MS = 60 * SECOND_MS
const DAY_MS = 24 * 60 * MINUTE_MS

/** How long a run has for the other side and the database. */
export const LEASE_MS = 60 * SECOND_MS

/** No wait is longer, so that a clock that was ahead for a moment delays nothing for ever. */
export const MAX_WAIT_MS = DAY_MS

/** A source runs by itself from so long before the start of its session until so long after it. */
export const BEFORE_MS = 30 * DAY_MS
export const AFTER_MS = DAY_MS / 2

/** True if a clock that was ahead wrote `at`, or it has passed. */
const hasPassed = (at: ReturnType<typeof sql>, maxMs: number) =>
  sql`(${at} <= ${value('now')} OR ${at} > ${value('now')} + ${sql.raw(String(maxMs))})`

export const IS_FREE = hasPassed(sql`lease_until`, LEASE_MS)
export const IS_DUE = hasPassed(sql`next_at`, MAX_WAIT_MS)

/** How often an unknown code at the door starts a source. One that fails keeps to its waits. */
const ASKED_MS = 30 * SECOND_MS
export const CAN_BE_ASKED = sql`attempts = 0 AND (last_run_at IS NULL OR last_run_at > ${value('now')}
  OR last_run_at <= ${value('now')} - ${sql.raw(String(ASKED_MS))})`

/** A source, and the key of its row. */
export type Due = { id: string; key?: number }

const dueStatement = prepare<Due & { wait: number }>(sql`
  SELECT rowid AS "key", id, CASE WHEN starts_at - ${sql.raw(String(BEFORE_MS))} > ${value('now')}
      THEN starts_at - ${sql.raw(String(BEFORE_MS))} - ${value('now')}
    WHEN starts_at + ${sql.raw(String(AFTER_MS))} <= ${value('now')} THEN ${sql.raw(String(MAX_WAIT_MS))}
    ELSE 0 END AS wait
  FROM sources INDEXED BY sources_by_time WHERE next_at IS NOT NULL AND next_at <= ${value('now')}
  ORDER BY next_at LIMIT 200`)

const aheadStatement = prepare<never>(sql`
  UPDATE sources SET next_at = 0 WHERE next_at IS NOT NULL AND next_at > ${value('now')} + ${sql.raw(String(MAX_WAIT_MS))}`)

/** Makes sources due that a clock that was ahead has put off. */
export const wakeSources = async (db: Database, now: number): Promise<void> => {
  await db.batchPrepared([aheadStatement], { now })
}

const postponeStatement = prepare<never>(sql`
  UPDATE sources SET next_at = ${value('now')} + (SELECT each.value ->> 'wait' FROM json_each(${value('waiting')}) AS each
    WHERE each.value ->> 'id' = sources.id)
  WHERE id IN (SELECT each.value ->> 'id' FROM json_each(${value('waiting')}) AS each)`)

/** The sources to run, longest waiting first. Those whose session is far off wait on. */
export const listDueSources = async (db: Database, now: number): Promise<Due[]> => {
  const [rows] = await db.batchPrepared([dueStatement], { now })
  const waiting = rows
    .filter(({ wait }) => wait > 0)
    .map(({ id, wait }) => ({ id, wait: Math.min(wait, MAX_WAIT_MS) }))
  if (waiting.length > 0) {
    await db.batchPrepared([postponeStatement], { now, waiting: JSON.stringify(waiting) })
  }
  return rows.filter(({ wait }) => wait === 0)
}

type AtDoor = { id: string; canStart: number; isRunning: number }

const ofSessionsStatement = prepare<AtDoor>(sql`
  SELECT sources.id, ${IS_FREE} AND (${IS_DUE} OR (${CAN_BE_ASKED})) AS "canStart", NOT ${IS_FREE} AS "isRunning"
  FROM json_each(${value('sessionIds')}) AS each
  CROSS JOIN sources INDEXED BY sources_by_session ON session_id = each.value
  WHERE sources.status <> 'Stopped' AND starts_at - ${sql.raw(String(BEFORE_MS))} <= ${value('now')}
    AND starts_at + ${sql.raw(String(AFTER_MS))} > ${value('now')}`)

/** The sources of sessions that run by themselves now, and which of them can be started. */
export const listSourcesOf = async (
  db: Database,
  sessionIds: readonly string[],
  now: number,
): Promise<AtDoor[]> => {
  const [rows] = await db.batchPrepared([ofSessionsStatement], {
    sessionIds: JSON.stringify(sessionIds),
    now,
  })
  return rows
}
