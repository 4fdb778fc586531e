// Arrivals at a session over time, for a plot.
import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { integer, prepare, value } from '../../db/prepared.ts'
import { isLive } from '../../db/schema/check-ins.ts'
import { requireAccess } from '../access.ts'
import { selectVersionWith, sessionValues, withSession } from '../tickets/known-versions.ts'
import { inParts, readNextPart } from '../tickets/parts.ts'

/** Movements in the quarter hour from `from`, in epoch milliseconds. */
export type Movements = { from: number; entered: number }

export type MovementsQuery = {
  subject: string
  sessionId: string
  /** Versions of the response that the caller has. */
  knownVersions: readonly string[] | 'any'
}

export type MovementsPlot = {
  /** Changes with every change of a ticket of the session, and with every other admission. */
  version: string
  /** Chronological; undefined if the caller has this version. */
  data: Movements[] | undefined
}

const QUARTER_MS = 15 * 60_000
const quarterMs = sql.raw(String(QUARTER_MS))

/** Two months. Earlier movements count in the first of these quarter hours. */
const MAX_QUARTERS = 6_000

/** How many movements a statement reads, three rows each, before other requests have their turn. */
const MAX_AT_ONCE = 5_000
const NO_LIMIT = Number.MAX_SAFE_INTEGER

/** Movements of a part in one quarter hour: those read, those that count, and the greatest position. */
type PartRow = Movements & { seen: number; last: string }

/** A column of a position; texts contain no `|`. */
type PositionColumn = { name: string; first: string | number }

/** Makes integers sort as texts of 16 digits, those before 1970 too. */
const OFFSET = 2 ** 52

/**
 * A kind of movements. Its statement counts some of them, in the order of their positions.
 *
 * @param position the columns of an index after the session, with values below all
 * @param movements FROM and WHERE that end with all movements of the session
 * @param joined joined to each; the movement counts if `counts` is not null
 */
const kind = (
  name: string,
  position: readonly PositionColumn[],
  movements: SQL,
  joined = sql``,
  counts = sql`1`,
) => {
  const columns = sql.raw(position.map((column) => column.name).join(', '))
  const bound = position.map((_, index) => value(`${name}${index}`))
  const texts = position.map(({ name: column, first }) =>
    sql.raw(typeof first === 'string' ? column : `printf('%016d', ${column} + ${OFFSET})`),
  )
  const statement = prepare<PartRow>(sql`${withSession(undefined, sql`, sessions.id`)}
SELECT at / ${quarterMs} * ${quarterMs} AS "from", count(*) AS seen, count(${counts}) AS entered,
  max(position) AS last
FROM (SELECT *, ${sql.join(texts, sql` || '|' || `)} AS position FROM (${movements} AND (${columns}) > (${sql.join(bound, sql`, `)})
  ORDER BY ${columns} LIMIT ${integer('limit')})) AS part${joined}
GROUP BY 1`)
  const valuesOf = (values: readonly (string | number)[]): Record<string, string | number> =>
    Object.fromEntries(values.map((one, index) => [`${name}${index}`, one]))
  return {
    statement,
    first: valuesOf(position.map(({ first }) => first)),
    after: (last: string) =>
      valuesOf(
        last
          .split('|')
          .map((text, index) => (typeof position[index]?.first === 'string' ? text : Number(text) - OFFSET)),
      ),
  }
}

const SESSION_ID = sql`(SELECT id FROM session)`
const SESSION_NUMBER = sql`(SELECT number FROM session)`

/**
 * Live check-ins, and check-ins by other parts of the platform with a time. Those are found in the ticket, or
 * in its base if an earlier check-in decides the ticket’s state.
 */
