// The search rule: the words of a ticket, and those of a search. It is pure, so that pages can search by it.
// The view ticket_search_text applies the same rule to what is stored; tests compare the two.
import { foldCharacter, foldText, LETTER } from './fold.ts'

/** Text without case and accents. Pages import only this module. */
export const fold = (text: string): string => [...text].map(foldCharacter).join('')

/** Text joined by these is also one word without them, and without its apostrophes only. */
const JOINER = "[\\-.'`+\\/]"

/** Ranges of scripts without spaces, where every character begins a word. */
const SPACELESS_RANGES = [
  [0x0e01, 0x0e5b], // Thai
  [0x1100, 0x11ff], // Hangul
  [0x3005, 0x3007], // Han
  [0x3041, 0x30ff], // kana
  [0x3131, 0x318e], // Hangul
  [0x31f0, 0x31ff], // kana
  [0x3400, 0x4dbf], // Han
  [0x4e00, 0x9fff], // Han
  [0xa960, 0xa97f], // Hangul
  [0xac00, 0xd7fb], // Hangul
  [0xf900, 0xfaff], // Han
  [0x20000, 0x323af], // Han
] as const

/** Enough for any search. */
const MAX_SUFFIX_CHARACTERS = 100

const WORD = new RegExp(`${LETTER}+`, 'gv')
const RUN = new RegExp(`(?:${LETTER}|${JOINER})+`, 'gv')
const ALL_JOINERS = new RegExp(JOINER, 'gv')
const APOSTROPHES = /['`]/g
const OTHER_JOINERS = /[-.+/]+/

export const isSpaceless = (character: string): boolean => {
  const point = character.codePointAt(0) as number
  return SPACELESS_RANGES.some(([first, last]) => point >= first && point <= last)
}

const cut = (text: string): string[] => text.match(WORD) ?? []

const join = (text: string): string => text.replace(ALL_JOINERS, '')
const joinApostrophes = (text: string): string => text.replace(APOSTROPHES, '')

/** The words that begin within text in a script without spaces. */
const suffixes = (text: string): string[] => {
  const characters = [...text]
  return characters
    .map((character, index) =>
      index > 0 && isSpaceless(character)
        ? (characters
            .slice(index, index + MAX_SUFFIX_CHARACTERS)
            .join('')
            .split(' ', 1)[0] as string)
        : '',
    )
    .filter((suffix) => suffix !== '')
}

const fieldWords = (field: string): string[] => {
  const { plain, expanded } = foldText(field)
  const text = expanded === undefined ? plain : `${plain} ${expanded}`
  return [text, join(text), joinApostrophes(text), ...suffixes(text)].flatMap(cut)
}

/** Endings of a number or reference that count as words, because staff read out the end of it. */
const ENDING_LENGTHS = [4, 5, 6, 7, 8] as const

export type SearchedTicket = {
  ticketNumber: string
  reference: string | null
  seatLabel: string | null
  holderEmail: string | null
  attendeeName: string | null
  attendeeEmail: string | null
}

/** All words of a ticket, folded. */
export const ticketWords = (ticket: SearchedTicket): Set<string> => {
  const { ticketNumber, reference, seatLabel, holderEmail, attendeeName, attendeeEmail } = ticket
  const endings = [ticketNumber, reference ?? ''].flatMap((text) => {
    const characters = [...text]
    return ENDING_LENGTHS.flatMap((length) => cut(foldText(characters.slice(-length).join('')).plain))
  })
  return new Set([
    ...[ticketNumber, reference, seatLabel, holderEmail, attendeeName, attendeeEmail].flatMap((text) =>
      fieldWords(text ?? ''),
    ),
    ...endings,
  ])
}

/**
 * A run of letters and joiners in a search. It matches if each part
 * has a variant that begins a word, or if a joined form begins a word.
 */
export type SearchGroup = { parts: string[][]; joined: string[] }

/**
 * The parts of a piece that only apostrophes join. The joined piece begins
 * with the first part, so it is only accepted in place of the others.
 */
const toParts = (plain: string, expanded: string): string[][] => {
  const expandedParts = cut(expanded)
  const whole = [joinApostrophes(plain), joinApostrophes(expanded)]
  return cut(plain).map((part, index) => [
    ...new Set([part, expandedParts[index] as string, ...(index > 0 ? whole : [])]),
  ])
}

const toGroup = (plain: string, expanded: string): SearchGroup => {
  const expandedPieces = expanded.split(OTHER_JOINERS)
  const parts = plain
    .split(OTHER_JOINERS)
    .flatMap((piece, index) => toParts(piece, expandedPieces[index] as string))
  return { parts, joined: parts.length < 2 ? [] : [...new Set([join(plain), join(expanded)])] }
}

const runsOf = (q: string): SearchGroup[] => {
  const { plain, expanded = plain } = foldText(q)
  const expandedRuns = expanded.match(RUN) ?? []
  return (plain.match(RUN) ?? [])
    .map((run, index) => toGroup(run, expandedRuns[index] as string))
    .filter(({ parts }) => parts.length > 0)
}

export const countWords = (q: string): number => runsOf(q).reduce((sum, { parts }) => sum + parts.length, 0)

/** Whether every ticket that matches `group` also has a word that begins with `word`. */
const implies = ({ parts, joined }: SearchGroup, word: string): boolean =>
  parts.some((variants) => variants.every((variant) => variant.startsWith(word))) &&
  joined.every((form) => form.startsWith(word))

const isSimple = ({ parts }: SearchGroup): boolean => parts.length === 1 && parts[0]?.length === 1

/**
 * Parses a search. A word that begins another one is redundant and can be slow to look up, so it is dropped.
 *
 * @returns no group if `q` has no letter or digit: such a search matches nothing
 */
export const parseSearch = (q: string): SearchGroup[] => {
  const groups = runsOf(q)
  const text = (group: SearchGroup) => JSON.stringify(group)
  const unique = groups.filter(
    (group, index) => groups.findIndex((other) => text(other) === text(group)) === index,
  )
  return unique.filter(
    (group) =>
      !isSimple(group) ||
      !unique.some((other) => other !== group && implies(other, group.parts[0]?.[0] as string)),
  )
}

export const isFound = (words: ReadonlySet<string>, groups: readonly SearchGroup[]): boolean => {
  const all = [...words]
  const has = (beginning: string) => all.some((word) => word.startsWith(beginning))
  return (
    groups.length > 0 &&
    groups.every(({ parts, joined }) => parts.every((variants) => variants.some(has)) || joined.some(has))
  )
}
