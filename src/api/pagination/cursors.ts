// Opaque cursors: positions in a list, each valid for that list only.
import * as z from 'zod'
import { AppError } from '../../errors.ts'
import { decodeOpaque, encodeOpaque } from './opaque.ts'

export type Cursors<List, Position> = {
  /** The message of `invalid_cursor`. */
  invalidMessage: string
  encode: (list: List, position: Position) => Promise<string>
  /** @throws AppError `invalid_cursor` for a damaged cursor, or one of another list */
  decode: (list: List, cursor: string) => Promise<Position>
}

/** Cursors with a position of `shape`, valid for lists with the same values of `ownerOf`. */
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
