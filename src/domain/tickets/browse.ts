// A page of the list without a search. It reads at most one index row beyond each range and two rows per
// ticket on the page (index and table), whatever the size of the session.
import { type SQL, sql } from 'drizzle-orm'
import { value } from '../../db/prepared.ts'
import { isBackwards, limit, offset, orderedKeyset, type StatementShape, window } from './keysets.ts'
import { withSession, withSessionUpTo } from './known-versions.ts'
import { TICKET_COLUMNS } from './ticket.ts'

/** CROSS JOIN keeps the order of the keyset. */
const selectTickets = (
  shape: StatementShape,
  keyset: SQL,
  more: SQL = sql``,
): SQL => sql`${shape.paging === 'number' ? withSessionUpTo(shape.status) : withSession(shape.status)}
SELECT ${TICKET_COLUMNS}${more}
FROM (${keyset}
  ) AS page
  CROSS JOIN tickets ON tickets.key = page.ticket_key`

/**
 * A page by number, counted in the index from the nearer end of the list. From the far end it comes in
 * reverse, and each row says so: sorting the page would read its rows once more.
 */
const selectNumberedPage = (shape: StatementShape): SQL => {
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
  return selectTickets(
    shape,
    sql`
  SELECT *, 0 AS is_reversed FROM (${fromStart})
  UNION ALL
  SELECT *, 1 FROM (${fromEnd})`,
    sql`, page.is_reversed AS "isReversed"`,
  )
}

export const browseStatement = (shape: StatementShape): SQL =>
  shape.paging === 'number'
    ? selectNumberedPage(shape)
    : selectTickets(shape, orderedKeyset(shape, isBackwards(shape), window(limit)))
