// `since` and `next` of the ticket changes: how far a client has got with the tickets of a session.
import * as z from 'zod'
import type { ChangesPosition } from '../domain/tickets/list-changes.ts'
import { AppError } from '../errors.ts'
import { decodeOpaque, encodeOpaque } from './opaque.ts'

export const INVALID_SINCE = 'since: is damaged or belongs to another session.'

const Content = z.tuple([z.string(), z.int(), z.int(), z.int().nullable()])

const ownerOf = (sessionId: string) => ['ticket-changes', sessionId]

export const encodePosition = (
  sessionId: string,
  { epoch, change, seen, afterKey }: ChangesPosition,
): Promise<string> => encodeOpaque(ownerOf(sessionId), [epoch, change, seen, afterKey])

/** @throws AppError `invalid_cursor` if it is damaged or belongs to another session */
export const decodePosition = async (sessionId: string, since: string): Promise<ChangesPosition> => {
  const content = await decodeOpaque(Content, ownerOf(sessionId), since)
  if (content === undefined) {
    throw new AppError('invalid_cursor', INVALID_SINCE)
  }
  const [epoch, change, seen, afterKey] = content
  return { epoch, change, seen, afterKey }
}
