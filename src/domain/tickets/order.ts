// The orders that a ticket list can have. Each is total: behind its own columns comes the ticket's key.
import { type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { tickets } from '../../db/schema.ts'

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

type OrderColumn = { column: SQLiteColumn; collation: 'NOCASE' | 'BINARY' }

const number: OrderColumn = { column: tickets.ticketNumber, collation: 'NOCASE' }

/** Of the tickets of one status by number, so that one index serves both sorts. */
const COLUMNS: Record<SortKey, OrderColumn[]> = {
  ticketNumber: [number],
  status: [{ column: tickets.status, collation: 'BINARY' }, number],
  ticketTypeName: [{ column: tickets.ticketTypeName, collation: 'NOCASE' }],
  seatLabel: [{ column: tickets.seatLabelOrder, collation: 'NOCASE' }],
  holderEmail: [{ column: tickets.holderEmailOrder, collation: 'NOCASE' }],
  checkedInAt: [{ column: tickets.checkedInAtOrder, collation: 'BINARY' }],
  transferCount: [{ column: tickets.transferCount, collation: 'BINARY' }],
}

/** The order that a sort means: among tickets of one status, to sort by status is to sort by number. */
export const orderOf = (sort: Sort, status: string | undefined): Sort =>
  sort.key === 'status' && status !== undefined ? { ...sort, key: 'ticketNumber' } : sort

/** How many values a position in this order has beside the key. */
export const orderWidth = ({ key }: Sort): number => COLUMNS[key].length

const list = (items: SQL[]): SQL => sql.join(items, sql`, `)

/** The order's columns under the names `o0` and `o1` (NULL where there is no second), for a SELECT list. */
export const orderColumns = (key: SortKey): SQL => {
  const [first, second] = COLUMNS[key]
  return sql`${first?.column} AS o0, ${second?.column ?? sql`NULL`} AS o1`
}

/** ORDER BY terms over the names of {@link orderColumns}. */
export const orderTerms = (key: SortKey, descending: boolean): SQL => {
  const names = [...COLUMNS[key].keys()].map((index) => `o${index}`)
  return list([...names, 'key'].map((name) => sql`${sql.identifier(name)}${descending ? sql` DESC` : sql``}`))
}

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