const KINDS = [
  kind(
    'checkIn',
    [
      { name: 'ticket_id', first: '' },
      { name: 'base_version', first: '' },
      { name: 'at', first: -OFFSET },
      { name: 'number', first: 0 },
    ],
    sql`SELECT ticket_id, base_version, at, number FROM check_ins INDEXED BY check_ins_live
  WHERE session_id = ${SESSION_ID} AND ${isLive('check_ins.')}`,
    sql`
  LEFT JOIN ticket_bases ON ticket_bases.ticket_id = part.ticket_id AND ticket_bases.session_id = ${SESSION_ID}
    AND version = base_version`,
    sql`version`,
  ),
  kind(
    'ticket',
    [
      { name: 'at', first: -OFFSET },
      { name: 'key', first: 0 },
    ],
    sql`SELECT key, checked_in_at AS at FROM tickets INDEXED BY tickets_checked_in_elsewhere
  WHERE session_number = ${SESSION_NUMBER} AND status = 'CheckedIn' AND device IS NULL
    AND checked_in_at IS NOT NULL`,
  ),
  kind(
    'base',
    [{ name: 'base', first: 0 }],
    sql`SELECT rowid AS base, ticket_id, base_checked_in_at AS at
  FROM ticket_bases INDEXED BY ticket_bases_checked_in_again
  WHERE session_id = ${SESSION_ID} AND base_status = 'CheckedIn' AND device IS NOT NULL`,
    sql`
  LEFT JOIN tickets ON tickets.id = part.ticket_id AND +tickets.session_number = ${SESSION_NUMBER}
    AND at IS NOT NULL`,
    sql`tickets.id`,
  ),
] as const

const session = prepare<{ allowed: number; version: string }>(selectVersionWith(sql`sessions.id`))

/** The latest quarter hours; the first includes all earlier movements. */
const limited = (rows: readonly Movements[]): Movements[] => {
  const [early, [first, ...late]] = [rows.slice(0, -MAX_QUARTERS), rows.slice(-MAX_QUARTERS)]
  if (first === undefined) return []
  return [{ ...first, entered: early.reduce((sum, { entered }) => sum + entered, first.entered) }, ...late]
}

/** Sums up parts of all kinds until all are read. */
const collector = (limit: number) => {
  const entered = new Map<number, number>()
  let left = KINDS.map((one) => ({ ...one, values: one.first }))
  return {
    isDone: () => left.length === 0,
    statements: () => left.map(({ statement }) => statement),
    values: () => Object.assign({ limit }, ...left.map(({ values }) => values)),
    add: (parts: readonly (readonly PartRow[])[]): void => {
      left = left.flatMap((one, index) => {
        const rows = parts[index] ?? []
        for (const row of rows) entered.set(row.from, (entered.get(row.from) ?? 0) + row.entered)
        if (rows.reduce((sum, { seen }) => sum + seen, 0) < limit) return []
        const [last] = rows.toSorted((a, b) => (a.last < b.last ? 1 : -1))
        return last === undefined ? [] : [{ ...one, values: one.after(last.last) }]
      })
    },
    data: () =>
      [...entered]
        .filter(([, count]) => count > 0)
        .map(([from, count]) => ({ from, entered: count }))
        .toSorted((a, b) => a.from - b.from),
  }
}

/**
 * Reads the movements by quarter hour: at most three rows for each movement, and one round trip for the first
 * {@link MAX_AT_ONCE} of a kind.
 *
 * @throws AppError `session_not_found`, also for non-members; `forbidden` for staff of another event
 */
export const listMovements = async (
  db: Database,
  { subject, sessionId, knownVersions }: MovementsQuery,
): Promise<MovementsPlot> => {
  const known = knownVersions === 'any' ? [] : knownVersions
  const values = sessionValues(subject, sessionId, known)
  const read = async (limit: number): Promise<MovementsPlot> => {
    const collected = collector(limit)
    const [access, ...first] =
      knownVersions === 'any'
        ? await db.batchPrepared([session], values)
        : await db.batchPrepared([session, ...collected.statements()], {
            ...values,
            ...collected.values(),
          })
    const { version } = requireAccess(access[0], 'session_not_found')
    if (knownVersions === 'any' || known.includes(version)) return { version, data: undefined }
    collected.add(first)
    while (!collected.isDone()) {
      const more = { ...values, ...collected.values() }
      collected.add(await readNextPart(db, session, collected.statements(), more, version))
    }
    return { version, data: limited(collected.data()) }
  }
  return inParts(
    () => read(MAX_AT_ONCE),
    () => read(NO_LIMIT),
  )
}
