// Folds text for search: without case and accents, and with plain letters for those that keyboards lack.

/**
 * Ignored marks: accents of Latin, Greek and Cyrillic, vowel marks
 * of Arabic and Hebrew, the tatweel, and the voicing marks of kana.
 */
const MARKS =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: a class of marks alone
  /[\u{300}-\u{36F}\u{483}-\u{487}\u{591}-\u{5BD}\u{5BF}\u{5C1}\u{5C2}\u{5C4}\u{5C5}\u{5C7}\u{610}-\u{61A}\u{640}\u{64B}-\u{65F}\u{670}\u{6D6}-\u{6DC}\u{6DF}-\u{6E4}\u{6E7}\u{6E8}\u{6EA}-\u{6ED}\u{8CA}-\u{8E1}\u{8E3}-\u{8FF}\u{1AB0}-\u{1AFF}\u{1DC0}-\u{1DFF}\u{20D0}-\u{20FF}\u{3099}\u{309A}\u{FE20}-\u{FE2F}]/gu

/** What people type for letters that their keyboard lacks, and ASCII apostrophes and hyphens. */
const PLAIN: Readonly<Record<string, string>> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ς: 'σ',
  أ: 'ا',
  إ: 'ا',
  آ: 'ا',
  ٱ: 'ا',
  ة: 'ه',
  ى: 'ي',
  ...Object.fromEntries([...'‘’‛ʹʻʼʽʾʿ´′'].map((apostrophe) => [apostrophe, "'"])),
  ...Object.fromEntries([...'‐‑‒–−'].map((hyphen) => [hyphen, '-'])),
}

/** Letters that are often written as two, and are found by either form. */
const EXPANDED: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ø: 'oe',
  å: 'aa',
  Ä: 'ae',
  Ö: 'oe',
  Ü: 'ue',
  Ø: 'oe',
  Å: 'aa',
}

/** Letters of {@link EXPANDED} as a letter and a mark, and as one character. */
const COMPOSED: readonly (readonly [decomposed: string, composed: string])[] = [...'äöüåÄÖÜÅ'].map(
  (letter) => [letter.normalize('NFD'), letter],
)

/** Code points from the first to the last. */
export type Range = readonly [first: number, last: number]

const parseRanges = (text: string): Range[] =>
  text
    .trim()
    .split(/\s+/)
    .map((range) => {
      const [first = 0, last = first] = range.split('-').map((point) => Number.parseInt(point, 16))
      return [first, last]
    })

/**
 * Symbols, punctuation and marks newer than the Unicode version of the search index, which treats them as
 * letters. `node scripts/search-letters.ts` prints them.
 */
const NEW_SEPARATORS: readonly Range[] = parseRanges(`
  58d-58e 605 61c-61d 7fd-7ff 888 890-89f 8e2 9fd-9fe a76 afa-aff b55 c00-c04 c3c c77 c81-c84 cf3-d01
  d3b-d3c d4f d81 eba ece 1715 180f 1885-1886 1b4e-1b4f 1b7d-1b7f 1cf7-1cf9 2066-2069 20ba-20c1 218a-218b
  23f4-2429 2700 2b4d-2bff 2e3c-2fff 31e4-31ef 32ff a69e a82c a8c5 a8fc a8ff a9e5 aa7c-aa7d ab5b ab6a-ab6b
  fbc2-fbd2 fd40-fd4f fd90-fd91 fdc8-fdcf fdfe-fdff 1018c-101a0 102e0 10376-1037a 1056f 10877-10878 10ac8
  10ae5-10ae6 10af0-10af6 10b99-10b9c 10d24-10d27 10d69-10d6e 10d8e-10d8f 10eab-10ead 10ed0-10eff
  10f46-10f50 10f55-10f59 10f82-10f89 11070 11073-11074 1107f 110c2-110cd 11145-11146 11173-11175
  111c9-111cf 111db 111dd-111df 1122c-1123e 11241 112a9 112df-112ea 11300-11303 1133b-1133c 1133e-11348
  1134d 11357 11362-11374 113b8-113c2 113c9-113d0 113d2 113d4-113e2 11435-11446 1144b-1144f 1145a-1145e
  114b0-114ba 114bd 114bf-114c3 114c6 115af-115b9 115bc-115d7 115dc-115dd 11630-11643 11660-1166c 116b9
  1171d-1172b 1173c-1173f 1182c-1183b 11930-11937 1193b-1193e 11940 11942-11946 119d1-119e0 119e2 119e4
  11a01-11a0a 11a33-11a39 11a3b-11a47 11a51-11a5b 11a8a-11a9c 11a9e-11aa2 11b00-11b67 11be1 11c2f-11c3f
  11c41-11c45 11c70-11c71 11c92-11cb6 11d31-11d45 11d47 11d8a-11d97 11ef3-11f01 11f03 11f34-11f4f 11f5a
  11fd5-11fff 12474 12ff1-12ff2 13430-13440 13447-13455 1611e-16120 16129-1612f 16a6e-16a6f 16af0-16af5
  16b30-16b3f 16b44-16b45 16d6d-16d6f 16e97-16e9a 16f4f 16f7f-16f87 16fe2 16fe4-16ff1 1bc9c-1ccef
  1ccfa-1cfc3 1d1de-1d1ea 1d800-1daaf 1e000-1e02a 1e08f 1e130-1e136 1e14f 1e2ae 1e2ec-1e2ef 1e2ff
  1e4ec-1e4ef 1e5ee-1e5ef 1e5ff 1e6e3 1e6e6 1e6ee-1e6ef 1e6f5 1e8d0-1e8d6 1e944-1e94a 1e95e-1e95f 1ecac
  1ecb0 1ed2e 1f0bf-1f0f5 1f10d-1fbef 1fbfa
`)

