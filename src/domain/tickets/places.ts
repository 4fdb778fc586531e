// Keys and places in the order: of all tickets of a status or of any, and of those that a search finds. All are
// SQL to stand where `scope` is read, the row of the session.
import { type SQL, sql } from 'drizzle-orm'
import { TICKET_KEY_BITS, TICKET_STATUSES, tickets } from '../../db/schema/tickets.ts'
import { orderColumns, orderTerms, type Sort, type SortKey } from './order.ts'

export type TicketStatus = (typeof TICKET_STATUSES)[number]

/** What decides the text of the statement; all else is a value in it. */
export type Shape = {
  sort: Sort
  status: TicketStatus | undefined
  search: boolean
  /** A page by its number (the first, or any), or the tickets next to a position. */
  paging: 'first' | 'number' | 'next' | 'prev'
}

/** Orders with an index of the whole session; the others have one of each status. */
const INDEXED_WITHOUT_STATUS: readonly SortKey[] = ['ticketNumber', 'status']

const isOfStatus = (status: TicketStatus): SQL => sql`${tickets.status} = ${sql.raw(`'${status}'`)}`

const BITS = sql.raw(`${TICKET_KEY_BITS}`)

/**
 * The keys that a search finds, as `hit`. The session is a range of keys, and the index is read within it only; that
 * needs bounds that are integers, as these are by what they are made of.
 */
export const hits = sql`(SELECT rowid AS hit FROM ticket_search
    WHERE ticket_search MATCH ${sql.placeholder('match')} AND rowid BETWEEN (session << ${BITS}) + 1 AND (session + 1 << ${BITS}) - 1)`

/** The tickets that are found, of a status or of any. */
const fromHits = (found: SQL, status: TicketStatus | undefined): SQL =>
  sql`FROM ${found} CROSS JOIN ${tickets} ON ${tickets.key} = hit WHERE ${status === undefined ? sql`true` : isOfStatus(status)}`

/** How many tickets a search finds. */
export const countHits = (status: TicketStatus | undefined): SQL =>
  sql`(SELECT count(*) ${status === undefined ? sql`FROM ${hits}` : fromHits(hits, status)})`

const placeColumns = ({ sort }: Shape): SQL => sql`SELECT ${tickets.key} AS place, ${orderColumns(sort.key)}`

/** Keys and places in the order, from the order's index alone, of all tickets for which `condition` holds. */
export const selectPlaces = (shape: Shape, condition: SQL, session: SQL): SQL => {
  const { sort, status } = shape
  const ofSession = sql`${placeColumns(shape)} FROM ${tickets} WHERE ${tickets.sessionNumber} = ${session}`
  if (status === undefined && INDEXED_WITHOUT_STATUS.includes(sort.key)) return sql`${ofSession} ${condition}`
  // The tickets of a status are a range of the sort's index. Without a filter SQLite merges the four.
  return sql.join(
    (status === undefined ? TICKET_STATUSES : [status]).map(
      (one) => sql`${ofSession} AND ${isOfStatus(one)} ${condition}`,
    ),
    sql` UNION ALL `,
  )
}

/** The same of tickets that a search finds, in no order. */
export const selectHitPlaces = (shape: Shape, condition: SQL, found: SQL): SQL =>
  sql`${placeColumns(shape)} ${fromHits(found, shape.status)} ${condition}`

/** Places sorted in the list's order or (`backwards`) against it. */
export const inOrder = ({ sort: { key, descending } }: Shape, places: SQL, backwards: boolean): SQL =>
  sql`${places} ORDER BY ${orderTerms(key, descending !== backwards)}`
