// Cursors of the list of check-ins: the number of the last one shown, and a checksum that binds it to the list.
import * as z from 'zod'
import type { CheckInQuery } from '../domain/check-ins/list-check-ins.ts'
import { AppError } from '../errors.ts'
import { fingerprint } from './fingerprint.ts'

/** What identifies the list that a cursor belongs to. */
type CheckInList = Pick<CheckInQuery, 'sessionId' | 'ticketId' | 'onlyProblems'>

/** Checksum, number. */
const Content = z.tuple([z.string(), z.int()])

export const encodeReceipt = async (
  { sessionId, ticketId, onlyProblems }: CheckInList,
  number: number,
): Promise<string> => {
  const checksum = await fingerprint('check-ins', sessionId, ticketId ?? null, onlyProblems, number)
  const text = JSON.stringify([checksum, number])
  return new TextEncoder().encode(text).toBase64({ alphabet: 'base64url', omitPadding: true })
}

/** @throws AppError `invalid_cursor` if it is damaged or belongs to another session or filter */
export const decodeReceipt = async (list: CheckInList, cursor: string): Promise<number> => {
  try {
    const text = new TextDecoder().decode(Uint8Array.fromBase64(cursor, { alphabet: 'base64url' }))
    const [, number] = Content.parse(JSON.parse(text))
    // Encoding it again must give the same text, checksum included.
    if (cursor === (await encodeReceipt(list, number))) return number
  } catch {
    // Not base64url, not JSON, or not a cursor: the same error as for a wrong checksum.
  }
  throw new AppError('invalid_cursor')
}
