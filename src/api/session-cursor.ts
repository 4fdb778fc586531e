// Cursors of the list of sessions: the start and id of a page's last session.
import * as z from 'zod'
import type { SessionPosition, SessionQuery } from '../domain/list-sessions.ts'
import { AppError } from '../errors.ts'
import { decodeOpaque, encodeOpaque } from './opaque.ts'
import { uuidSchema } from './schemas/values.ts'

/** What identifies the list that a cursor belongs to. */
type SessionCursorList = Pick<SessionQuery, 'from' | 'to' | 'eventId'>

const Content = z.tuple([z.int(), uuidSchema])

const ownerOf = ({ from, to, eventId }: SessionCursorList) => [
  'sessions',
  from?.getTime() ?? null,
  to?.getTime() ?? null,
  eventId ?? null,
]

export const encodeSessionCursor = (list: SessionCursorList, { startsAt, id }: SessionPosition) =>
  encodeOpaque(ownerOf(list), [startsAt, id])

/** @throws AppError `invalid_cursor` if it is damaged or belongs to other parameters */
export const decodeSessionCursor = async (
  list: SessionCursorList,
  cursor: string,
): Promise<SessionPosition> => {
  const content = await decodeOpaque(Content, ownerOf(list), cursor)
  if (content === undefined) {
    throw new AppError('invalid_cursor', 'cursor: is damaged or belongs to another from, to or eventId.')
  }
  const [startsAt, id] = content
  return { startsAt, id }
}
