// A cursor: where a page begins or ends, which page that is, and the fingerprint of all that with the list
// that it belongs to. It is opaque and no secret: access is checked with every request.
import * as z from 'zod'
import type { Selection } from '../domain/tickets/list-tickets.ts'
import { orderOf, orderWidth, type Position } from '../domain/tickets/order.ts'
import { AppError } from '../errors.ts'
import { fingerprint } from './fingerprint.ts'
import { MAX_PAGE } from './schemas/tickets.ts'

export type Cursor = { direction: 'next' | 'prev'; page: number; position: Position }

/** The list that a cursor belongs to. */
export type CursorList = Pick<Selection, 'sessionId' | 'sort' | 'status' | 'q'>

const Content = z.tuple([
  z.string(),
  z.enum(['next', 'prev']),
  z.int().min(1).max(MAX_PAGE),
  z.int(),
  z.array(z.union([z.string(), z.number()])),
])

const seal = ({ sessionId, sort, status, q }: CursorList, content: readonly unknown[]): Promise<string> =>
  fingerprint(sessionId, sort.key, sort.descending, status ?? null, q ?? null, content)

export const writeCursor = async (
  list: CursorList,
  { direction, page, position }: Cursor,
): Promise<string> => {
  const content = [direction, page, position.key, position.values]
  const text = JSON.stringify([await seal(list, content), ...content])
  return new TextEncoder().encode(text).toBase64({ alphabet: 'base64url', omitPadding: true })
}

/** Throws `invalid_cursor` where it is damaged, or belongs to another session, sort, search or filter. */
export const readCursor = async (list: CursorList, cursor: string): Promise<Cursor> => {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
      Uint8Array.fromBase64(cursor, { alphabet: 'base64url' }),
    )
    const [given, ...content] = Content.parse(JSON.parse(text))
    const [direction, page, key, values] = content
    if (
      given === (await seal(list, content)) &&
      values.length === orderWidth(orderOf(list.sort, list.status))
    ) {
      return { direction, page, position: { key, values } }
    }
  } catch {
    // Not one of ours: said below.
  }
  throw new AppError(
    'invalid_cursor',
    'cursor: is damaged, or belongs to another session, sort, search or filter.',
  )
}
