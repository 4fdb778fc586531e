// The statement for a page of what a search finds in a session.
//
// To sort all matches, each matching ticket must be read. Where a search matches many tickets, the first
// tickets of the list's order are likely to contain a full page of matches. So the statement takes the first
// candidates from the sort index, keeps those that match, and sorts all matches only if the candidates do not
// fill the page.
//
// Why this gives the same page: the candidates are the first tickets in the order (or the first beyond the
// position). Any match that is not among them comes after all of them. So the matching candidates are the
// first matches, and if they fill the page, they are the page.
import { type SQL, sql } from 'drizzle-orm'
import { value } from '../../db/prepared.ts'
import { TICKET_KEY_BITS } from '../../db/schema/tickets.ts'
import type { TicketStatus } from '../check-ins/rule.ts'
import {
  isBackwards,
  limit,
  offset,
  orderedKeyset,
  pageCondition,
  type StatementShape,
  window,
} from './keysets.ts'
import { withSession } from './known-versions.ts'
import { keysetColumns, keysetOrder } from './sort.ts'
import { TICKET_COLUMNS } from './ticket.ts'
import { isSpaceless, type SearchGroup } from './words.ts'

/**
 * How many candidates are taken for each one that is expected to be needed. The first three pages of 20 among
 * 6,250 random matches in 100,000 tickets read, on average, 29,500 rows with a factor of 1 (every second try
 * fails), 13,900 with 1.5, 14,100 with 2 and 14,800 with 3.
 */
const CANDIDATE_FACTOR = 1.5

/**
 * How many matches there must be for each candidate. A try costs a row for each candidate and each match, so
 * one that fails adds at most 1.25 rows a match to the four of sorting all. With 8 instead of 4, the same
 * pages read 20,900 rows, because fewer of them are tried.
 */
const MATCHES_PER_CANDIDATE = 4

/** Stands in a match expression for the prefix of the session's added words. No word contains it. */
const SALT_PLACEHOLDER = '#'

const BITS = sql.raw(String(TICKET_KEY_BITS))

/**
 * Conditions that select the matches in the session `number` from the search index. A session is a range of
 * keys, and SQLite reads the index within it only if the bounds are integers (a bound number is a float, and
 * the whole index would be read).
 */
const IS_MATCH = sql`ticket_search MATCH replace(${value('match')}, '${sql.raw(SALT_PLACEHOLDER)}', printf('|%015d', number))
      AND ticket_search.rowid BETWEEN (number << ${BITS}) + 1 AND (number + 1 << ${BITS}) - 1`

/**
 * Words that begin with `beginning`, added words included. One letter begins no joined word that has no other
 * word with it.
 *
 * Each word stands in quotes, so that none is an operator of FTS5.
 */
const wordsFrom = (beginning: string): string =>
  beginning.length < 2 && !isSpaceless(beginning)
    ? `"${beginning}"*`
    : `"${beginning}"* OR "${SALT_PLACEHOLDER}${beginning}"*`

/**
 * Lets the entry of each session match as well, so that looking for a common ticket stops at the next
 * session.
 */
const orSession = (expression: string): string => `(${expression} OR "|")`

const matchGroup = ({ parts, joined }: SearchGroup): string => {
  const [first, ...others] = parts.map((variants) => variants.map(wordsFrom).join(' OR '))
  if (others.length === 0) return first as string
  const all = [first as string, ...others].map(orSession).join(' AND ')
  return `(${all}) OR ${joined.map(wordsFrom).join(' OR ')}`
}

/** The full-text query for tickets that have what each of the groups asks for. */
export const matchExpression = (groups: readonly SearchGroup[]): string =>
  groups.length === 1
    ? matchGroup(groups[0] as SearchGroup)
    : groups.map(matchGroup).map(orSession).join(' AND ')

const isOfStatus = (status: TicketStatus | undefined): SQL =>
  status === undefined ? sql`true` : sql.raw(`tickets.status = '${status}'`)

/** Counts the matches in the session `number` of the query around it. */
const countMatches = (status: TicketStatus | undefined): SQL =>
  status === undefined
    ? sql`SELECT count(*) FROM ticket_search WHERE ${IS_MATCH}`
    : sql`SELECT count(*) FROM ticket_search CROSS JOIN tickets ON tickets.key = ticket_search.rowid
    WHERE ${IS_MATCH} AND ${isOfStatus(status)}`

/** The keyset of a page from the matches for which `condition` holds, by reading and sorting each of them. */
const sortedKeyset = (shape: StatementShape, condition: SQL, rows: SQL): SQL => sql`
  SELECT ${keysetColumns(shape.sort)}
  FROM session CROSS JOIN ticket_search CROSS JOIN tickets ON tickets.key = ticket_search.rowid
  WHERE ${IS_MATCH} ${condition} AND ${isOfStatus(shape.status)} ${pageCondition(shape)}
  ORDER BY ${keysetOrder(shape.sort, isBackwards(shape))}
  ${window(rows, offset)}`

const [factor, matchesPerCandidate] = [CANDIDATE_FACTOR, MATCHES_PER_CANDIDATE].map((value) =>
  sql.raw(String(value)),
)

/** NULL if there is no match. */
const candidateCount = sql`CAST(${factor} * (${limit} + ${offset}) * total / match_count AS INTEGER)`

/** A page after the last match reads no ticket. */
const rowsWanted = sql`CASE WHEN ${offset} < match_count THEN ${limit} END`

/** The page from the candidates. It is empty if they would be too many to be worth a try. */
const candidatePage = (shape: StatementShape): SQL => {
  const candidates = orderedKeyset(
    shape,
    isBackwards(shape),
    window(sql`(SELECT ${candidateCount} FROM session)`),
  )
  // The unary plus keeps SQLite from looking each candidate up in the search index.
  const isCandidate = sql`AND +ticket_search.rowid IN (SELECT ticket_key FROM (${candidates}))`
  const rows = sql`(SELECT ${rowsWanted} FROM session WHERE ${candidateCount} <= match_count / ${matchesPerCandidate})`
  return sortedKeyset(shape, isCandidate, rows)
}

/** The candidates' page if it is full, else the page from all matches. */
const firstFullPage = (shape: StatementShape): SQL => {
  const isFull = sql`(SELECT count(*) FROM candidate_page) = ${limit}`
  const rows = sql`(SELECT CASE WHEN NOT ${isFull} THEN ${rowsWanted} END FROM session)`
  return sql`
    SELECT ticket_key FROM candidate_page WHERE ${isFull}
    UNION ALL
    SELECT ticket_key FROM (${sortedKeyset(shape, sql``, rows)})`
}

/** Writes the statement of a shape. Its first row has the number of matches; the others are the tickets. */
export const searchStatement = (shape: StatementShape): SQL => {
  const matchCount = sql`, (${countMatches(shape.status)}) AS match_count`
  return sql`${withSession(shape.status, matchCount)},
candidate_page AS MATERIALIZED (${candidatePage(shape)}
)
SELECT match_count AS "matchCount", ${TICKET_COLUMNS}
FROM session LEFT JOIN tickets ON tickets.key = NULL
UNION ALL
SELECT NULL, ${TICKET_COLUMNS}
FROM (${firstFullPage(shape)}
  ) AS page
  CROSS JOIN tickets ON tickets.key = page.ticket_key`
}
