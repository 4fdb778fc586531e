// Cursors: the position where a page begins or ends, the page's number, and a checksum that binds both to one list.
// A cursor is opaque but not secret: every request checks access.
import * as z from 'zod'
import type { TicketQuery } from '../domain/tickets/list-tickets.ts'
import { effectiveSort, type Position, sortColumnCount } from '../domain/tickets/sort.ts'
import { AppError } from '../errors.ts'
import { fingerprint } from './fingerprint.ts'
import { MAX_PAGE } from './schemas/tickets.ts'

export type Cursor = { direction: 'next' | 'prev'; page: number; position: Position }

/** What identifies the list that a cursor belongs to. */
export type CursorList = Pick<TicketQuery, 'sessionId' | 'sort' | 'status' | 'q'>

/** Checksum, direction, page, ticket key, sort values. */
const Content = z.tuple([
  z.string(),
  z.enum(['next', 'prev']),
  z.int().min(1).max(MAX_PAGE),
  z.int(),
  z.array(z.union([z.string(), z.number()])),
])

export const encodeCursor = async (
  { sessionId, sort, status, q }: CursorList,
  { direction, page, position }: Cursor,
): Promise<string> => {
  const content = [direction, page, position.key, position.values]
  const checksum = await fingerprint(sessionId, sort.key, sort.descending, status ?? null, q ?? null, content)
  const text = JSON.stringify([checksum, ...content])
  return new TextEncoder().encode(text).toBase64({ alphabet: 'base64url', omitPadding: true })
}

/** @throws AppError `invalid_cursor` if it is damaged or belongs to another session, sort, search or filter */
export const decodeCursor = async (list: CursorList, cursor: string): Promise<Cursor> => {
  try {
    const text = new TextDecoder().decode(Uint8Array.fromBase64(cursor, { alphabet: 'base64url' }))
    const [, direction, page, key, values] = Content.parse(JSON.parse(text))
    const decoded = { direction, page, position: { key, values } }
    const width = sortColumnCount(effectiveSort(list.sort, list.status))
    // Encoding it again must give the same text, checksum included.
    if (values.length === width && cursor === (await encodeCursor(list, decoded))) return decoded
  } catch {
    // Not base64url, not JSON, or not a cursor: the same error as for a wrong checksum.
  }
  throw new AppError('invalid_cursor')
}
