// What the readers of a pasted list share: which characters count, numbers, and how a text is quoted.
import { decodeEntities } from './table/cells.ts'
import { numberIn } from './table/number-words.ts'

/** Direction marks, zero-width spaces, soft hyphens and byte order marks. Joiners belong to letters. */
export const INVISIBLE = /[\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g

export const HAS_LETTER = /\p{L}/u
export const HAS_CONTENT = /[\p{L}\p{N}]/u

/** What other keyboards have for the signs of a list. */
const SIGNS: Readonly<Record<string, string>> = {
  '➕': '+',
  '＋': '+',
  '（': '(',
  '）': ')',
  '．': '.',
  '＆': '&',
}
export const withSigns = (text: string): string =>
  decodeEntities(text).replace(/[➕＋（）．＆]/gu, (sign) => SIGNS[sign] ?? sign)

export const collapse = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, ' ').trim()

export const quote = (text: string): string => `"${collapse(text).slice(0, 80)}"`

export const toNumber = (text: string | undefined): number => {
  if (text === undefined) return 1
  const word = numberIn(text)
  if (word !== undefined) return word
  // Digits of any script.
  return Number([...text].map((digit) => digitOf(digit)).join(''))
}

const digitOf = (digit: string): number => {
  if (/\d/.test(digit)) return Number(digit)
  // The ten digits of a script follow each other.
  let value = 0
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint((digit.codePointAt(0) ?? 0) - value - 1)))
    value += 1
  return value
}
