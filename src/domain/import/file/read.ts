// Reads a file of tickets, CSV or JSON Lines, into rows with line numbers.
import { type CsvError, parse } from 'csv-parse/browser/esm/sync'
import { MAX_TICKETS_IN_SESSION } from '../../../db/schema/ticket-constants.ts'
import type { NumberCell } from './workbook/sheet.ts'

/** Exports with a column per question of an order form have a few hundred. */
const MAX_COLUMNS = 1_000

/** The header of a full export has a few thousand characters, a row fewer. */
const MAX_RECORD_CHARACTERS = 1_000_000

const QUOTE_RULE =
  'has a quotation mark (") that does not enclose a whole cell: put the cell in quotation marks, and double those in it'
const LOOSE_QUOTE = 'a quotation mark (") within a cell is read as a character'
const isQuote = (error: unknown): boolean => /QUOTE/.test(String((error as CsvError).code))

/** Where a row is: its first line in the file, or in a sheet of it that has been chosen among others. */
export type Place = { line: number; sheet?: string }

/** Only the place of a row that has more. */
export const placeOf = ({ line, sheet }: Place): Place => ({ line, ...(sheet !== undefined && { sheet }) })

/** An error on a line of a file. */
export type LineError = Place & { message: string }

/** A row: its values by column name. */
export type SourceRow = Place & { fields: Record<string, unknown> }

/** A line of a table. In a workbook, some of its cells may be numbers. */
export type TableRow = Place & { cells: readonly string[]; numbers?: ReadonlyMap<number, NumberCell> }

/** A file’s content: a table, or objects. */
export type Content = {
  table?: TableRow[]
  objects: SourceRow[]
  errors: LineError[]
  /** What was read otherwise than it stands there. */
  warnings: LineError[]
}

const tooManyColumns = (line: number, columns: number): Error =>
  new Error(
    `line ${line}: has ${columns.toLocaleString('en')} columns; at most ${MAX_COLUMNS.toLocaleString('en')} are supported.`,
  )

/** No session can hold the file, so the rest is not read. */
const tooManyRows = (line: number): Error =>
  new Error(
    `line ${line}: a session holds up to ${MAX_TICKETS_IN_SESSION.toLocaleString('en')} tickets. Nothing was written.`,
  )

const DELIMITERS = [',', ';', '\t', '|'] as const
const SAMPLE_CHARACTERS = 100_000
const SAMPLE_LINES = 50

/** What Excel reads, and some programs write, as the first line. */
const SEPARATOR_LINE = /^"?sep=([^\w"\n])"?[ ,;\t]*\n/i

/** A byte order mark, also as Windows-1252 has it. Programs add one to a file that has it. */
const MARKS = /^(?:\ufeff|ï»¿)+/

/** A cell in quotation marks, with those in it doubled. */
const QUOTED = ' *"[^"]*(?:""[^"]*)*" *'

/** How many lines have the delimiter equally often outside quotes, and how often. */
const regularityOf = (delimiter: string, lines: readonly string[]): [lines: number, times: number] => {
  const times = new Map<number, number>()
  for (const line of lines) {
    const count = line.split(delimiter).length - 1
    if (count > 0) times.set(count, (times.get(count) ?? 0) + 1)
  }
  return [...times]
    .map(([count, found]): [number, number] => [found, count])
    .reduce(
      (best, one) => (one[0] > best[0] || (one[0] === best[0] && one[1] > best[1]) ? one : best),
      [0, 0],
    )
}

