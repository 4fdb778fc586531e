// Cursors of the ticket list: the position where a page begins or ends, and the page's number.
import * as z from 'zod'
import type { TicketQuery } from '../domain/tickets/list-tickets.ts'
import { effectiveSort, type Position, sortColumnCount } from '../domain/tickets/sort.ts'
import { AppError } from '../errors.ts'
import { decodeOpaque, encodeOpaque } from './opaque.ts'
import { MAX_PAGE } from './schemas/tickets.ts'

export type Cursor = { direction: 'next' | 'prev'; page: number; position: Position }

/** What identifies the list that a cursor belongs to. */
export type CursorList = Pick<TicketQuery, 'sessionId' | 'sort' | 'status' | 'q'>

/** Direction, page, ticket key, sort values. */
const Content = z.tuple([
  z.enum(['next', 'prev']),
  z.int().min(1).max(MAX_PAGE),
  z.int(),
  z.array(z.union([z.string(), z.number()])),
])

const ownerOf = ({ sessionId, sort, status, q }: CursorList) => [
  sessionId,
  sort.key,
  sort.descending,
  status ?? null,
  q ?? null,
]

export const encodeCursor = (list: CursorList, { direction, page, position }: Cursor): Promise<string> =>
  encodeOpaque(ownerOf(list), [direction, page, position.key, position.values])

/** @throws AppError `invalid_cursor` if it is damaged or belongs to another session, sort, search or filter */
export const decodeCursor = async (list: CursorList, cursor: string): Promise<Cursor> => {
  const content = await decodeOpaque(Content, ownerOf(list), cursor)
  if (content === undefined) throw new AppError('invalid_cursor')
  const [direction, page, key, values] = content
  if (values.length !== sortColumnCount(effectiveSort(list.sort, list.status)))
    throw new AppError('invalid_cursor')
  return { direction, page, position: { key, values } }
}
