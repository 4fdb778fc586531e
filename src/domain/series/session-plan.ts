// The plan of a change of sessions: its effect on each. The preview and the change read the same plan.
import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { sessions } from '../../db/schema/events.ts'

/**
 * - `capacity_below_sold`: the session has sold more tickets than its new capacity. The change is refused.
 * - `changed_since`: the session was changed after the change that is reverted.
 * - `session_gone`: the session is no longer in the series, and is left out.
 */
export const SESSION_PROBLEMS = ['capacity_below_sold', 'changed_since', 'session_gone'] as const

export type SessionProblem = (typeof SESSION_PROBLEMS)[number]

export type SessionValues = {
  capacity: number
  venueId: string | null
  doorsOpenOffsetMinutes: number | null
}

/**
 * A session with its values before and after the change. One that is gone has neither. `startsAt` is epoch
 * milliseconds.
 */
export type PlannedSession = {
  id: string
  startsAt: number | null
  before: SessionValues | null
  after: SessionValues | null
  sold: number
  problem: SessionProblem | null
}

export type SessionPlan = {
  /**
   * A SELECT of the sessions with the columns number, id, starts_at, capacity, venue_id, doors, new_capacity,
   * new_venue_id, new_doors, sold and problem. `seriesId` is the id of the series, or NULL if nothing may be
   * read. It ends with LIMIT -1, or SQLite would merge it into the statement around it and scan all sessions.
   */
  rows: (seriesId: SQL) => SQL
  /** True if the organizer has every new venue. */
  venuesFound: (seriesId: SQL) => SQL
  /** A selected id that no session of the series has, or NULL. */
  missing: (seriesId: SQL) => SQL
  /** The values that it sets. Writing one that stays the same would write the entries of its indexes, too. */
  sets: readonly (keyof SessionValues)[]
}

/**
 * Larger values before a change are not recorded. A D1 row holds 2 MB, and a page of the history is one
 * response.
 */
const MAX_BEFORE_BYTES = 1_500_000

/** D1 binds values of up to 2 MB. A session takes at most 150 bytes. */
const SESSIONS_PER_VALUE = 5_000

/** Statement that reads the plan, sorted by start. */
export const selectPlan = (db: Database, rows: SQL) =>
  db
    .select({
      id: sql<string>`id`.as('id'),
      startsAt: sql<number | null>`starts_at`.as('starts_at'),
      capacity: sql<number | null>`capacity`.as('capacity'),
      venueId: sql<string | null>`venue_id`.as('venue_id'),
      doors: sql<number | null>`doors`.as('doors'),
      newCapacity: sql<number>`new_capacity`.as('new_capacity'),
      newVenueId: sql<string | null>`new_venue_id`.as('new_venue_id'),
      newDoors: sql<number | null>`new_doors`.as('new_doors'),
      sold: sql<number>`coalesce(sold, 0)`.as('sold'),
      problem: sql<SessionProblem | null>`problem`.as('problem'),
    })
    .from(sql`(${rows}) AS plan`)
    .orderBy(sql`starts_at, id`)

type PlanRow = Awaited<ReturnType<typeof selectPlan>>[number]

export const toPlannedSession = ({ id, startsAt, sold, problem, ...row }: PlanRow): PlannedSession => ({
  id,
  startsAt,
  before:
    row.capacity === null
      ? null
      : { capacity: row.capacity, venueId: row.venueId, doorsOpenOffsetMinutes: row.doors },
  after:
    row.capacity === null
      ? null
      : { capacity: row.newCapacity, venueId: row.newVenueId, doorsOpenOffsetMinutes: row.newDoors },
  sold,
  problem,
})

/** The values that identify a state of the plan. A sale that causes no problem does not change them. */
export const stateOf = ({ id, startsAt, before, problem }: PlannedSession) => [
  id,
  startsAt,
  before?.capacity ?? null,
  before?.venueId ?? null,
  before?.doorsOpenOffsetMinutes ?? null,
  problem,
]

/**
 * True if the plan still has exactly these sessions in this state. VALUES may have more rows than a SELECT
 * has terms.
 */
export const isUnchanged = (rows: SQL, expected: readonly PlannedSession[]): SQL => {
  const parts: SQL[] = []
  for (let start = 0; start === 0 || start < expected.length; start += SESSIONS_PER_VALUE) {
    parts.push(sql`(${JSON.stringify(expected.slice(start, start + SESSIONS_PER_VALUE).map(stateOf))})`)
  }
  return sql`((SELECT count(*) FROM (${rows})) = ${expected.length} AND NOT EXISTS (
    SELECT id, starts_at, capacity, venue_id, doors, problem FROM (${rows}) EXCEPT
    SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5
    FROM (VALUES ${sql.join(parts, sql`, `)}) AS part CROSS JOIN json_each(part.column1)))`
}

/** True for a session of the plan that gets other values than it has. */
export const IS_CHANGED: SQL = sql`number IS NOT NULL
  AND (capacity, venue_id, doors) IS NOT (new_capacity, new_venue_id, new_doors)`

/**
 * A table of one row: the number of sessions in the plan, of those that have sold too many tickets or get
 * other values, and the values before the change as JSON, sorted by start. The running size keeps the JSON
 * within {@link MAX_BEFORE_BYTES}.
 */
export const planTotals = (rows: SQL): SQL => sql`(
  SELECT count(*) AS sessions, count(*) FILTER (WHERE problem = 'capacity_below_sold') AS refused,
    count(*) FILTER (WHERE changed) AS changed,
    iif(coalesce(max(bytes), 0) < ${MAX_BEFORE_BYTES},
      json_group_array(json(entry)) FILTER (WHERE bytes < ${MAX_BEFORE_BYTES}), NULL) AS before
  FROM (
    SELECT problem, changed, entry, sum(octet_length(entry) + 1) OVER (ORDER BY starts_at, id ROWS UNBOUNDED PRECEDING) AS bytes
    FROM (
      SELECT *, ${IS_CHANGED} AS changed, json_object('id', id, 'capacity', capacity, 'venueId', venue_id, 'doorsOpenOffset', doors) AS entry
      FROM (${rows}) WHERE number IS NOT NULL))) AS totals`

const NEW_VALUES: Record<keyof SessionValues, SQL> = {
  capacity: sql`plan.new_capacity`,
  venueId: sql`plan.new_venue_id`,
  doorsOpenOffsetMinutes: sql`plan.new_doors`,
}

/** Statement that applies the plan. */
export const updatePlanned = (
  db: Database,
  rows: SQL,
  sets: SessionPlan['sets'],
  { now, subject }: { now: Date; subject: string },
) =>
  db
    .update(sessions)
    .set({
      ...Object.fromEntries(sets.map((name) => [name, NEW_VALUES[name]])),
      updatedAt: now,
      updatedBy: subject,
    })
    .from(sql`(${rows}) AS plan`)
    .where(sql`sessions.number = plan.number`)
