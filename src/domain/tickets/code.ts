// The code on a guest's ticket.
import { CODE_ALPHABET, CODE_CHARACTERS } from '../../db/schema/tickets.ts'

/** Six bytes, as 8 characters of base64url. */
const HASH_BYTES = 6

/** A new code: 100 random bits. */
export const makeCode = (): string =>
  Array.from(
    crypto.getRandomValues(new Uint8Array(CODE_CHARACTERS)),
    (byte) => CODE_ALPHABET[byte & 31],
  ).join('')

/** Whether it has the form of the codes that we make. */
export const isOurs = (code: string): boolean =>
  new RegExp(`^(?=.*[A-Z])[${CODE_ALPHABET}]{${CODE_CHARACTERS}}$`).test(code)

/** What a device holds instead of a code: a lost phone prints no tickets. Differs between sessions. */
export const hashCode = async (sessionId: string, code: string): Promise<string> => {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${sessionId}:${code}`))
  return new Uint8Array(digest, 0, HASH_BYTES).toBase64({ alphabet: 'base64url' })
}
