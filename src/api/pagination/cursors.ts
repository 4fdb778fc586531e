// Cursors: opaque texts with a position in a list, each valid only for the list that it comes from.
import * as z from 'zod'
import { AppError } from '../../errors.ts'
import { decodeOpaque, encodeOpaque } from './opaque.ts'

export type Cursors<List, Position> = {
  /** The message for a cursor that is damaged or belongs to another list. */
  invalidMessage: string
  encode: (list: List, position: Position) => Promise<string>
  /** @throws AppError `invalid_cursor` if the cursor is damaged or belongs to another list */
  decode: (list: List, cursor: string) => Promise<Position>
}

/**
 * Cursors that hold a position of `shape`. Each is valid only for a list with the same values of `ownerOf`.
 */
export const cursorsOf = <List, Position>(
  shape: z.ZodType<Position>,
  ownerOf: (list: List) => readonly unknown[],
  invalidMessage = 'cursor: is damaged or belongs to another list.',
): Cursors<List, Position> => {
  const Content = z.tuple([shape])
  return {
    invalidMessage,
    encode: (list, position) => encodeOpaque(ownerOf(list), [shape.parse(position)]),
    decode: async (list, cursor) => {
      const content = await decodeOpaque(Content, ownerOf(list), cursor)
      if (content === undefined) throw new AppError('invalid_cursor', invalidMessage)
      return content[0]
    },
  }
}
