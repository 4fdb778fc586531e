// Keysets: the keys and sort columns of tickets, read from indexes alone. A page is first selected as a
// keyset; then only its tickets are read.
import { type SQL, sql } from 'drizzle-orm'
import { value } from '../../db/prepared.ts'
import { STATUSES, type TicketStatus } from '../check-in-rule.ts'
import { isAfterPosition, isIndexedAcrossStatuses, keysetColumns, keysetOrder, type Order } from './sort.ts'

/** The tickets that a list has. */
export type Filter = {
  status: TicketStatus | undefined
  /** Only tickets of the type with the name `ticketTypeName`. */
  ofType: boolean
}

/** Determines the text of a list’s statement. Everything else is a bound value. */
export type StatementShape = Filter & {
  sort: Order
  /** A page by number (the first, the last, or another), or the tickets next to a position. */
  paging: 'first' | 'last' | 'number' | 'next' | 'prev'
}

/** Whether the page is read in reverse. */
export const isBackwards = ({ paging }: StatementShape): boolean => paging === 'prev' || paging === 'last'

export const [limit, offset] = [value('limit'), value('offset')]

/** The column's collation ignores ASCII case. */
export const isOfType = ({ ofType }: Filter): SQL =>
  ofType ? sql` AND tickets.ticket_type_name = ${value('ticketTypeName')}` : sql``

/** `coalesce` is for a `session` without a row. */
export const window = (rows: SQL, skipped?: SQL): SQL =>
  sql`LIMIT coalesce(${rows}, 0)${skipped === undefined ? sql`` : sql` OFFSET coalesce(${skipped}, 0)`}`

/** For a page next to a position: only tickets beyond it. */
export const pageCondition = (shape: StatementShape): SQL => {
  const { paging, sort } = shape
  return paging === 'next' || paging === 'prev'
    ? sql`AND ${isAfterPosition(sort, isBackwards(shape))}`
    : sql``
}

/**
 * The keyset of a window on the session's tickets, in the order of the list or (`backwards`) in reverse.
 *
 * Most indexes begin with session and status. Without a status filter SQLite merges four ranges; D1 allows up
 * to five terms in a compound SELECT.
 */
export const orderedKeyset = (shape: StatementShape, backwards: boolean, rows: SQL): SQL => {
  const { sort, status } = shape
  const ofSession = sql`SELECT ${keysetColumns(sort)} FROM tickets WHERE session_number = (SELECT number FROM session)`
  const statuses = status === undefined ? STATUSES : [status]
  const ranges =
    status === undefined && isIndexedAcrossStatuses(sort)
      ? [sql`${ofSession} ${pageCondition(shape)}`]
      : statuses.map(
          (one) =>
            sql`${ofSession} AND status = ${sql.raw(`'${one}'`)}${isOfType(shape)} ${pageCondition(shape)}`,
        )
  return sql`
    ${sql.join(
      ranges,
      sql`
    UNION ALL
    `,
    )}
    ORDER BY ${keysetOrder(sort, backwards)}
    ${rows}`
}
