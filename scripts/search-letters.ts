// node scripts/search-letters.ts: prints the letters of the search, from the rule in
// src/domain/tickets/fold.ts: the statement for drizzle/0002_search.sql, and NEW_SEPARATORS of the rule
// itself. To teach the search a letter, add it to the rule and put the statement into the migration.
import { DatabaseSync } from 'node:sqlite'
import { foldCharacter, LETTER, type Range } from '../src/domain/tickets/fold.ts'
import { isSpaceless } from '../src/domain/tickets/words.ts'

const IS_LETTER = new RegExp(`^${LETTER}$`, 'v')
const JOINER = /[-.'`+/]/

const pointOf = (character: string): number => character.codePointAt(0) as number

/** Every character that is not ASCII. */
const CHARACTERS: string[] = []
for (let point = 0x80; point <= 0x10ffff; point++) {
  if (point < 0xd800 || point > 0xdfff) CHARACTERS.push(String.fromCodePoint(point))
}

/** The words that the tokenizer of the index makes of `xy` with each text in the middle. */
const tokenize = (texts: readonly string[]): string[] => {
  using db = new DatabaseSync(':memory:')
  db.exec(
    `CREATE VIRTUAL TABLE probe USING fts5(text, tokenize="unicode61 remove_diacritics 2 tokenchars '|'")`,
  )
  db.exec('CREATE VIRTUAL TABLE words USING fts5vocab(probe, instance)')
  const insert = db.prepare('INSERT INTO probe (rowid, text) VALUES (?, ?)')
  db.exec('BEGIN')
  for (const [index, text] of texts.entries()) insert.run(index, `x${text}y`)
  const words = texts.map(() => '')
  for (const { doc, term } of db.prepare('SELECT doc, term FROM words ORDER BY doc, offset').iterate()) {
    words[doc as number] += ` ${term}`
  }
  return words
}

/** What the index is to get for a character: the character folded, or a space if it is no part of a word. */
const plainOf = (character: string): string =>
  [...foldCharacter(character)]
    .map((part) => (IS_LETTER.test(part) || JOINER.test(part) || isSpaceless(part) ? part : ' '))
    .join('')
    .replace(/ +/g, ' ')

const PLAIN = CHARACTERS.map(plainOf)
const [WORDS, PLAIN_WORDS] = [tokenize(CHARACTERS), tokenize(PLAIN)]

/**
 * The characters that the tokenizer does not fold as the rule does, and what they become. It knows no
 * joiners.
 */
const LETTERS = CHARACTERS.map((character, index) => ({ character, plain: PLAIN[index] as string })).filter(
  ({ plain }, index) => WORDS[index] !== PLAIN_WORDS[index] || JOINER.test(plain),
)

/** The points as few ranges. `others` may be covered too. */
const toRanges = (points: readonly number[], others: ReadonlySet<number>): Range[] => {
  const ranges: [first: number, last: number][] = []
  for (const point of points) {
    const last = ranges.at(-1)
    let end = last?.[1] ?? Number.NaN
    while (others.has(end + 1)) end += 1
    if (last !== undefined && end + 1 >= point) last[1] = point
    else ranges.push([point, point])
  }
  return ranges
}

/** The points of the characters for which `condition` holds. */
const pointsWhere = (condition: (character: string, index: number) => boolean): number[] =>
  CHARACTERS.filter(condition).map(pointOf)

const isSeparator = (character: string, index: number): boolean =>
  PLAIN[index] === ' ' && foldCharacter(character) === character

/**
 * What is no letter by the rule, but one for the tokenizer, whose Unicode is older. Unassigned code points
 * may be covered.
 */
const newSeparators = toRanges(
  pointsWhere((character, index) => isSeparator(character, index) && WORDS[index] !== ' x y'),
  new Set(pointsWhere((character, index) => isSeparator(character, index) || /\p{Cn}/u.test(character))),
)

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`
const hex = (point: number): string => `0x${point.toString(16).toUpperCase()}`

const inRows = <Value>(values: readonly Value[], size: number): Value[][] =>
  Array.from({ length: Math.ceil(values.length / size) }, (_, row) =>
    values.slice(row * size, (row + 1) * size),
  )

/** Ranges of characters that become nothing or a space. */
const rangeRows = ['', ' '].flatMap((plain) =>
  toRanges(
    LETTERS.filter((letter) => letter.plain === plain).map(({ character }) => pointOf(character)),
    new Set(pointsWhere((_, index) => PLAIN[index] === plain)),
  ).map(([first, last]) => `(${hex(first)}, ${hex(last)}, ${quoted(plain)})`),
)

/** Many letters with one plain form, or a form of several letters. */
const isGroup = (plain: string, letters: readonly unknown[]): boolean =>
  letters.length > 3 || [...plain].length > 1

const byPlain = [
  ...Map.groupBy(
    LETTERS.filter(({ plain }) => plain.trim() !== ''),
    ({ plain }) => plain,
  ),
]
const groupRows = byPlain
  .filter(([plain, letters]) => isGroup(plain, letters))
  .flatMap(([plain, letters]) =>
    inRows(letters, 50).map(
      (row) => `(${quoted(row.map(({ character }) => character).join(''))}, ${quoted(plain)})`,
    ),
  )
const pairRows = inRows(
  byPlain
    .filter(([plain, letters]) => !isGroup(plain, letters))
    .flatMap(([, letters]) => letters)
    .sort((a, b) => pointOf(a.character) - pointOf(b.character)),
  40,
).map(
  (row) =>
    `(${quoted(row.map(({ character }) => character).join(''))}, ${quoted(row.map(({ plain }) => plain).join(''))})`,
)
const values = (rows: readonly string[], perLine: number): string =>
  `VALUES\n  ${inRows(rows, perLine)
    .map((line) => line.join(', '))
    .join(',\n  ')}`

/** A table expression with a row for each letter of texts. */
const lettersOf = (name: string, rows: readonly string[]): string => `${name} (letters, plain, position) AS (
  SELECT *, 1 FROM (${values(rows, 1)})
  UNION ALL
  SELECT letters, plain, position + 1 FROM ${name} WHERE position < length(letters)
)`

console.log(`INSERT INTO search_letters (plain)
WITH RECURSIVE ranges (point, last, plain) AS (
  SELECT * FROM (${values(rangeRows, 6)})
  UNION ALL
  SELECT point + 1, last, plain FROM ranges WHERE point < last
),
${lettersOf('groups', groupRows)},
${lettersOf('pairs', pairRows)},
letters (point, plain) AS (
  SELECT point, plain FROM ranges
  UNION ALL
  SELECT unicode(substr(letters, position, 1)), plain FROM groups
  UNION ALL
  SELECT unicode(substr(letters, position, 1)), substr(plain, position, 1) FROM pairs
)
SELECT jsonb_group_object(block, plain)
FROM (
  SELECT block, jsonb_group_object(part, plain) AS plain
  FROM (
    SELECT point >> 12 AS block, point >> 6 & 63 AS part, jsonb_group_object(point & 63, plain) AS plain
    FROM letters GROUP BY point >> 6
  ) GROUP BY block
);`)
console.log(
  `\nNEW_SEPARATORS: ${newSeparators.map((range) => range.map((point) => point.toString(16)).join('-')).join(' ')}`,
)
