// node scripts/search-letters.ts: prints the letters of the search, from the rule in src/domain/tickets/fold.ts: the
// statements for drizzle/0002_search.sql, and NEW_SEPARATORS of the rule itself. To teach the search a letter, add it to the
// rule and put the statements into the migration.
import { DatabaseSync } from 'node:sqlite'
import { expandCharacter, foldCharacter, LETTER, type Range } from '../src/domain/tickets/fold.ts'
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

/** The characters that the tokenizer does not fold as the rule does, and what they become. It knows no joiners. */
const LETTERS = CHARACTERS.map((character, index) => ({ character, plain: PLAIN[index] as string })).filter(
  ({ character, plain }, index) =>
    WORDS[index] !== PLAIN_WORDS[index] || JOINER.test(plain) || expandCharacter(character) !== undefined,
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

/** What is no letter by the rule, but one for the tokenizer, whose Unicode is older. Unassigned code points may be covered. */
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
const expandedRows = CHARACTERS.flatMap((character) => {
  const expanded = expandCharacter(character)
  return expanded === undefined ? [] : `(${quoted(character)}, ${quoted(expanded)})`
})

const values = (rows: readonly string[], perLine: number): string =>
  `VALUES\n  ${inRows(rows, perLine)
    .map((line) => line.join(', '))
    .join(',\n  ')}`

const STATEMENTS = [
  `INSERT INTO search_letters (letter, plain)
WITH RECURSIVE points (point, last, plain) AS (
  SELECT * FROM (${values(rangeRows, 6)})
  UNION ALL
  SELECT point + 1, last, plain FROM points WHERE point < last
)
SELECT char(point), plain FROM points;`,
  ...[groupRows, pairRows].map(
    (rows, index) => `INSERT INTO search_letters (letter, plain)
WITH RECURSIVE letters (letters, plain, position) AS (
  SELECT *, 1 FROM (${values(rows, 1)})
  UNION ALL
  SELECT letters, plain, position + 1 FROM letters WHERE position < length(letters)
)
SELECT substr(letters, position, 1), ${index === 0 ? 'plain' : 'substr(plain, position, 1)'} FROM letters;`,
  ),
  `UPDATE search_letters SET expanded = column2 FROM (${values(expandedRows, 10)})
WHERE letter = column1;`,
]

console.log(STATEMENTS.join('\n--> statement-breakpoint\n'))
console.log(
  `\nNEW_SEPARATORS: ${newSeparators.map((range) => range.map((point) => point.toString(16)).join('-')).join(' ')}`,
)
