// The orders of a ticket list. Each is total: the ticket's key breaks ties.
import { type SQL, sql } from 'drizzle-orm'
import { value } from '../../db/prepared.ts'
import type { Ticket } from './ticket.ts'

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

/** A ticket's position in an order: the values of the sort columns, and the ticket's key. */
export type Position = { values: (string | number)[]; key: number }

type SortColumn = {
  column: string
  /** The column's collation, which a comparison must name for SQLite to use the index. */
  collation: 'NOCASE' | 'BINARY'
  read: (ticket: Ticket) => string | number
}

const NUMBER: SortColumn = {
  column: 'ticket_number',
  collation: 'NOCASE',
  read: ({ ticketNumber }) => ticketNumber,
}

/** A missing value sorts first: nullable columns have a twin that replaces NULL by the lowest value. */
const SORT_COLUMNS: Record<SortKey, readonly SortColumn[]> = {
  ticketNumber: [NUMBER],
  // Tickets of one status are in the order of their numbers, so that one index serves both sorts.
  status: [{ column: 'status', collation: 'BINARY', read: ({ status }) => status }, NUMBER],
  ticketTypeName: [
    { column: 'ticket_type_name', collation: 'NOCASE', read: ({ ticketTypeName }) => ticketTypeName },
  ],
  seatLabel: [{ column: 'seat_label_order', collation: 'NOCASE', read: ({ seatLabel }) => seatLabel ?? '' }],
  holderEmail: [
    { column: 'holder_email_order', collation: 'NOCASE', read: ({ holderEmail }) => holderEmail ?? '' },
  ],
  checkedInAt: [
    { column: 'checked_in_at_order', collation: 'BINARY', read: ({ checkedInAt }) => checkedInAt ?? -1 },
  ],
  transferCount: [
    { column: 'transfer_count', collation: 'BINARY', read: ({ transferCount }) => transferCount },
  ],
}

/** Sorts with an index over all tickets of a session. The other indexes have a range for each status. */
const INDEXED_ACROSS_STATUSES: readonly SortKey[] = ['ticketNumber', 'status']

export const isIndexedAcrossStatuses = ({ key }: Sort): boolean => INDEXED_ACROSS_STATUSES.includes(key)

/** The sort that a request amounts to: within one status, sorting by status is sorting by number. */
export const effectiveSort = (sort: Sort, status: string | undefined): Sort =>
  sort.key === 'status' && status !== undefined ? { ...sort, key: 'ticketNumber' } : sort

/** How many values a position in this order has besides the key. */
export const sortColumnCount = ({ key }: Sort): number => SORT_COLUMNS[key].length

const commaSeparated = (items: SQL[]): SQL => sql.join(items, sql`, `)

/** The SELECT list of a keyset: `ticket_key`, and the sort columns as `sort_0` and `sort_1`. */
export const keysetColumns = ({ key }: Sort): SQL =>
  commaSeparated([
    sql`tickets.key AS ticket_key`,
    ...SORT_COLUMNS[key].map(({ column }, index) => sql.raw(`${column} AS sort_${index}`)),
  ])

/** ORDER BY terms over the names of {@link keysetColumns}, in the order or (`backwards`) against it. */
export const keysetOrder = ({ key, descending }: Sort, backwards: boolean): SQL => {
  const direction = descending === backwards ? '' : ' DESC'
  const names = [...SORT_COLUMNS[key].map((_, index) => `sort_${index}`), 'ticket_key']
  return sql.raw(names.map((name) => `${name}${direction}`).join(', '))
}

/** The ticket's position in the order. */
export const positionOf = ({ key }: Sort, ticket: Ticket): Position => ({
  values: SORT_COLUMNS[key].map(({ read }) => read(ticket)),
  key: ticket.key,
})

/** The values of {@link isAfterPosition}. */
export const positionValues = ({ values: [value0, value1], key }: Position) => ({
  value0,
  value1,
  positionKey: key,
})

/**
 * The condition that a ticket comes after a position in the order, or (`backwards`) before it.
 *
 * It is one comparison of row values with every collation spelled out. Only then does SQLite seek to the
 * position in the index, rowid included, instead of reading through all tickets with equal values.
 */
export const isAfterPosition = ({ key, descending }: Sort, backwards: boolean): SQL => {
  const columns = SORT_COLUMNS[key]
  const left = [...columns.map(({ column }) => sql.raw(column)), sql`tickets.key`]
  const right = [
    ...columns.map(({ collation }, index) => sql`${value(`value${index}`)} COLLATE ${sql.raw(collation)}`),
    sql`${value('positionKey')} COLLATE BINARY`,
  ]
  const operator = sql.raw(descending === backwards ? '>' : '<')
  return sql`(${commaSeparated(left)}) ${operator} (${commaSeparated(right)})`
}
