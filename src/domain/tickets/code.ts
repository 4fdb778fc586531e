import { CODE_ALPHABET, CODE_CHARACTERS } from '../../db/schema/tickets.ts'

/** Drawn for many codes at once, because a draw takes longer than all else. Each byte is used once. */
const random = new Uint8Array(100 * CODE_CHARACTERS)
let used = random.length

/** Generates a code of 100 random bits. */
export const makeCode = (): string => {
  if (used === random.length) {
    crypto.getRandomValues(random)
    used = 0
  }
  let code = ''
  for (const byte of random.subarray(used, used + CODE_CHARACTERS)) code += CODE_ALPHABET[byte & 31]
  used += CODE_CHARACTERS
  return code
}

const OURS = new RegExp(`^(?=.*[A-Z])[${CODE_ALPHABET}]{${CODE_CHARACTERS}}$`)

/** Whether a code has the form of generated ones. */
export const isOurs = (code: string): boolean => OURS.test(code)
