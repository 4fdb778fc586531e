// node scripts/search-migration.ts: prints a migration that gives the database the search rule of
// src/domain/tickets/words.ts. To teach the search a letter: add it there, write this to a new migration (with the tables and
// the view dropped first), and rebuild the index.
import { DatabaseSync } from 'node:sqlite'
import {
  COMPOSED,
  ENDING_LENGTHS,
  expandCharacter,
  foldCharacter,
  isSpaceless,
  JOINERS,
  LETTER,
  MAX_SUFFIX_CHARACTERS,
  SPACELESS_RANGES,
} from '../src/domain/tickets/words.ts'

/** D1 takes statements of up to 100,000 bytes. */
const MAX_STATEMENT_CHARACTERS = 30_000

type Letter = [letter: string, plain: string, expanded: string | null]

const IS_LETTER = new RegExp(`^${LETTER}$`, 'v')
const NOT_SEARCHED = new RegExp(`[^[${LETTER}]\\-.'\`+\\/]`, 'gv')

/** Code points that the index takes for letters though they are none, because its Unicode is older. */
const mistakenLetters = (): Set<number> => {
  const db = new DatabaseSync(':memory:')
  db.exec(
    `CREATE VIRTUAL TABLE probe USING fts5(text, tokenize="unicode61 remove_diacritics 2 tokenchars '|'")`,
  )
  db.exec(`CREATE VIRTUAL TABLE words USING fts5vocab(probe, instance)`)
  const insert = db.prepare('INSERT INTO probe (rowid, text) VALUES (?, ?)')
  db.exec('BEGIN')
  for (const point of codePoints()) insert.run(point, `a${String.fromCodePoint(point)}b`)
  db.exec('COMMIT')
  const rows = db.prepare('SELECT doc FROM words GROUP BY doc HAVING count(*) = 1').all() as { doc: number }[]
  return new Set(
    rows
      .map(({ doc }) => doc)
      .filter((point) => !IS_LETTER.test(foldCharacter(String.fromCodePoint(point)).slice(0, 2))),
  )
}

function* codePoints(): Generator<number> {
  for (let point = 0x80; point <= 0x10ffff; point++) if (point < 0xd800 || point > 0xdfff) yield point
}

/** Every character that does not go into the index as it is. What is neither letter nor joiner becomes a space. */
export const searchLetters = (): Letter[] => {
  const mistaken = mistakenLetters()
  const letters: Letter[] = []
  for (const point of codePoints()) {
    const letter = String.fromCodePoint(point)
    const folded = foldCharacter(letter)
    // Text begins at characters of spaceless scripts even if they are punctuation.
    const plain = folded.replace(NOT_SEARCHED, (character) => (isSpaceless(character) ? character : ' '))
    if (plain === letter || (folded === letter && !mistaken.has(point))) continue
    letters.push([letter, plain, expandCharacter(letter) ?? null])
  }
  return letters
}

