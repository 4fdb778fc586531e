// The text of a file, in the encodings that spreadsheets write.
import { decodeLetters, decodeTwice } from './code-pages.ts'

/** About the longest string that JavaScript can hold. */
const MAX_FILE_BYTES = 500_000_000

// biome-ignore lint/suspicious/noControlCharactersInRegex: text has none of these, and other files do.
const BINARY = /[\x00-\x08\x0e-\x1a\x1c-\x1f]/

const decode = (encoding: string, bytes: Uint8Array): string => new TextDecoder(encoding).decode(bytes)

/** UTF-16 by its byte order mark, or by the NULs beside its first two letters. */
const utf16Of = ([a, b, c, d]: Uint8Array): string | undefined => {
  if ((a === 0xff && b === 0xfe) || (a && b === 0 && c && d === 0)) return 'utf-16le'
  if ((a === 0xfe && b === 0xff) || (a === 0 && b && c === 0 && d)) return 'utf-16be'
  return undefined
}

/**
 * Decodes UTF-8 and UTF-16, with or without a byte order mark, and anything else by its letters, because no
 * file names its code page: as Windows-1252, as that of other alphabets, or as Mac Roman or MS-DOS.
 *
 * @throws Error if the file is too large or no text
 */
export const decodeText = (bytes: Uint8Array): string => {
  if (bytes.byteLength > MAX_FILE_BYTES) {
    throw new Error(
      `The file has more than ${MAX_FILE_BYTES / 1e6} MB. Split it and import the parts one after the other.`,
    )
  }
  const utf16 = utf16Of(bytes)
  if (utf16 !== undefined) return decode(utf16, bytes)
  try {
    return decodeTwice(new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes))
  } catch {
    if (BINARY.test(decode('windows-1252', bytes))) {
      throw new Error('The file is no table. Save it as .xlsx or CSV.')
    }
    return decodeLetters(bytes)
  }
}
