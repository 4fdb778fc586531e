// The sort orders of a ticket list. Each is total: keys break ties.
import { type SQL, sql } from 'drizzle-orm'
import { value } from '../../db/prepared.ts'
import { foldAscii, type Ticket } from './ticket.ts'

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

/** The order of a statement. `key`: by the tickets' keys alone. */
export type Order = { key: SortKey | 'key'; descending: boolean }

/** A ticket's position in a sort order: the values of the sort columns, and the key. */
export type Position = { values: (string | number)[]; key: number }

type SortColumn = {
  column: string
  /** SQLite uses the index only if the comparison names the collation. */
  collation: 'NOCASE' | 'BINARY'
  read: (ticket: Ticket) => string | number
}

const NUMBER: SortColumn = {
  column: 'ticket_number',
  collation: 'NOCASE',
  read: ({ ticketNumber }) => ticketNumber,
}

/** Missing values sort first: nullable columns have a twin with the lowest value for NULL. */
const SORT_COLUMNS: Record<Order['key'], readonly SortColumn[]> = {
  key: [],
  ticketNumber: [NUMBER],
  // Within a status tickets are sorted by number, so that one index serves both sorts.
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

/** Sorts with an index over all tickets of a session. Other indexes have a range for each status. */
const INDEXED_ACROSS_STATUSES: readonly Order['key'][] = ['ticketNumber', 'status']

export const isIndexedAcrossStatuses = ({ key }: Order): boolean => INDEXED_ACROSS_STATUSES.includes(key)

/** Within one status, sorting by status is sorting by number. Within one ticket type, only keys differ. */
export const effectiveSort = (
  sort: Sort,
  { status, ticketTypeName }: { status: string | undefined; ticketTypeName: string | undefined },
): Order => {
  if (sort.key === 'ticketTypeName' && ticketTypeName !== undefined) return { ...sort, key: 'key' }
  return sort.key === 'status' && status !== undefined ? { ...sort, key: 'ticketNumber' } : sort
}

/** The number of values in a position, apart from the key. */
export const sortColumnCount = ({ key }: Order): number => SORT_COLUMNS[key].length

const commaSeparated = (items: SQL[]): SQL => sql.join(items, sql`, `)

/** The SELECT list of a keyset: `ticket_key`, `sort_0` and `sort_1`. */
export const keysetColumns = ({ key }: Order): SQL =>
  commaSeparated([
    sql`tickets.key AS ticket_key`,
    ...SORT_COLUMNS[key].map(({ column }, index) => sql.raw(`${column} AS sort_${index}`)),
  ])

/** ORDER BY terms over {@link keysetColumns}, in the sort order or (`backwards`) in reverse. */
export const keysetOrder = ({ key, descending }: Order, backwards: boolean): SQL => {
  const direction = descending === backwards ? '' : ' DESC'
  const names = [...SORT_COLUMNS[key].map((_, index) => `sort_${index}`), 'ticket_key']
  return sql.raw(names.map((name) => `${name}${direction}`).join(', '))
}

export const positionOf = ({ key }: Order, ticket: Ticket): Position => ({
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
 * The ticket comes after a position in the sort order, or (`backwards`) before it.
 *
 * One comparison of row values that names every collation: only then does SQLite seek to the position in the
 * index, rowid included, instead of reading all tickets with equal values.
 */
export const isAfterPosition = ({ key, descending }: Order, backwards: boolean): SQL => {
  const columns = SORT_COLUMNS[key]
  const left = [...columns.map(({ column }) => sql.raw(column)), sql`tickets.key`]
  const right = [
    ...columns.map(({ collation }, index) => sql`${value(`value${index}`)} COLLATE ${sql.raw(collation)}`),
    sql`${value('positionKey')} COLLATE BINARY`,
  ]
  const operator = sql.raw(descending === backwards ? '>' : '<')
  return sql`(${commaSeparated(left)}) ${operator} (${commaSeparated(right)})`
}

/** Surrogates come after all other characters, as in the order of SQLite’s bytes. */
const orderCharacter = (character: string): string => {
  const unit = character.charCodeAt(0)
  return String.fromCharCode(unit < 0xe000 ? unit + 0x2000 : unit - 0x800)
}

/** Values that JavaScript compares as SQLite compares those of the sort columns. */
export const comparableOf = ({ key }: Order, values: Position['values']): Position['values'] =>
  values.map((value, index) => {
    if (typeof value === 'number') return value
    const folded = SORT_COLUMNS[key][index]?.collation === 'NOCASE' ? foldAscii(value) : value
    return folded.replace(/[\ud800-\uffff]/g, orderCharacter)
  })