/** The delimiter that most of the first lines have equally often. */
const detectDelimiter = (text: string): string => {
  const quoted = new RegExp(`(?<![^,;\\t|\\n])${QUOTED}(?![^,;\\t|\\n])`, 'g')
  const bare = text.slice(0, SAMPLE_CHARACTERS).replace(quoted, '')
  const lines = bare
    .split('\n')
    .filter((line) => line.replaceAll(' ', '') !== '')
    .slice(0, SAMPLE_LINES)
  // What a space follows everywhere, as in "Smith, Anna", may stand within cells.
  const isSpaced = (delimiter: string) =>
    lines.every((line) => line.split(delimiter).every((cell, index) => index === 0 || cell.startsWith(' ')))
  const [best] = DELIMITERS.map((delimiter) => ({
    ...{ delimiter, isSpaced: isSpaced(delimiter), of: regularityOf(delimiter, lines) },
  })).sort((a, b) => b.of[0] - a.of[0] || Number(a.isSpaced) - Number(b.isSpaced) || b.of[1] - a.of[1])
  return best?.delimiter ?? ','
}

/** Excel keeps the zeros of `="00123"`, which shops write for it. */
const AS_TEXT = /(?<=^|[,;\t|])="([^"\n]*)"(?=$|[,;\t|])/gm

/** Word processors make typographic marks of those around a cell. */
const TYPOGRAPHIC = /(?<=^|[,;\t|])[^\S\n\t]*[“„]([^“”„\n]*)[”“](?=[^\S\n\t]*(?:$|[,;\t|]))/gm
const withQuotes = (text: string): string => (text.includes('"') ? text : text.replace(TYPOGRAPHIC, '"$1"'))

const countLineEnds = (cells: readonly string[]): number =>
  cells.reduce((count, cell) => count + cell.split('\n').length - 1, 0)

/** A row’s values by column. If a name repeats, the first column counts. */
export const toFields = (names: readonly string[], cells: readonly string[]): Record<string, string> => {
  const fields: Record<string, string> = {}
  names.forEach((name, index) => {
    if (!Object.hasOwn(fields, name)) fields[name] = cells[index] ?? ''
  })
  return fields
}

/** A record with its text, as the option `raw` gives it. Its types do not say so. */
type RawRecord = { record: string[]; raw: string }

/**
 * The cells of a record as they are written; undefined if its quotation marks do more than enclose whole
 * cells.
 */
const rawCellsOf = (delimiter: string): ((record: string) => string[] | undefined) => {
  const separator = `\\${delimiter}`
  const cell = `(?:${QUOTED}|[^"\n${separator}]*)`
  const record = new RegExp(`^${cell}(?:${separator}${cell})*$`)
  const cells = new RegExp(`(?:^|(?<=${separator}))${cell}(?=${separator}|$)`, 'g')
  return (raw) => {
    const text = raw.replace(/^\n+|\n$/g, '')
    return record.test(text) ? text.match(cells)?.slice() : undefined
  }
}

const readTable = (given: string): Content => {
  const text = withQuotes(given)
  const separator = SEPARATOR_LINE.exec(text)
  const delimiter = separator?.[1] ?? detectDelimiter(text)
  const rawCells = rawCellsOf(delimiter)
  const table: TableRow[] = []
  const errors: LineError[] = []
  const warnings: LineError[] = []
  let nextLine = 1
  try {
    parse((separator === null ? text : text.replace(/.*/, '')).replace(AS_TEXT, '"$1"'), {
      ...{ delimiter, record_delimiter: '\n', relax_column_count: true, skip_empty_lines: true },
      // Spreadsheets end a file with rows that once had values.
      skip_records_with_empty_values: true,
      // Programs that do not write quotation marks leave those of a name as they are.
      ...{ relax_quotes: true, ltrim: true, raw: true },
      max_record_size: MAX_RECORD_CHARACTERS,
      // The headings, as many rows as a session can hold, and one more.
      to: MAX_TICKETS_IN_SESSION + 2,
      on_record: (parsed, { lines }) => {
        const { record: cells, raw } = parsed as unknown as RawRecord
        // The parser counts to the last line of a record; editors show the first.
        const line = lines - countLineEnds(cells)
        nextLine = lines + 1
        const written = raw.includes('"') ? rawCells(raw) : []
        // The parser takes the marks of a cell with spaces behind it for characters.
        if (written !== undefined) {
          const isSpaced = (index: number): boolean => /"[ \t]+$/.test(written[index] ?? '')
          const read = (cell: string, index: number) =>
            isSpaced(index) ? cell.replace(/^"(.*)"[ \t]+$/s, '$1') : cell
          table.push({ line, cells: cells.map(read) })
        }
        // Over several lines, nobody can tell where the cell should have ended.
        else if (cells.some((cell) => cell.includes('\n'))) errors.push({ line, message: QUOTE_RULE })
        else {
          table.push({ line, cells })
          warnings.push({ line, message: LOOSE_QUOTE })
        }
        return null
      },
    })
  } catch (error) {
    // The parser stops at a quote that nothing closes, after which cells cannot be told apart.
    const { lines, message } = error as CsvError & { lines?: number }
    if (lines === undefined) throw error
    errors.push({
      line: isQuote(error) ? nextLine : lines,
      message: isQuote(error) ? QUOTE_RULE : message.replace(/ at line \d+/, ''),
    })
  }
  checkTable(table)
  return { table, objects: [], errors, warnings }
}

