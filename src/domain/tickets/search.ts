// A page of the tickets that match a search.
//
// Sorting all matches requires reading each of them. If many tickets match, the first tickets of the sort
// order probably contain a full page. So the statement takes candidates from the sort index, keeps those that
// match, and sorts all matches only if these do not fill the page.
//
// The page is the same: candidates are the first tickets in the order (or beyond the position), so every
// other match comes after them, and a full page of matching candidates is the page.
//
// If very many tickets match, sorting them would take longer than other requests can wait. Then the statement
// walks along the sort index until it has found a page. In a large session that can take long as well:
// cut.ts does it in parts.
//
// Within a ticket type the order is that of the keys, in which the search index gives its matches.
import { type SQL, sql } from 'drizzle-orm'
import { value } from '../../db/prepared.ts'
import { TICKET_KEY_BITS } from '../../db/schema/tickets.ts'
import { ticketCount } from '../ticket-counts.ts'
import {
  type Filter,
  isBackwards,
  isOfType,
  limit,
  offset,
  orderedKeyset,
  pageCondition,
  type StatementShape,
  window,
} from './keysets.ts'
import { withSessionUpTo } from './known-versions.ts'
import { keysetColumns, keysetOrder } from './sort.ts'
import { PACKED_TICKET } from './ticket.ts'
import { isSpaceless, type SearchGroup } from './words.ts'

/**
 * Candidates per ticket that is expected to be needed. The first three pages of 20 among 6,250 random matches
 * in 100,000 tickets read, on average, 29,500 rows with a factor of 1 (half of the tries fail), 13,900 with
 * 1.5, 14,100 with 2 and 14,800 with 3.
 */
const CANDIDATE_FACTOR = 1.5

/**
 * Matches per candidate that make a try worthwhile. It costs a row per candidate and match, so a failed one
 * adds at most 1.25 rows per match to the four of sorting all. With 8 instead of 4, fewer pages are tried,
 * and the same pages read 20,900 rows.
 */
const MATCHES_PER_CANDIDATE = 4

/** Sorting a match reads three rows. With counting and a failed try, this many stay below 25,000. */
export const MAX_SORTED = 4_000

/** Searches, numbered pages and ticket types in larger sessions are heavy, and are read in parts. */
export const MAX_LIGHT_TICKETS = 20_000

/** Placeholder for the prefix of the session’s added words. No word contains it. */
const SALT_PLACEHOLDER = '#'

/** Follows the prefix in front of words from a script without spaces. */
const SPACELESS_FILLER = '||||||'

const BITS = sql.raw(String(TICKET_KEY_BITS))

/**
 * The matches in a session. It is a range of keys, but SQLite reads the index within it only if the bounds
 * are integers; bound numbers are floats, which would read the whole index.
 */
const isMatchIn = (
  number: SQL,
): SQL => sql`ticket_search MATCH replace(${value('match')}, '${sql.raw(SALT_PLACEHOLDER)}', printf('|%09x', ${number}))
      AND ticket_search.rowid BETWEEN (${number} << ${BITS}) + 1 AND (${number} + 1 << ${BITS}) - 1`

/** The matches in the session `number` of the surrounding query. */
export const IS_MATCH = isMatchIn(sql`number`)

/**
 * Words with this beginning, added words included. A single letter begins no joined word that would not be
 * found without it. Quotes keep words from being FTS5 operators.
 */
const wordsFrom = (beginning: string): string => {
  const joined = beginning.length < 2 ? [] : [SALT_PLACEHOLDER]
  const spaceless = isSpaceless(beginning) ? [SALT_PLACEHOLDER + SPACELESS_FILLER] : []
  return ['', ...joined, ...spaceless].map((prefix) => `"${prefix}${beginning}"*`).join(' OR ')
}

/**
 * Also matches the marker entry of each session, so that looking
 * for a common ticket stops at the next session.
 */
const orSession = (expression: string): string => `(${expression} OR "|")`

const matchGroup = ({ parts, joined }: SearchGroup): string => {
  const [first, ...others] = parts.map((variants) => variants.map(wordsFrom).join(' OR '))
  if (others.length === 0) return first as string
  const all = [first as string, ...others].map(orSession).join(' AND ')
  return `(${all}) OR ${joined.map(wordsFrom).join(' OR ')}`
}

/** The full-text query for tickets that match all groups. */
export const matchExpression = (groups: readonly SearchGroup[]): string =>
  groups.length === 1
    ? matchGroup(groups[0] as SearchGroup)
    : groups.map(matchGroup).map(orSession).join(' AND ')

/** The same for the session with this number. */
export const matchIn = (groups: readonly SearchGroup[], number: number): string =>
  matchExpression(groups).replaceAll(SALT_PLACEHOLDER, `|${number.toString(16).padStart(9, '0')}`)

export const isFiltered = ({ status, ofType }: Filter): boolean => status !== undefined || ofType

export const meetsFilter = (filter: Filter): SQL =>
  sql`${sql.raw(filter.status === undefined ? 'true' : `tickets.status = '${filter.status}'`)}${isOfType(filter)}`

const maxMatches = value('maxMatches')

/**
 * Counts the matches in the session `number` of the surrounding query; NULL if there are more than
 * `maxMatches`, whatever the filter.
 */
