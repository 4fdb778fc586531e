// The rule of the search: the words of a ticket, and the words that a search asks for. It is pure and needs no platform, so
// that a page in a browser can search by the same rule. The database applies the same rule to what is stored (the view
// ticket_search_text); tests hold the two together.

/**
 * Marks that are ignored: accents of Latin, Greek and Cyrillic, vowel marks of Arabic and Hebrew, the tatweel, and the
 * voicing marks of kana.
 */
const MARKS =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: a class of marks alone
  /[\u{300}-\u{36F}\u{483}-\u{487}\u{591}-\u{5BD}\u{5BF}\u{5C1}\u{5C2}\u{5C4}\u{5C5}\u{5C7}\u{610}-\u{61A}\u{640}\u{64B}-\u{65F}\u{670}\u{6D6}-\u{6DC}\u{6DF}-\u{6E4}\u{6E7}\u{6E8}\u{6EA}-\u{6ED}\u{8CA}-\u{8E1}\u{8E3}-\u{8FF}\u{1AB0}-\u{1AFF}\u{1DC0}-\u{1DFF}\u{20D0}-\u{20FF}\u{3099}\u{309A}\u{FE20}-\u{FE2F}]/gu

/** What people type for letters that their keyboard lacks, and ASCII forms of apostrophes and hyphens. */
const PLAIN: Readonly<Record<string, string>> = {
  ...{ ł: 'l', ø: 'o', đ: 'd', ð: 'd', ħ: 'h', ŧ: 't', ı: 'i', ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th', ς: 'σ' },
  ...{ أ: 'ا', إ: 'ا', آ: 'ا', ٱ: 'ا', ة: 'ه', ى: 'ي' },
  ...Object.fromEntries([...'‘’‛ʹʻʼʽʾʿ´′'].map((apostrophe) => [apostrophe, "'"])),
  ...Object.fromEntries([...'‐‑‒–−'].map((hyphen) => [hyphen, '-'])),
}

/** Letters that are often written as two. They are found by either form. */
const EXPANDED: Readonly<Record<string, string>> = {
  ...{ ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' },
  ...{ Ä: 'ae', Ö: 'oe', Ü: 'ue', Ø: 'oe', Å: 'aa' },
}

/** Letters of {@link EXPANDED} that may come as a letter and a mark, and the one character for both. */
export const COMPOSED: readonly (readonly [decomposed: string, composed: string])[] = [...'äöüåÄÖÜÅ'].map(
  (letter) => [letter.normalize('NFD'), letter],
)

/**
 * A character of a word, after folding: a letter, a digit, or a code point that is not assigned yet. The letters taken
 * out were marks in the Unicode version of the search index, which separates words at them; the last two are no characters.
 */
export const LETTER =
  '[[\\p{L}\\p{N}\\p{Co}\\p{Cn}]--[\\u{19B0}-\\u{19C0}\\u{19C8}\\u{19C9}\\u{1CF2}\\u{1CF3}\\u{FFFE}\\u{FFFF}]]'

/** What is written with these between letters is one word without them as well. */
export const JOINERS = ['-', '.', "'", '`', '+', '/'] as const
const JOINER = "[\\-.'`+\\/]"

/** Code points of scripts without spaces, from each first to each last: there every character begins a word. */
export const SPACELESS_RANGES = [
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

/** Characters of a word that begins within text in such a script. No search is longer. */
export const MAX_SUFFIX_CHARACTERS = 100

const WORD = new RegExp(`${LETTER}+`, 'gv')
const RUN = new RegExp(`(?:${LETTER}|${JOINER})+`, 'gv')
const ALL_JOINERS = new RegExp(JOINER, 'gv')
/** Whether words also begin within text at such a character. */
export const isSpaceless = (character: string): boolean => {
  const point = character.codePointAt(0) as number
  return SPACELESS_RANGES.some(([first, last]) => point >= first && point <= last)
}

const foldUncached = (character: string): string => {
  let folded = ''
  const plain = (PLAIN[character] ?? character)
    .normalize('NFKD')
    .replace(MARKS, '')
    .normalize('NFC')
    .toLowerCase()
  for (const part of plain) folded += PLAIN[part] ?? part.normalize('NFD').replace(MARKS, '').normalize('NFC')
  return folded
}

const foldedCharacters = new Map<string, string>()

/** A character without case and accents, as people type it; empty for a mark. Folding the result changes nothing. */
export const foldCharacter = (character: string): string => {
  const folded = foldedCharacters.get(character) ?? foldUncached(character)
  foldedCharacters.set(character, folded)
  return folded
}

/** The same with `ae` for ä and so on; undefined for a character that has no such form. */
export const expandCharacter = (character: string): string | undefined => EXPANDED[character]

const ASCII = /^[\x20-\x7E]*$/

/** `text` folded, and its expanded form if it has one. */
const foldText = (text: string): { plain: string; expanded: string | undefined } => {
  if (ASCII.test(text)) return { plain: text.toLowerCase(), expanded: undefined }
  const composed = COMPOSED.reduce((result, [from, to]) => result.replaceAll(from, to), text)
  let [plain, expanded, hasExpanded] = ['', '', false]
  for (const character of composed) {
    const [folded, expansion] = [foldCharacter(character), expandCharacter(character)]
    plain += folded
    expanded += expansion ?? folded
    hasExpanded ||= expansion !== undefined
  }
  return { plain, expanded: hasExpanded ? expanded : undefined }
}

const cut = (text: string): string[] => text.match(WORD) ?? []

const join = (text: string): string => text.replace(ALL_JOINERS, '')

/** The beginnings of words within text in a script without spaces. */
const suffixes = (text: string): string[] => {
  const characters = [...text]
  return characters
    .map((character, index) =>
      index > 0 && isSpaceless(character)
        ? characters.slice(index, index + MAX_SUFFIX_CHARACTERS).join('')
        : '',
    )
    .filter((suffix) => suffix !== '')
}

/** The words of one field. */
const fieldWords = (text: string): string[] => {
  const { plain, expanded } = foldText(text)
  return [
    ...[plain, ...(expanded === undefined ? [] : [expanded])].flatMap((form) => [form, join(form)]),
    ...suffixes(plain),
  ].flatMap(cut)
}

/** Lengths of the endings of a ticket number that count as words, because staff read out the end of a number. */
export const ENDING_LENGTHS = [4, 5, 6, 7, 8] as const

export type SearchedTicket = {
  ticketNumber: string
  seatLabel: string | null
  holderEmail: string | null
  attendeeName: string | null
  attendeeEmail: string | null
}

/** All words of a ticket, folded. */
export const ticketWords = (ticket: SearchedTicket): Set<string> => {
  const { ticketNumber, seatLabel, holderEmail, attendeeName, attendeeEmail } = ticket
  const characters = [...ticketNumber]
  return new Set([
    ...[ticketNumber, seatLabel, holderEmail, attendeeName, attendeeEmail].flatMap((text) =>
      fieldWords(text ?? ''),
    ),
    ...ENDING_LENGTHS.flatMap((length) => cut(foldText(characters.slice(-length).join('')).plain)),
  ])
}

/**
 * What a search asks for, of each run of letters and joiners in it: that for every part a word begins with one of its
 * variants, or that a word begins with one of the forms of the run without its joiners.
 */
export type SearchGroup = { parts: string[][]; joined: string[] }

const toGroup = (plain: string, expanded: string): SearchGroup => {
  const [plainParts, expandedParts] = [cut(plain), cut(expanded)]
  const parts = plainParts.map((part, index) => [...new Set([part, expandedParts[index] as string])])
  return { parts, joined: parts.length < 2 ? [] : [...new Set([join(plain), join(expanded)])] }
}

const runsOf = (q: string): SearchGroup[] => {
  const { plain, expanded = plain } = foldText(q)
  const expandedRuns = expanded.match(RUN) ?? []
  return (plain.match(RUN) ?? [])
    .map((run, index) => toGroup(run, expandedRuns[index] as string))
    .filter(({ parts }) => parts.length > 0)
}

/** How many words `q` has as typed. */
export const countWords = (q: string): number => runsOf(q).reduce((sum, { parts }) => sum + parts.length, 0)

/** Whether every ticket that has what `group` asks for also has a word that begins with `word`. */
const implies = ({ parts, joined }: SearchGroup, word: string): boolean =>
  parts.some((variants) => variants.every((variant) => variant.startsWith(word))) &&
  joined.every((form) => form.startsWith(word))

/** A group of one word in one form. */
const isSimple = ({ parts }: SearchGroup): boolean => parts.length === 1 && parts[0]?.length === 1

/**
 * Parses a search. A word that begins another one is left out: it finds nothing less, and looking it up can be slow.
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

/** Whether a ticket with these words is found. */
export const isFound = (words: ReadonlySet<string>, groups: readonly SearchGroup[]): boolean => {
  const all = [...words]
  const has = (beginning: string) => all.some((word) => word.startsWith(beginning))
  return (
    groups.length > 0 &&
    groups.every(({ parts, joined }) => parts.every((variants) => variants.some(has)) || joined.some(has))
  )
}
