import { CODE_ALPHABET, CODE_CHARACTERS } from '../../db/schema/tickets.ts'

/** Generates a code of 100 random bits. */
export const makeCode = (): string => {
  let code = ''
  for (const byte of crypto.getRandomValues(new Uint8Array(CODE_CHARACTERS))) code += CODE_ALPHABET[byte & 31]
  return code
}

const OURS = new RegExp(`^(?=.*[A-Z])[${CODE_ALPHABET}]{${CODE_CHARACTERS}}$`)

/** Whether a code has the form of generated ones. */
export const isOurs = (code: string): boolean => OURS.test(code)
