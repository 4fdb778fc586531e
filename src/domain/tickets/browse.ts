// The statement for a page of a session's tickets without a search. It reads at most one index row beyond
// each range and two rows for each ticket on the page (index and table), whatever the size of the session.
import { type SQL, sql } from 'drizzle-orm'
import { isBackwards, limit, offset, orderedKeyset, type StatementShape, window } from './keysets.ts'
import { withSession } from './known-versions.ts'
import { TICKET_COLUMNS } from './ticket.ts'

/** CROSS JOIN keeps the order of the keyset. */
const selectTickets = (
  shape: StatementShape,
  keyset: SQL,
  more: SQL = sql``,
): SQL => sql`${withSession(shape.status)}
SELECT ${TICKET_COLUMNS}${more}
FROM (${keyset}
  ) AS page
  CROSS JOIN tickets ON tickets.key = page.ticket_key`

/**
 * A page by its number, counted in the index from the nearer end of the list. Counted from the far end it
 * comes last ticket first, and each row says so: sorting the page would read each of its rows once more.
 */
const selectNumberedPage = (shape: StatementShape): SQL => {
  const isNearStart = sql`${offset} * 2 <= total`
  const fromStart = orderedKeyset(
    shape,
    false,
    window(sql`(SELECT CASE WHEN ${isNearStart} THEN ${limit} ELSE 0 END FROM session)`, offset),
  )
  const fromEnd = orderedKeyset(
    shape,
    true,
    window(
      sql`(SELECT CASE WHEN ${isNearStart} THEN 0 ELSE max(0, min(${limit}, total - ${offset})) END FROM session)`,
      sql`(SELECT max(0, total - ${offset} - ${limit}) FROM session)`,
    ),
  )
  return selectTickets(
    shape,
    sql`
  SELECT *, 0 AS is_reversed FROM (${fromStart})
  UNION ALL
  SELECT *, 1 FROM (${fromEnd})`,
    sql`, page.is_reversed AS "isReversed"`,
  )
}

/** Builds the statement of a shape. Its rows are tickets. */
export const browseStatement = (shape: StatementShape): SQL =>
  shape.paging === 'number'
    ? selectNumberedPage(shape)
    : selectTickets(shape, orderedKeyset(shape, isBackwards(shape), window(limit)))
