// The code on a guest's ticket.
import { CODE_ALPHABET, CODE_CHARACTERS } from '../../db/schema/tickets.ts'

/** A new code: 100 random bits. */
export const makeCode = (): string =>
  Array.from(
    crypto.getRandomValues(new Uint8Array(CODE_CHARACTERS)),
    (byte) => CODE_ALPHABET[byte & 31],
  ).join('')

/** Whether it has the form of the codes that we make. */
export const isOurs = (code: string): boolean =>
  new RegExp(`^(?=.*[A-Z])[${CODE_ALPHABET}]{${CODE_CHARACTERS}}$`).test(code)