const toClass = (ranges: readonly Range[]): string =>
  ranges.map(([first, last]) => `\\u{${first.toString(16)}}-\\u{${last.toString(16)}}`).join('')

/**
 * A character of a word, after folding: a letter, a digit, or an unassigned code point. Excluded besides
 * separators are letters that the Unicode version of the search index has as marks, and two noncharacters.
 */
export const LETTER = `[[\\p{L}\\p{N}\\p{Co}\\p{Cn}]--[\\u{19B0}-\\u{19C0}\\u{19C8}\\u{19C9}\\u{1CF2}\\u{1CF3}\\u{FFFE}\\u{FFFF}${toClass(NEW_SEPARATORS)}]]`

const HANGUL_SYLLABLE = /[\uAC00-\uD7A3]/
const HANGUL_SEQUENCE = /[\u1100-\u1112][\u1161-\u1175][\u11A8-\u11C2]?|[\uAC00-\uD7A3][\u11A8-\u11C2]/g

/**
 * Compatibility forms that are kept, because no name is written in them: phonetic modifiers, radicals,
 * symbols for whole words, Arabic ligatures, enclosed and legacy characters.
 */
const KEPT_FORMS =
  /[\u1D2C-\u1DBF\u2460-\u24FF\u2C7C\u2C7D\u2E80-\u2FDF\u3190-\u319F\u3200-\u33FF\uA69C\uA69D\uA770\uA7F1-\uA7F4\uA7F8\uA7F9\uAB5C-\uAB69\uFBEA-\uFBFB\uFC00-\uFDFF\u{10780}-\u{107BF}\u{1CC00}-\u{1CCFF}\u{1E030}-\u{1E06F}\u{1EE00}-\u{1EEFF}\u{1F100}-\u{1FBFF}]/u

const foldUncached = (character: string): string => {
  if (HANGUL_SYLLABLE.test(character)) return character
  let folded = ''
  const plain = (PLAIN[character] ?? character)
    .normalize(KEPT_FORMS.test(character) ? 'NFD' : 'NFKD')
    .replace(MARKS, '')
    .toLowerCase()
  for (const part of plain) folded += PLAIN[part] ?? part.normalize('NFD').replace(MARKS, '')
  return folded
}

const foldedCharacters = new Map<string, string>()

/** A folded character; empty for a mark. Folding is idempotent. */
export const foldCharacter = (character: string): string => {
  const folded = foldedCharacters.get(character) ?? foldUncached(character)
  foldedCharacters.set(character, folded)
  return folded
}

/** The expanded form, such as `ae` for ä; undefined if there is none. */
const expandCharacter = (character: string): string | undefined => EXPANDED[character]

/** Texts that are quick to fold: most are. */
export const ASCII = /^[\x20-\x7E]*$/

/** Composes umlauts and Hangul syllables, which are not folded character by character. */
const compose = (text: string): string =>
  COMPOSED.reduce((result, [from, to]) => result.replaceAll(from, to), text).replace(
    HANGUL_SEQUENCE,
    (sequence) => sequence.normalize('NFC'),
  )

export const foldText = (text: string): { plain: string; expanded: string | undefined } => {
  if (ASCII.test(text)) return { plain: text.toLowerCase(), expanded: undefined }
  const composed = compose(text)
  let [plain, expanded, hasExpanded] = ['', '', false]
  for (const character of composed) {
    const [folded, expansion] = [foldCharacter(character), expandCharacter(character)]
    plain += folded
    expanded += expansion ?? folded
    hasExpanded ||= expansion !== undefined
  }
  return { plain, expanded: hasExpanded ? expanded : undefined }
}