const countMatches = (filter: Filter): SQL => {
  const matches = sql`(SELECT ticket_search.rowid AS match_key FROM ticket_search WHERE ${IS_MATCH} LIMIT ${maxMatches} + 1)`
  return isFiltered(filter)
    ? sql`SELECT iif(count(*) > ${maxMatches}, NULL, count(*) FILTER (WHERE ${meetsFilter(filter)}))
    FROM ${matches} CROSS JOIN tickets ON tickets.key = match_key`
    : sql`SELECT iif(count(*) > ${maxMatches}, NULL, count(*)) FROM ${matches}`
}

/** The keyset of a page from the matches that meet `condition`, by reading and sorting each. */
const sortedKeyset = (shape: StatementShape, condition: SQL, rows: SQL): SQL => sql`
  SELECT ${keysetColumns(shape.sort)}
  FROM session CROSS JOIN ticket_search CROSS JOIN tickets ON tickets.key = ticket_search.rowid
  WHERE ${IS_MATCH} ${condition} AND ${meetsFilter(shape)} ${pageCondition(shape)}
  ORDER BY ${keysetOrder(shape.sort, isBackwards(shape))}
  ${window(rows, offset)}`

const [factor, matchesPerCandidate] = [CANDIDATE_FACTOR, MATCHES_PER_CANDIDATE].map((value) =>
  sql.raw(String(value)),
)

/** NULL without a match. */
const candidateCount = sql`CAST(${factor} * (${limit} + ${offset}) * total / match_count AS INTEGER)`

/** A page past the last match reads no ticket. */
const rowsWanted = sql`CASE WHEN ${offset} < match_count THEN ${limit} END`

/** If half of the tickets match, the walk is never longer than sorting the matches. */
const isWalked = sql`(total <= 2 * match_count
      OR match_count > ${sql.raw(String(MAX_SORTED))} AND size <= ${sql.raw(String(MAX_LIGHT_TICKETS))})`

/** The page from the candidates; empty if there would be too many to be worth a try. */
const candidatePage = (shape: StatementShape): SQL => {
  const candidates = orderedKeyset(
    shape,
    isBackwards(shape),
    window(sql`(SELECT ${candidateCount} FROM session)`),
  )
  // The unary plus keeps SQLite from looking up each candidate in the search index.
  const isCandidate = sql`AND +ticket_search.rowid IN (SELECT ticket_key FROM (${candidates}))`
  const rows = sql`(SELECT ${rowsWanted} FROM session
    WHERE ${candidateCount} <= match_count / ${matchesPerCandidate} AND NOT ${isWalked})`
  return sortedKeyset(shape, isCandidate, rows)
}

/** The keyset of a page, by walking along the sort index. LIMIT -1 makes SQLite stop when it has the page. */
const walkedKeyset = (shape: StatementShape, rows: SQL): SQL => sql`
  SELECT ticket_key FROM (${orderedKeyset(shape, isBackwards(shape), sql`LIMIT -1`)})
  WHERE +ticket_key IN (SELECT ticket_search.rowid FROM session CROSS JOIN ticket_search WHERE ${IS_MATCH})
  ${window(rows, offset)}`

/**
 * The candidates' page if it is full, else the page from all matches; nothing if those are too many to be
 * sorted or walked to.
 */
const firstFullPage = (shape: StatementShape): SQL => {
  const isFull = sql`(SELECT count(*) FROM candidate_page) = ${limit}`
  const rowsIf = (condition: SQL): SQL =>
    sql`(SELECT CASE WHEN ${condition} THEN ${rowsWanted} END FROM session)`
  const isSorted = sql`NOT ${isWalked} AND match_count <= ${value('maxSorted')} AND NOT ${isFull}`
  return sql`
    SELECT ticket_key FROM candidate_page WHERE ${isFull}
    UNION ALL
    SELECT ticket_key FROM (${sortedKeyset(shape, sql``, rowsIf(isSorted))})
    UNION ALL
    SELECT ticket_key FROM (${walkedKeyset(shape, rowsIf(isWalked))})`
}

/** The keyset of a page of a ticket type: the first matches by key, or the last, until it has the page. */
const matchesByKey = (shape: StatementShape): SQL => sql`
    SELECT tickets.key AS ticket_key
    FROM ticket_search CROSS JOIN tickets ON tickets.key = ticket_search.rowid
    WHERE ${isMatchIn(sql`(SELECT number FROM session)`)} AND ${meetsFilter(shape)} ${pageCondition(shape)}
    ORDER BY ticket_search.rowid ${sql.raw(shape.sort.descending === isBackwards(shape) ? '' : 'DESC')}
    ${window(sql`(SELECT ${rowsWanted} FROM session)`, offset)}`

/** The first row has the number of matches; the others are tickets. */
export const searchStatement = (shape: StatementShape): SQL => {
  const matchCount = sql`, (${countMatches(shape)}) AS match_count`
  const session = withSessionUpTo(ticketCount(shape.status), matchCount)
  const candidates = sql`,
candidate_page AS MATERIALIZED (${candidatePage(shape)}
)`
  return sql`${session}${shape.ofType ? sql`` : candidates}
SELECT match_count AS "matchCount", ${PACKED_TICKET}
FROM session LEFT JOIN tickets ON tickets.key = NULL
UNION ALL
SELECT NULL, ${PACKED_TICKET}
FROM (${shape.ofType ? matchesByKey(shape) : firstFullPage(shape)}
  ) AS page
  CROSS JOIN tickets ON tickets.key = page.ticket_key`
}