const insertLetters = (): string[] => {
  const statements: string[] = []
  let rows: string[] = []
  let size = 0
  const flush = () => {
    if (rows.length > 0)
      statements.push(
        `INSERT INTO search_letters (letter, plain, expanded)\nSELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each('[${rows.join(',')}]');`,
      )
    rows = []
    size = 0
  }
  for (const letter of searchLetters()) {
    // An apostrophe would end the SQL text.
    const row = JSON.stringify(letter[2] === null ? letter.slice(0, 2) : letter).replaceAll("'", '\\u0027')
    rows.push(row)
    size += row.length
    if (size > MAX_STATEMENT_CHARACTERS) flush()
  }
  flush()
  return statements
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

const replaceAll = (expression: string, pairs: readonly (readonly [from: string, to: string])[]): string =>
  pairs.reduce((sql, [from, to]) => `replace(${sql}, ${from}, ${to})`, expression)

/** The prefix of a session's joined words. See the comment in the migration. */
const SALT = `printf(' |%015d', session_number)`

const joinedWords = (text: string): string => {
  const joined = replaceAll(
    text,
    JOINERS.map((joiner) => [quoted(joiner), `''`]),
  )
  const salted = replaceAll(joined, [
    [`' '`, SALT],
    [`'@'`, SALT],
  ])
  return `iif(${text} GLOB ${quoted(`*[${JOINERS.join('')}]*`)}, ${SALT} || ${salted}, '')`
}

/** `text` with each of its characters replaced by `letter`, an expression over search_letters and `characters`. */
const fold = (text: string, letter: string): string => `(
      WITH RECURSIVE characters (position, letter) AS (
        SELECT 1, substr(${text}, 1, 1)
        UNION ALL
        SELECT position + 1, substr(${text}, position + 1, 1) FROM characters WHERE position < length(${text})
      )
      SELECT group_concat(${letter}, '' ORDER BY position) FROM characters LEFT JOIN search_letters USING (letter)
    )`

const PLAIN_LETTER = 'coalesce(plain, characters.letter)'
const EXPANDED_LETTER = 'coalesce(expanded, plain, characters.letter)'

const UMLAUTS = COMPOSED.map(([, composed]) => composed).join('')

/** Every character of a script without spaces, and some others: D1 limits a GLOB pattern to 50 bytes. */
const MAY_BE_SPACELESS = `GLOB '*[${String.fromCodePoint(SPACELESS_RANGES[0][0])}-${String.fromCodePoint(SPACELESS_RANGES.at(-1)?.[1] as number)}]*'`

const isSpacelessSql = (character: string): string =>
  SPACELESS_RANGES.map(([first, last]) => `unicode(${character}) BETWEEN ${first} AND ${last}`).join(' OR ')

const suffixes = `iif(plain ${MAY_BE_SPACELESS}, ' ' || coalesce((
      WITH RECURSIVE starts (start) AS (SELECT 2 UNION ALL SELECT start + 1 FROM starts WHERE start < length(plain))
      SELECT group_concat(substr(plain, start, ${MAX_SUFFIX_CHARACTERS}), ' ') FROM starts
      WHERE ${isSpacelessSql('substr(plain, start, 1)')}
    ), ''), '')`

/** All forms of a text that is not ASCII. LIMIT keeps the forms from being computed once for each use. */
const foldedForms = (text: string): string => {
  const composed = replaceAll(
    text,
    COMPOSED.map(([from, to]) => [`'${from[0]}' || char(${from.codePointAt(1)})`, quoted(to)]),
  )
  return `(
    SELECT plain || ${joinedWords('plain')}
      || iif(expanded IS NULL, '', ' ' || expanded || ${joinedWords('expanded')})
      || ${suffixes}
    FROM (
      SELECT ${fold('composed', PLAIN_LETTER)} AS plain,
        iif(composed GLOB '*[${UMLAUTS}øØ]*', ${fold('composed', EXPANDED_LETTER)}, NULL) AS expanded
      FROM (SELECT ${composed} AS composed LIMIT 1) LIMIT 1
    )
  )`
}

const IS_NOT_ASCII = `GLOB '*[^ -~]*'`

const fieldText = (column: string): string => {
  const text = `replace(${column}, '|', ' ')`
  return `iif(${column} ${IS_NOT_ASCII}, ${foldedForms(text)}, ${text} || ${joinedWords(text)})`
}

const endings = ENDING_LENGTHS.map((length) => `substr(ticket_number, -${length})`).join(` || ' ' || `)

const VIEW = `CREATE VIEW ticket_search_text AS
SELECT tickets.key, ${[
  fieldText('ticket_number'),
  `iif(ticket_number ${IS_NOT_ASCII}, ${fold(`replace(${endings}, '|', ' ')`, PLAIN_LETTER)}, replace(${endings}, '|', ' '))`,
  ...['seat_label', 'holder_email', 'attendee_name'].map((column) => `coalesce(${fieldText(column)}, '')`),
  `iif(attendee_email = holder_email, '', coalesce(${fieldText('attendee_email')}, ''))`,
].join(` || ' ' ||\n  `)} AS text
FROM tickets;`

export const STATEMENTS = [
  `-- The search as people type: letters that other keyboards have, joined words, scripts without spaces.
-- Generated by scripts/search-migration.ts from the rule in src/domain/tickets/words.ts.
-- The triggers of the index are replaced by ones that take the text from a view, which holds the rule for all writers.
DROP TRIGGER tickets_insert_search;`,
  `DROP TRIGGER tickets_delete_search;`,
  `DROP TRIGGER tickets_update_search;`,
  `ALTER TABLE tickets DROP COLUMN search_text;`,
  `-- What each character becomes in the index, and its second form. A character that is not here stays as it is.
CREATE TABLE search_letters (letter TEXT PRIMARY KEY NOT NULL, plain TEXT NOT NULL, expanded TEXT) WITHOUT ROWID;`,
  ...insertLetters(),
  `-- The text of a ticket for the index: its fields, folded where they are not ASCII, with their second forms.
-- Joined words stand behind a prefix of 16 characters that is the same for a session. In the prefix lists of the index
-- such a word adds no entries of its own, only those of the prefix, and a look-up reads the words of the session alone.
${VIEW}`,
  `CREATE TRIGGER tickets_insert_search AFTER INSERT ON tickets BEGIN
  INSERT INTO ticket_search (rowid, text) SELECT key, text FROM ticket_search_text WHERE key = NEW.key;
END;`,
  `CREATE TRIGGER tickets_delete_search AFTER DELETE ON tickets BEGIN
  DELETE FROM ticket_search WHERE rowid = OLD.key;
END;`,
  `-- An update that changes no searched column leaves the index alone. One that names none does not even compile the view,
-- which takes longer than to check a ticket in. The key has three more names.
CREATE TRIGGER tickets_update_search
AFTER UPDATE OF key, rowid, oid, _rowid_, ticket_number, seat_label, holder_email, attendee_name, attendee_email ON tickets
WHEN (OLD.key, OLD.ticket_number, OLD.seat_label, OLD.holder_email, OLD.attendee_name, OLD.attendee_email)
  IS NOT (NEW.key, NEW.ticket_number, NEW.seat_label, NEW.holder_email, NEW.attendee_name, NEW.attendee_email) BEGIN
  UPDATE ticket_search SET rowid = NEW.key, text = (SELECT text FROM ticket_search_text WHERE key = NEW.key)
  WHERE rowid = OLD.key;
END;`,
]

if (import.meta.main) console.log(STATEMENTS.join('\n--> statement-breakpoint\n'))
