// Arrivals and exits of a session, or of one of its areas, over time, for a plot.
import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { integer, prepare, value } from '../../db/prepared.ts'
import { isLive, isLiveExit, isLiveTally } from '../../db/schema/check-ins.ts'
import { requireAccess } from '../access.ts'
import { selectVersionWith, sessionValues, withSession } from '../tickets/known-versions.ts'
import { inParts, partSize, readNextPart } from '../tickets/parts.ts'

/** What a quarter hour counts. */
const FIGURES = ['entered', 'left', 'others'] as const
type Figure = (typeof FIGURES)[number]

/** Movements in the quarter hour from `from`, in epoch milliseconds. */
type Movements = { from: number } & Record<Figure, number>

export type MovementsQuery = {
  subject: string
  sessionId: string
  /** Undefined for the venue. */
  areaId: string | undefined
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

const NO_LIMIT = Number.MAX_SAFE_INTEGER

/** Movements of a part in one quarter hour: those read, what they add up to, and the greatest position. */
type PartRow = { from: number; seen: number; amount: number; last: string }

/** A column of a position; texts contain no `|`. */
type PositionColumn = { name: string; first: string | number }

/** Makes integers sort as texts of 16 digits, those before 1970 too. */
const OFFSET = 2 ** 52

/**
 * A kind of movements. Its statement counts some of them, in the order of their positions.
 *
 * @param position the columns of an index after the session, with values below all
 * @param movements FROM and WHERE that end with all movements of the session
 * @param joined joined to each
 * @param amount what a movement adds to the figure
 */
const kind = (
  figure: Figure,
  name: string,
  position: readonly PositionColumn[],
  movements: SQL,
  joined = sql``,
  amount = sql`1`,
) => {
  const columns = sql.raw(position.map((column) => column.name).join(', '))
  const bound = position.map((_, index) => value(`${name}${index}`))
  const texts = position.map(({ name: column, first }) =>
    sql.raw(typeof first === 'string' ? column : `printf('%016d', ${column} + ${OFFSET})`),
  )
  const statement = prepare<PartRow>(sql`${withSession(undefined, sql`, sessions.id`)}
SELECT at / ${quarterMs} * ${quarterMs} AS "from", count(*) AS seen, total(${amount}) AS amount,
  max(position) AS last
FROM (SELECT *, ${sql.join(texts, sql` || '|' || `)} AS position FROM (${movements} AND (${columns}) > (${sql.join(bound, sql`, `)})
  ORDER BY ${columns} LIMIT ${integer('limit')})) AS part${joined}
GROUP BY 1`)
  const valuesOf = (values: readonly (string | number)[]): Record<string, string | number> =>
    Object.fromEntries(values.map((one, index) => [`${name}${index}`, one]))
  return {
    figure,
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
 * Of an item that counts only while its ticket has the base that it was recorded on. What is below a cover,
 * and on a base that is refunded or void, counts nowhere.
 */
const ON_BASE = sql`
  LEFT JOIN ticket_bases ON ticket_bases.ticket_id = part.ticket_id AND ticket_bases.session_id = ${SESSION_ID}
    AND version = base_version AND covered = 0 AND base_status NOT IN ('Refunded', 'Voided')`
const IS_ON_BASE = sql`version IS NOT NULL`

const TICKET_AND_BASE = [
  { name: 'ticket_id', first: '' },
  { name: 'base_version', first: '' },
]
const AT = { name: 'at', first: -OFFSET }
const AREA_ID = value('areaId')

const exits = kind(
  'left',
  'exit',
  [...TICKET_AND_BASE, { name: 'area_id', first: '' }, AT, { name: 'number', first: 0 }],
  sql`SELECT ticket_id, base_version, area_id, at, number FROM check_ins INDEXED BY check_ins_exits
  WHERE session_id = ${SESSION_ID} AND ${isLiveExit}`,
  ON_BASE,
  sql`${IS_ON_BASE} AND area_id = ${AREA_ID}`,
)

const tallies = kind(
  'others',
  'tally',
  [{ name: 'number', first: 0 }],
  sql`SELECT number, at, area_id, people FROM check_ins INDEXED BY check_ins_tallies
  WHERE session_id = ${SESSION_ID} AND type = 'Tally' AND ${isLiveTally}`,
  sql``,
  sql`iif(area_id = ${AREA_ID}, people, 0)`,
)

/**
 * Live check-ins and exits, and check-ins by other parts of the platform with a time. Those are found in the
 * ticket, or in its base if an earlier check-in decides the ticket’s state. Who enters an area from outside
 * enters the venue too.
 */
const OF_VENUE = [
  kind(
    'entered',
    'checkIn',
    [...TICKET_AND_BASE, AT, { name: 'id', first: '' }],
    sql`SELECT ticket_id, base_version, at, id, was_inside FROM check_ins INDEXED BY check_ins_live
  WHERE session_id = ${SESSION_ID} AND ${isLive('check_ins.')}`,
    ON_BASE,
    sql`${IS_ON_BASE} AND was_inside = 0`,
  ),
  kind(
    'entered',
    'ticket',
    [AT, { name: 'key', first: 0 }],
    sql`SELECT key, checked_in_at AS at FROM tickets INDEXED BY tickets_checked_in_elsewhere
  WHERE session_number = ${SESSION_NUMBER} AND status = 'CheckedIn' AND device IS NULL
    AND checked_in_at IS NOT NULL`,
  ),
  kind(
    'entered',
    'base',
    [{ name: 'base', first: 0 }],
    sql`SELECT rowid AS base, ticket_id, base_checked_in_at AS at
  FROM ticket_bases INDEXED BY ticket_bases_checked_in_again
  WHERE session_id = ${SESSION_ID} AND base_status = 'CheckedIn' AND device IS NOT NULL AND covered = 0`,
    sql`
  LEFT JOIN tickets ON tickets.id = part.ticket_id AND +tickets.session_number = ${SESSION_NUMBER}
    AND at IS NOT NULL`,
    sql`tickets.id IS NOT NULL`,
  ),
  exits,
  tallies,
]

const OF_AREA = [
  kind(
    'entered',
    'checkIn',
    [...TICKET_AND_BASE, { name: 'area_id', first: '' }, AT, { name: 'id', first: '' }],
    sql`SELECT ticket_id, base_version, area_id, at, id FROM check_ins INDEXED BY check_ins_live_in_areas
  WHERE session_id = ${SESSION_ID} AND ${isLive('check_ins.')} AND area_id <> ''`,
    ON_BASE,
    sql`${IS_ON_BASE} AND area_id = ${AREA_ID}`,
  ),
  exits,
  tallies,
]

const session = prepare<{ allowed: number | null; version: string }>(selectVersionWith(sql`sessions.id`))

const sumOf = (rows: readonly Movements[], figure: Figure): number =>
  rows.reduce((sum, row) => sum + row[figure], 0)

/** The latest quarter hours; the first includes all earlier movements. */
const limited = (rows: readonly Movements[]): Movements[] => {
  const early = rows.slice(0, Math.max(rows.length - MAX_QUARTERS + 1, 1))
  const from = early.at(-1)?.from
  if (from === undefined) return []
  const [entered, left, others] = FIGURES.map((figure) => sumOf(early, figure)) as [number, number, number]
  return [{ from, entered, left, others }, ...rows.slice(early.length)]
}

/** Sums up parts of all kinds until all are read. */
const collector = (kinds: typeof OF_VENUE, limit: number) => {
  const quarters = new Map<number, Movements>()
  let unread = kinds.map((one) => ({ ...one, values: one.first }))
  return {
    isDone: () => unread.length === 0,
    statements: () => unread.map(({ statement }) => statement),
    values: () => Object.assign({ limit }, ...unread.map(({ values }) => values)),
    add: (parts: readonly (readonly PartRow[])[]): void => {
      unread = unread.flatMap((one, index) => {
        const rows = parts[index] ?? []
        for (const { from, amount } of rows) {
          const quarter = quarters.get(from) ?? { from, entered: 0, left: 0, others: 0 }
          quarters.set(from, { ...quarter, [one.figure]: quarter[one.figure] + amount })
        }
        if (rows.reduce((sum, { seen }) => sum + seen, 0) < limit) return []
        const [last] = rows.toSorted((a, b) => (a.last < b.last ? 1 : -1))
        return last === undefined ? [] : [{ ...one, values: one.after(last.last) }]
      })
    },
    data: () =>
      [...quarters.values()]
        .filter((quarter) => FIGURES.some((figure) => quarter[figure] !== 0))
        .toSorted((a, b) => a.from - b.from),
  }
}

/**
 * Reads the movements by quarter hour: at most three rows for each movement, and one round trip for those
 * of a kind that fit in one part.
 *
 * @throws AppError `session_not_found`, also for non-members; `forbidden` for staff of another event
 */
export const listMovements = async (
  db: Database,
  { subject, sessionId, areaId, knownVersions }: MovementsQuery,
): Promise<MovementsPlot> => {
  const known = knownVersions === 'any' ? [] : knownVersions
  const values = { ...sessionValues(subject, sessionId, known), areaId: areaId ?? '' }
  const read = async (limit: number): Promise<MovementsPlot> => {
    const collected = collector(areaId === undefined ? OF_VENUE : OF_AREA, limit)
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
    () => read(partSize(db).movements),
    () => read(NO_LIMIT),
  )
}
