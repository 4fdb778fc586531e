// A cursor: where a page begins or ends, which page that is, and the fingerprint of all that with the list
// that it belongs to. It is opaque and no secret: access is checked with every request.
import * as z from 'zod'
import type { TicketQuery } from '../domain/tickets/list-tickets.ts'
import { effectiveSort, type Position, sortColumnCount } from '../domain/tickets/sort.ts'
import { AppError } from '../errors.ts'
import { fingerprint } from './fingerprint.ts'
import { MAX_PAGE } from './schemas/tickets.ts'

export type Cursor = { direction: 'next' | 'prev'; page: number; position: Position }

/** The list that a cursor belongs to. */
export type CursorList = Pick<TicketQuery, 'sessionId' | 'sort' | 'status' | 'q'>

const Content = z.tuple([
  z.string(),
  z.enum(['next', 'prev']),
  z.int().min(1).max(MAX_PAGE),
  z.int(),
  z.array(z.union([z.string(), z.number()])),
])

export const writeCursor = async (
  { sessionId, sort, status, q }: CursorList,
  { direction, page, position }: Cursor,
): Promise<string> => {
  const content = [direction, page, position.key, position.values]
  const seal = await fingerprint(sessionId, sort.key, sort.descending, status ?? null, q ?? null, content)
  const text = JSON.stringify([seal, ...content])
  return new TextEncoder().encode(text).toBase64({ alphabet: 'base64url', omitPadding: true })
}

/** Throws `invalid_cursor` where it is damaged, or belongs to another session, sort, search or filter. */
export const readCursor = async (list: CursorList, cursor: string): Promise<Cursor> => {
  try {
    const text = new TextDecoder().decode(Uint8Array.fromBase64(cursor, { alphabet: 'base64url' }))
    const [, direction, page, key, values] = Content.parse(JSON.parse(text))
    const read = { direction, page, position: { key, values } }
    const width = sortColumnCount(effectiveSort(list.sort, list.status))
    // As this list's own, to the letter.
    if (values.length === width && cursor === (await writeCursor(list, read))) return read
  } catch {
    // Not one of ours: said below.
  }
  throw new AppError(
    'invalid_cursor',
    'cursor: is damaged, or belongs to another session, sort, search or filter.',
  )
}
