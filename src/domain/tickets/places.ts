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

/**
 * The keys that a search finds. The session is a range of keys, and the index is read within it only; that needs
 * bounds that are integers, as these are by what they are made of.
 */
const hitsIn = (session: SQL): SQL => {
  const bits = sql.raw(`${TICKET_KEY_BITS}`)
  return sql`(SELECT rowid AS hit FROM ticket_search
    WHERE ticket_search MATCH ${sql.placeholder('match')} AND rowid BETWEEN (${session} << ${bits}) + 1 AND (${session} + 1 << ${bits}) - 1)`
}

/** Not correlated, so that it is looked up once and not for each row that is compared with it. */
export const hits = hitsIn(sql`(SELECT session FROM scope)`)

/** The tickets that are found, of a status or of any. */
const fromHits = (found: SQL, status: TicketStatus | undefined): SQL =>
  sql`FROM ${found} CROSS JOIN ${tickets} ON ${tickets.key} = hit WHERE ${status === undefined ? sql`true` : isOfStatus(status)}`

/** How many tickets a search finds. */
export const countHits = (status: TicketStatus | undefined): SQL => {
  const found = hitsIn(sql`session`)
  return sql`(SELECT count(*) ${status === undefined ? sql`FROM ${found}` : fromHits(found, status)})`
}

const placeColumns = ({ sort }: Shape): SQL => sql`SELECT ${tickets.key} AS place, ${orderColumns(sort.key)}`

/** Keys and places in the order, from the order's index alone, of all tickets for which `condition` holds. */
export const selectPlaces = (shape: Shape, condition: SQL): SQL => {
  const { sort, status } = shape
  const ofSession = sql`${placeColumns(shape)} FROM ${tickets} WHERE ${tickets.sessionNumber} = session`
  if (status === undefined && INDEXED_WITHOUT_STATUS.includes(sort.key)) return sql`${ofSession} ${condition}`
  // The tickets of a status are a range of the sort's index. Without a filter SQLite merges the four.
  return sql.join(
    (status === undefined ? TICKET_STATUSES : [status]).map(
      (one) => sql`${ofSession} AND ${isOfStatus(one)} ${condition}`,
    ),
    sql` UNION ALL `,
  )
}

/** The same of all tickets that a search finds, in no order. */
export const selectHitPlaces = (shape: Shape, condition: SQL): SQL =>
  sql`${placeColumns(shape)} ${fromHits(hits, shape.status)} ${condition}`

/** Places sorted in the list's order or (`backwards`) against it. */
export const inOrder = ({ sort: { key, descending } }: Shape, places: SQL, backwards: boolean): SQL =>
  sql`${places} ORDER BY ${orderTerms(key, descending !== backwards)}`
