// Pages of a large session that would read too much at once: a search with very many matches, a page by
// number far from both ends, and the tickets of a type, which must be counted. They are read in parts, so
// that other requests wait for one part at most.
import { sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { integer, type Prepared, value } from '../../db/prepared.ts'
import { TICKET_KEY_BITS } from '../../db/schema/tickets.ts'
import { selectPage } from './browse.ts'
import {
  type Filter,
  isBackwards,
  limit,
  offset,
  orderedKeyset,
  pageCondition,
  type StatementShape,
  window,
} from './keysets.ts'
import { withSession } from './known-versions.ts'
import { type PartSize, readNextPart } from './parts.ts'
import { IS_MATCH, isFiltered, meetsFilter } from './search.ts'
import { comparableOf, keysetColumns, keysetOrder, type Position, positionValues } from './sort.ts'
import { buildOnce, nameOf, sessionFor } from './statements.ts'
import { PACKED_TICKET, type Ticket, unpackTicket } from './ticket.ts'

/** A row of a keyset, with the sort's columns. */
type Entry = { ticket_key: number; sort_0?: string | number; sort_1?: string | number }

const toPosition = ({ ticket_key: key, sort_0, sort_1 }: Entry): Position => ({
  key,
  values: [sort_0, sort_1].filter((value) => value !== undefined),
})

/** What all parts of one page have in common. */
export type Cut = {
  db: Database
  shape: StatementShape
  values: Record<string, unknown>
  version: string
  size: PartSize
}

const readPart = <Rows extends readonly unknown[]>(
  { db, shape, values, version }: Cut,
  statements: { [Index in keyof Rows]: Prepared<Rows[Index]> },
  more: Record<string, unknown>,
) => readNextPart<Rows>(db, sessionFor(shape.status), statements, { ...values, ...more }, version)

/** The next matches by key. */
const MATCHES = sql`(
    SELECT ticket_search.rowid AS match_key FROM session CROSS JOIN ticket_search
    WHERE ${IS_MATCH} AND ticket_search.rowid > ${integer('afterMatch')}
    ORDER BY ticket_search.rowid LIMIT ${value('matchesPerPart')})`

/** How many matches a part has, the last of them, and how many of them have the status. */
type PartCount = { seen: number; last: number | null; found: number }

const countPart = (filter: Filter) =>
  buildOnce<PartCount>(`count part ${filter.status} ${filter.ofType}`, () =>
    isFiltered(filter)
      ? sql`${withSession(filter.status)}
SELECT count(*) AS seen, max(match_key) AS last, count(*) FILTER (WHERE ${meetsFilter(filter)}) AS found
FROM ${MATCHES} CROSS JOIN tickets ON tickets.key = match_key`
      : sql`${withSession(undefined)}
SELECT count(*) AS seen, max(match_key) AS last, count(*) AS found FROM ${MATCHES}`,
  )

/** The first matches of a part in the order of the list. */
const sortPart = (shape: StatementShape) => {
  const { sort, status } = shape
  return buildOnce<Entry>(
    `sort part ${nameOf(shape)}`,
    () =>
      sql`${withSession(status)}
SELECT ${keysetColumns(sort)} FROM ${MATCHES} CROSS JOIN tickets ON tickets.key = match_key
WHERE ${meetsFilter(shape)} ${pageCondition(shape)}
ORDER BY ${keysetOrder(sort, isBackwards(shape))}
${window(limit)}`,
  )
}

/** Tickets by key, in the order of the keys. */
const byKey = buildOnce<Ticket>(
  'by key',
  () =>
    sql`${withSession(undefined)}
SELECT ${PACKED_TICKET} FROM session CROSS JOIN json_each(${value('keys')}) AS listed
  CROSS JOIN tickets ON tickets.key = listed.value
WHERE tickets.key >> ${sql.raw(String(TICKET_KEY_BITS))} = session.number
ORDER BY listed.key`,
  unpackTicket,
)

const readByKey = async (cut: Cut, entries: readonly Entry[]): Promise<Ticket[]> => {
  const keys = JSON.stringify(entries.map(({ ticket_key }) => ticket_key))
  const [tickets] = await readPart<[Ticket]>(cut, [byKey], { keys })
  return tickets
}

type Ranked = Entry & { comparable: Position['values'] }

/** The first of two runs that are in the order of the list. */
const merge = (
  a: readonly Ranked[],
  b: readonly Ranked[],
  isBefore: (a: Ranked, b: Ranked) => boolean,
  most: number,
): readonly Ranked[] => {
  const merged: Ranked[] = []
  for (let [left, right] = [0, 0]; merged.length < most; ) {
    const [one, other] = [a[left], b[right]]
    if (one === undefined && other === undefined) break
    const isLeft = other === undefined || (one !== undefined && isBefore(one, other))
    merged.push((isLeft ? one : other) as Ranked)
    if (isLeft) left += 1
    else right += 1
  }
  return merged
}

/** Collects the first entries of sorted runs. Merging runs of about the same length copies each seldom. */
const collector = (shape: StatementShape, most: number) => {
  const isAscending = shape.sort.descending === isBackwards(shape)
  const isBefore = (a: Ranked, b: Ranked): boolean => {
    for (const [index, value] of a.comparable.entries()) {
      const other = b.comparable[index] as string | number
      if (value !== other) return value < other === isAscending
    }
    return a.ticket_key < b.ticket_key === isAscending
  }
  let runs: (readonly Ranked[])[] = []
  const mergeLast = (): void => {
    const [a = [], b = []] = runs.slice(-2)
    runs = [...runs.slice(0, -2), merge(a, b, isBefore, most)]
  }
  return {
    add: (entries: readonly Entry[]): void => {
      runs.push(
        entries.map((entry) => ({
          ...entry,
          comparable: comparableOf(shape.sort, toPosition(entry).values),
        })),
      )
      while (runs.length > 1 && (runs.at(-2)?.length ?? 0) <= 2 * (runs.at(-1)?.length ?? 0)) mergeLast()
    },
    first: (): readonly Entry[] => {
      while (runs.length > 1) mergeLast()
      return runs[0] ?? []
    },
  }
}

/**
 * A page of a search, from parts of the matches by key.
 *
 * @throws ListMoved
 */
export const searchInParts = async (
  cut: Cut,
  rows: number,
  skipped: number,
): Promise<{ totalCount: number; tickets: Ticket[] }> => {
  const { shape, size } = cut
  const most = skipped + rows
  const collected = collector(shape, most)
  let [totalCount, afterMatch] = [0, 0]
  for (;;) {
    const [[counted], entries] = await readPart<[PartCount, Entry]>(
      cut,
      [countPart(shape), sortPart(shape)],
      { afterMatch, matchesPerPart: size.matches, limit: Math.min(most, size.matches) },
    )
    const { seen = 0, last = 0, found = 0 } = counted ?? {}
    totalCount += found
    collected.add(entries)
    if (seen < size.matches || last === null) break
    afterMatch = last
  }
  const tickets = await readByKey(cut, collected.first().slice(skipped))
  return { totalCount, tickets: isBackwards(shape) ? tickets.toReversed() : tickets }
}

/** Entries of the sort index, next to a position or from an end. */
const walkPart = (shape: StatementShape) =>
  buildOnce<Entry>(
    `walk part ${nameOf(shape)}`,
    () =>
      sql`${withSession(shape.status)}
SELECT * FROM (${orderedKeyset(shape, isBackwards(shape), window(limit, offset))})`,
  )

/**
 * A page by number, counted from the nearer end in parts of the sort index.
 *
 * @throws ListMoved
 */
export const walkInParts = async (
  cut: Cut,
  rows: number,
  skipped: number,
  total: number,
): Promise<Ticket[]> => {
  const isNearStart = skipped * 2 <= total
  const left = Math.max(0, Math.min(rows, total - skipped))
  let toSkip = isNearStart ? skipped : Math.max(0, total - skipped - rows)
  let entry: Entry | undefined
  const walk = async (limit: number, offset: number): Promise<Entry[]> => {
    const [fromEnd, onwards] = isNearStart ? (['first', 'next'] as const) : (['last', 'prev'] as const)
    const shape = { ...cut.shape, paging: entry === undefined ? fromEnd : onwards }
    const position = entry && positionValues(toPosition(entry))
    const [entries] = await readPart<[Entry]>(cut, [walkPart(shape)], { ...position, limit, offset })
    return entries
  }
  const { maxSkipped } = cut.size
  while (toSkip > maxSkipped) {
    ;[entry] = await walk(1, maxSkipped - 1)
    if (entry === undefined) return []
    toSkip -= maxSkipped
  }
  const entries = await walk(left, toSkip)
  return readByKey(cut, isNearStart ? entries : entries.toReversed())
}

/** The next tickets of a type by key: how many, and the last. */
const countTypePart = ({ status }: Filter) => {
  const shape = { sort: { key: 'key', descending: false }, status, ofType: true, paging: 'next' } as const
  return buildOnce<{ seen: number; last: number | null }>(
    `count type part ${status}`,
    () =>
      sql`${withSession(status)}
SELECT count(*) AS seen, max(ticket_key) AS last
FROM (${orderedKeyset(shape, false, window(value('maxSkipped')))})`,
  )
}

/**
 * A page of the tickets of a type.
 *
 * @throws ListMoved
 */
export const typeInParts = async (
  cut: Cut,
  rows: number,
  skipped: number,
): Promise<{ totalCount: number; tickets: Ticket[] }> => {
  const { shape } = cut
  const { maxSkipped } = cut.size
  let [totalCount, positionKey] = [0, 0]
  for (;;) {
    const [[counted]] = await readPart<[{ seen: number; last: number | null }]>(cut, [countTypePart(shape)], {
      ...{ positionKey, maxSkipped },
    })
    totalCount += counted?.seen ?? 0
    if (counted === undefined || counted.seen < maxSkipped || counted.last === null) break
    positionKey = counted.last
  }
  if (shape.paging === 'number')
    return { totalCount, tickets: await walkInParts(cut, rows, skipped, totalCount) }
  const page = buildOnce<Ticket>(`page part ${nameOf(shape)}`, () => selectPage(shape), unpackTicket)
  const [tickets] = await readPart<[Ticket]>(cut, [page], {})
  return { totalCount, tickets: isBackwards(shape) ? tickets.toReversed() : tickets }
}
