// The planned effect of a change on each session. The preview and the change read the same plan.
import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { sessions } from '../../db/schema/events.ts'

/**
 * - `capacity_below_sold`: the session has sold more tickets than its new capacity, so the change is refused.
 * - `changed_since`: the session was changed after the change to revert.
 * - `session_gone`: the session is no longer in the series, and is skipped.
 */
export const SESSION_PROBLEMS = ['capacity_below_sold', 'changed_since', 'session_gone'] as const

export type SessionProblem = (typeof SESSION_PROBLEMS)[number]

export type SessionValues = {
  capacity: number
  venueId: string | null
  doorsOpenOffsetMinutes: number | null
  /** Epoch milliseconds. */
  cancelledAt: number | null
  cancelNotice: string | null
}

/** Set together. */
export const CANCELLATION = ['cancelledAt', 'cancelNotice'] as const

/**
 * A session with its values before and after the change; null if
 * it is gone. `startsAt` is epoch milliseconds.
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
   * A SELECT of the sessions with the columns number, id, starts_at, capacity, venue_id, doors, cancelled_at,
   * cancel_notice, the same with `new_`, sold, problem, and cancels: 1 if the plan sets its cancellation.
   * `seriesId` is NULL if nothing may be read. It ends with LIMIT -1; otherwise SQLite would flatten it and
   * scan all sessions.
   */
  rows: (seriesId: SQL) => SQL
  /** True if the organizer has every new venue. */
  venuesFound: (seriesId: SQL) => SQL
  /** A selected id that is not a session of the series, or NULL. */
  missing: (seriesId: SQL) => SQL
  /** The values to set. Writing unchanged ones would write their index entries, too. */
  sets: readonly (keyof SessionValues)[]
}

/** Larger old values are not recorded. A D1 row holds 2 MB, and a page of the history is one response. */
const MAX_BEFORE_BYTES = 1_500_000

/** D1 binds values of up to 2 MB. A session takes at most 200 bytes, and its notice up to 3,000 more. */
const MAX_VALUE_BYTES = 1_500_000

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
      cancelledAt: sql<number | null>`cancelled_at`.as('cancelled_at'),
      cancelNotice: sql<string | null>`cancel_notice`.as('cancel_notice'),
      newCancelledAt: sql<number | null>`new_cancelled_at`.as('new_cancelled_at'),
      newCancelNotice: sql<string | null>`new_cancel_notice`.as('new_cancel_notice'),
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
      : {
          ...{ capacity: row.capacity, venueId: row.venueId, doorsOpenOffsetMinutes: row.doors },
          ...{ cancelledAt: row.cancelledAt, cancelNotice: row.cancelNotice },
        },
  after:
    row.capacity === null
      ? null
      : {
          ...{ capacity: row.newCapacity, venueId: row.newVenueId, doorsOpenOffsetMinutes: row.newDoors },
          ...{ cancelledAt: row.newCancelledAt, cancelNotice: row.newCancelNotice },
        },
  sold,
  problem,
})

/** The values that identify a state. A sale that causes no problem does not change them. */
export const stateOf = ({ id, startsAt, before, problem }: PlannedSession) => [
  id,
  startsAt,
  before?.capacity ?? null,
  before?.venueId ?? null,
  before?.doorsOpenOffsetMinutes ?? null,
  before?.cancelledAt ?? null,
  before?.cancelNotice ?? null,
  problem,
]

/**
 * An aggregate over the plan: true if it still has exactly these sessions in this state, which JSON compares
 * as text. Unlike a compound SELECT, VALUES can have any number of rows.
 */
export const isUnchanged = (expected: readonly PlannedSession[]): SQL => {
  const parts: SQL[] = []
  let [part, bytes]: [string[], number] = [[], 0]
  const endPart = () => {
    parts.push(sql`(${`[${part.join()}]`})`)
    part = []
    bytes = 0
  }
  for (const session of expected) {
    const state = JSON.stringify(stateOf(session))
    part.push(state)
    // A character of UTF-16 takes up to three bytes.
    bytes += state.length * 3
    if (bytes > MAX_VALUE_BYTES) endPart()
  }
  endPart()
  const states = sql`SELECT value FROM (VALUES ${sql.join(parts, sql`, `)}) AS part CROSS JOIN json_each(part.column1)`
  return sql`(count(*) = ${expected.length} AND count(*) FILTER (
    WHERE json_array(id, starts_at, capacity, venue_id, doors, cancelled_at, cancel_notice, problem) IN (${states})) = ${expected.length})`
}

/** True for a planned session whose values change. */
const IS_CHANGED: SQL = sql`number IS NOT NULL
  AND (capacity, venue_id, doors, cancelled_at, cancel_notice)
    IS NOT (new_capacity, new_venue_id, new_doors, new_cancelled_at, new_cancel_notice)`

/** True for a planned session that would have a notice although it is not cancelled. */
const IS_NOTICE_LOST: SQL = sql`new_cancel_notice IS NOT NULL AND new_cancelled_at IS NULL`

export const hasLostNotice = ({ after }: PlannedSession): boolean =>
  after !== null && after.cancelNotice !== null && after.cancelledAt === null

/**
 * A table with one row: how many sessions the plan has, refuses and changes, whether it is as `expected`, and
 * their old values as JSON, sorted by start. The running size keeps the JSON within {@link MAX_BEFORE_BYTES}.
 */
export const planTotals = (rows: SQL, expected: readonly PlannedSession[] | undefined): SQL => sql`(
  SELECT count(number) AS sessions, count(*) FILTER (WHERE problem = 'capacity_below_sold') AS refused,
    max(sold) FILTER (WHERE problem = 'capacity_below_sold') AS most_sold,
    count(*) FILTER (WHERE ${IS_CHANGED}) AS changed, count(*) FILTER (WHERE ${IS_NOTICE_LOST}) AS not_cancelled,
    ${expected === undefined ? sql`true` : isUnchanged(expected)} AS expected,
    iif(coalesce(max(bytes), 0) < ${MAX_BEFORE_BYTES},
      json_group_array(json(entry)) FILTER (WHERE number IS NOT NULL AND bytes < ${MAX_BEFORE_BYTES}), NULL) AS before
  FROM (
    SELECT *, sum(octet_length(entry) + 1) OVER (ORDER BY starts_at, id ROWS UNBOUNDED PRECEDING) AS bytes
    FROM (
      SELECT *, CASE WHEN number IS NOT NULL THEN iif(cancels, json_object('id', id, 'capacity', capacity,
        'venueId', venue_id, 'doorsOpenOffset', doors, 'cancelledAt', cancelled_at, 'cancelNotice', cancel_notice),
        json_object('id', id, 'capacity', capacity, 'venueId', venue_id, 'doorsOpenOffset', doors)) END AS entry
      FROM (${rows})))) AS totals`

const NEW_VALUES: Record<keyof SessionValues, SQL> = {
  capacity: sql`plan.new_capacity`,
  venueId: sql`plan.new_venue_id`,
  doorsOpenOffsetMinutes: sql`plan.new_doors`,
  cancelledAt: sql`plan.new_cancelled_at`,
  cancelNotice: sql`plan.new_cancel_notice`,
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
