// What staff type into the search box, as a query of the index of word beginnings.
import { fold } from '../../db/fold.ts'

/**
 * A letter or digit, as SQLite's unicode61 tokenizer sees it: of what Unicode has called letters, numbers
 * or private use since version 6.1, all but these signs (then marks). A word that the tokenizer would cut
 * further would be a phrase, which an index without positions cannot look up; a test over every code
 * point holds the two together.
 */
const LETTER = '[[\\p{L}\\p{N}\\p{Co}]--[\\u{19B0}-\\u{19C0}\\u{19C8}\\u{19C9}\\u{1CF2}\\u{1CF3}]]'

/** The combining marks that unicode61 takes for a part of the word before them, and drops. */
const MARK =
  '[\\u{300}-\\u{304}\\u{306}-\\u{30C}\\u{30F}\\u{311}\\u{31B}\\u{323}-\\u{328}\\u{32D}\\u{32E}\\u{330}\\u{331}]'

const WORD = new RegExp(`${LETTER}(?:${LETTER}|${MARK})*`, 'gv')

/**
 * The words of `q`, cut at whatever is neither letter nor digit, with their accents and case as typed: the index
 * folds them.
 *
 * @returns each word that is not the beginning of another: whoever has that other one has it too, and to look it
 *   up could take long. For this, A to Z are as a to z.
 */
export const cutWords = (q: string): string[] => {
  const words =
    fold(q.normalize('NFC').replace(/[A-Z]+/g, (letters) => letters.toLowerCase())).match(WORD) ?? []
  return [...new Set(words)].filter(
    (word, _, all) => !all.some((other) => other !== word && other.startsWith(word)),
  )
}

/**
 * The full-text query for tickets that have, for each of the words, a word that begins with it, in any
 * order. Each word stands in quotes, so that none is an operator. Several may each be the word of a session's own
 * entry instead, so that the look-up ends with the session (see the migration of the search index).
 */
export const matchExpression = (words: readonly string[]): string =>
  words.length === 1 ? `"${words[0]}"*` : words.map((word) => `("${word}"* OR "|")`).join(' AND ')
