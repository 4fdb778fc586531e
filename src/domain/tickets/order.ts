// The orders that a ticket list can have. Each is total: behind its own columns comes the ticket's key.
import { type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { tickets } from '../../db/schema/tickets.ts'

export const SORT_KEYS = [
  'ticketNumber',
  'status',
  'ticketTypeName',
  'seatLabel',
  'holderEmail',
  'checkedInAt',
  'transferCount',
] as const

export type SortKey = (typeof SORT_KEYS)[number]

export type Sort = { key: SortKey; descending: boolean }

/** Where a ticket stands in an order: its values of the order's columns, and its key. */
export type Position = { values: (string | number)[]; key: number }

/** What of a ticket decides its place in some order. */
type Placed = {
  key: number
  ticketNumber: string
  status: string
  ticketTypeName: string
  seatLabel: string | null
  holderEmail: string | null
  checkedInAt: number | null
  transferCount: number
}

type OrderColumn = {
  column: SQLiteColumn
  collation: 'NOCASE' | 'BINARY'
  /** The column's value, from what the list reads of a ticket. */
  read: (ticket: Placed) => string | number
}

const number: OrderColumn = {
  column: tickets.ticketNumber,
  collation: 'NOCASE',
  read: ({ ticketNumber }) => ticketNumber,
}

/** Of the tickets of one status by number, so that one index serves both sorts. */
const COLUMNS: Record<SortKey, OrderColumn[]> = {
  ticketNumber: [number],
  status: [{ column: tickets.status, collation: 'BINARY', read: ({ status }) => status }, number],
  ticketTypeName: [
    { column: tickets.ticketTypeName, collation: 'NOCASE', read: ({ ticketTypeName }) => ticketTypeName },
  ],
  seatLabel: [
    { column: tickets.seatLabelOrder, collation: 'NOCASE', read: ({ seatLabel }) => seatLabel ?? '' },
  ],
  holderEmail: [
    {
      column: tickets.holderEmailOrder,
      collation: 'NOCASE',
      read: ({ holderEmail }) => holderEmail ?? '',
    },
  ],
  checkedInAt: [
    {
      column: tickets.checkedInAtOrder,
      collation: 'BINARY',
      read: ({ checkedInAt }) => checkedInAt ?? -1,
    },
  ],
  transferCount: [
    { column: tickets.transferCount, collation: 'BINARY', read: ({ transferCount }) => transferCount },
  ],
}

/** The order that a sort means: among tickets of one status, to sort by status is to sort by number. */
export const orderOf = (sort: Sort, status: string | undefined): Sort =>
  sort.key === 'status' && status !== undefined ? { ...sort, key: 'ticketNumber' } : sort

/** How many values a position in this order has beside the key. */
export const orderWidth = ({ key }: Sort): number => COLUMNS[key].length

const list = (items: SQL[]): SQL => sql.join(items, sql`, `)

/** The order's columns under the names `o0` and `o1`, for a SELECT list. */
export const orderColumns = (key: SortKey): SQL =>
  list(COLUMNS[key].map(({ column }, index) => sql`${column} AS ${sql.identifier(`o${index}`)}`))

/** ORDER BY terms over the names of {@link orderColumns}, and `place`, the ticket's key. */
export const orderTerms = (key: SortKey, descending: boolean): SQL => {
  const names = [...COLUMNS[key].keys()].map((index) => `o${index}`)
  return list(
    [...names, 'place'].map((name) => sql`${sql.identifier(name)}${descending ? sql` DESC` : sql``}`),
  )
}

/** Where a ticket stands in the order. */
export const positionOf = ({ key }: Sort, ticket: Placed): Position => ({
  values: COLUMNS[key].map(({ read }) => read(ticket)),
  key: ticket.key,
})

/** The values that {@link beyond} has places for. */
export const positionValues = ({ values: [v0, v1], key }: Position) => ({ v0, v1, key })

/**
 * The condition that a ticket comes behind a position in the order.
 *
 * One comparison of rows, with each collation spelled out: only so does SQLite seek to it in an index
 * with all columns, the rowid included, and not read through the ties.
 */
export const beyond = (key: SortKey, descending: boolean): SQL => {
  const columns = COLUMNS[key]
  const values = columns.map(
    ({ collation }, index) => sql`${sql.placeholder(`v${index}`)} COLLATE ${sql.raw(collation)}`,
  )
  return sql`(${list([...columns.map(({ column }) => sql`${column}`), sql`${tickets.key}`])})
    ${descending ? sql`<` : sql`>`} (${list([...values, sql`${sql.placeholder('key')} COLLATE BINARY`])})`
}
