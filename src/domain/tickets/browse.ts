// A page of the list without a search. It reads at most one index row beyond each range and two rows per
// ticket on the page (index and table), whatever the size of the session. Of a ticket type it also reads one
// index row per ticket, to count them.
import { type SQL, sql } from 'drizzle-orm'
import { value } from '../../db/prepared.ts'
import { STATUSES } from '../check-in-rule.ts'
import { ticketCount } from '../ticket-counts.ts'
import {
  type Filter,
  isBackwards,
  isOfType,
  limit,
  offset,
  orderedKeyset,
  type StatementShape,
  window,
} from './keysets.ts'
import { withSession, withSessionUpTo } from './known-versions.ts'
import { PACKED_TICKET } from './ticket.ts'

/** CROSS JOIN keeps the order of the keyset. */
const ticketsOf = (keyset: SQL): SQL => sql`
FROM (${keyset}
  ) AS page
  CROSS JOIN tickets ON tickets.key = page.ticket_key`

const keysetOf = (shape: StatementShape, rows = limit): SQL =>
  orderedKeyset(shape, isBackwards(shape), window(rows))

/** The first or last page, or that next to a position. */
export const selectPage = (shape: StatementShape): SQL => sql`${withSession(shape.status)}
SELECT ${PACKED_TICKET}${ticketsOf(keysetOf(shape))}`

/** Of a type, in the session of the surrounding query. Nothing else counts them. */
const countOfType = (filter: Filter): SQL => {
  const statuses = filter.status === undefined ? STATUSES : [filter.status]
  return sql`(SELECT count(*) FROM tickets WHERE session_number = sessions.number
    AND status IN (${sql.raw(statuses.map((status) => `'${status}'`).join(', '))})${isOfType(filter)})`
}

/**
 * The keyset of a page by number, counted in the index from the nearer end of the list. From the far end it
 * comes in reverse, and each row says so: sorting the page would read its rows once more.
 */
const numberedKeyset = (shape: StatementShape): SQL => {
  const isNearStart = sql`${offset} * 2 <= total`
  const canSkip = (rows: SQL): SQL => sql`${rows} <= ${value('maxSkipped')}`
  const fromStart = orderedKeyset(
    shape,
    false,
    window(
      sql`(SELECT CASE WHEN ${isNearStart} AND ${canSkip(offset)} THEN ${limit} ELSE 0 END FROM session)`,
      offset,
    ),
  )
  const fromEnd = orderedKeyset(
    shape,
    true,
    window(
      sql`(SELECT CASE WHEN NOT ${isNearStart} AND ${canSkip(sql`total - ${offset} - ${limit}`)}
        THEN max(0, min(${limit}, total - ${offset})) ELSE 0 END FROM session)`,
      sql`(SELECT max(0, total - ${offset} - ${limit}) FROM session)`,
    ),
  )
  return sql`
  SELECT *, 0 AS is_reversed FROM (${fromStart})
  UNION ALL
  SELECT *, 1 FROM (${fromEnd})`
}

/** The first row has the number of tickets of the type; the others are tickets. */
const selectCountedPage = (shape: StatementShape): SQL => {
  const [keyset, isReversed] =
    shape.paging === 'number'
      ? [numberedKeyset(shape), sql`page.is_reversed`]
      : [keysetOf(shape, sql`(SELECT ${limit} FROM session)`), sql`0`]
  return sql`${withSessionUpTo(countOfType(shape))}
SELECT total AS "matchCount", ${PACKED_TICKET}, 0 AS "isReversed"
FROM session LEFT JOIN tickets ON tickets.key = NULL
UNION ALL
SELECT NULL, ${PACKED_TICKET}, ${isReversed}${ticketsOf(keyset)}`
}

export const browseStatement = (shape: StatementShape): SQL => {
  if (shape.ofType) return selectCountedPage(shape)
  return shape.paging === 'number'
    ? sql`${withSessionUpTo(ticketCount(shape.status))}
SELECT ${PACKED_TICKET}, page.is_reversed AS "isReversed"${ticketsOf(numberedKeyset(shape))}`
    : selectPage(shape)
}