/** @throws Error if a table has too many columns or rows */
export const checkTable = (table: readonly TableRow[]): void => {
  const wide = table.find(({ cells }) => cells.length > MAX_COLUMNS)
  if (wide !== undefined) throw tooManyColumns(wide.line, wide.cells.length)
  const excess = table[MAX_TICKETS_IN_SESSION + 1]
  if (excess !== undefined) throw tooManyRows(excess.line)
}

/** Yields lines, numbered from 1, without line ends. */
function* linesOf(text: string): Generator<[number: number, content: string]> {
  let start = 0
  for (let line = 1; start <= text.length; line++) {
    const end = text.indexOf('\n', start)
    yield [line, text.slice(start, end === -1 ? undefined : end)]
    if (end === -1) return
    start = end + 1
  }
}

/** The first repeated key. `JSON.parse` would keep only its last value. */
const repeatedKey = (json: string): string | undefined => {
  const seen = new Set<string>()
  for (const [, text, colon] of json.matchAll(/("(?:[^"\\]|\\.)*")(\s*:)?/g)) {
    if (colon === undefined) continue
    const key = JSON.parse(text as string) as string
    if (seen.has(key)) return key
    seen.add(key)
  }
  return undefined
}

const readJsonLine = (content: string): Record<string, unknown> | undefined => {
  try {
    const value: unknown = JSON.parse(content)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

const readJsonLines = (text: string): Content => {
  const objects: SourceRow[] = []
  const errors: LineError[] = []
  let rowCount = 0
  for (const [line, content] of linesOf(text)) {
    if (content.trim() === '') continue
    rowCount += 1
    if (rowCount > MAX_TICKETS_IN_SESSION) throw tooManyRows(line)
    const fields = readJsonLine(content)
    if (fields === undefined) {
      errors.push({ line, message: 'must be one JSON object, such as {"ticketNumber": "T-1", …}' })
      continue
    }
    const columns = Object.keys(fields).length
    if (columns > MAX_COLUMNS) throw tooManyColumns(line, columns)
    const repeated = repeatedKey(content)
    if (repeated === undefined) objects.push({ line, fields })
    else errors.push({ line, message: `${repeated}: is given twice` })
  }
  return { objects, errors, warnings: [] }
}

/** Reads a file's text: JSON Lines if it begins with a brace or bracket, otherwise CSV. */
export const readContent = (text: string): Content => {
  const lines = text.replace(MARKS, '').replace(/\r\n?/g, '\n')
  if (lines.trim() === '') throw new Error('The file is empty.')
  if (/^\s*<(!doctype|html|table|\?xml)/i.test(lines)) {
    throw new Error('The file is a web page. Open it in a spreadsheet, and save it as .xlsx or CSV.')
  }
  if (/^\s*(?:BEGIN:V|%PDF-|\{\\rtf)/i.test(lines)) {
    throw new Error('The file is no table. Save it as .xlsx or CSV.')
  }
  return /^\s*[{[]/.test(lines) ? readJsonLines(lines) : readTable(lines)
}
