// Cursors of the list of check-ins: the number of the last one shown.
import * as z from 'zod'
import type { CheckInQuery } from '../domain/check-ins/list-check-ins.ts'
import { AppError } from '../errors.ts'
import { decodeOpaque, encodeOpaque } from './opaque.ts'

/** What identifies the list that a cursor belongs to. */
type CheckInList = Pick<CheckInQuery, 'sessionId' | 'ticketId' | 'onlyProblems'>

const Content = z.tuple([z.int()])

const ownerOf = ({ sessionId, ticketId, onlyProblems }: CheckInList) => [
  'check-ins',
  sessionId,
  ticketId ?? null,
  onlyProblems,
]

export const encodeReceipt = (list: CheckInList, number: number): Promise<string> =>
  encodeOpaque(ownerOf(list), [number])

/** @throws AppError `invalid_cursor` if it is damaged or belongs to another session or filter */
export const decodeReceipt = async (list: CheckInList, cursor: string): Promise<number> => {
  const content = await decodeOpaque(Content, ownerOf(list), cursor)
  if (content === undefined) throw new AppError('invalid_cursor')
  return content[0]
}
