// Cursors of the lists that are read forward only: the position of a page's last item.
import * as z from 'zod'
import { AppError } from '../errors.ts'
import { decodeOpaque, encodeOpaque } from './opaque.ts'

export type Cursors<List, Position> = {
  /** The message for a cursor that is damaged or belongs to another list. */
  invalidMessage: string
  /** The cursor of the next page; undefined if there is none. */
  encode: (list: List, next: Position | undefined) => Promise<string | undefined>
  /**
   * The position after which the page begins; undefined without a cursor.
   *
   * @throws AppError `invalid_cursor` if the cursor is damaged or belongs to another list
   */
  decode: (list: List, cursor: string | undefined) => Promise<Position | undefined>
}

/** Cursors that hold a position of `shape`. Each is valid only for a list with the same values of `ownerOf`. */
export const cursorsOf = <List, Position>(
  shape: z.ZodType<Position>,
  ownerOf: (list: List) => readonly unknown[],
  invalidMessage = 'cursor: is damaged or belongs to another list.',
): Cursors<List, Position> => {
  const Content = z.tuple([shape])
  return {
    invalidMessage,
    encode: async (list, next) =>
      next === undefined ? undefined : encodeOpaque(ownerOf(list), [shape.parse(next)]),
    decode: async (list, cursor) => {
      if (cursor === undefined) return undefined
      const content = await decodeOpaque(Content, ownerOf(list), cursor)
      if (content === undefined) throw new AppError('invalid_cursor', invalidMessage)
      return content[0]
    },
  }
}
