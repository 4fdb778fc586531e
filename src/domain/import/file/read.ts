// Reads a file of tickets, CSV or JSON Lines, into rows with their line in the file.
import { type CsvError, parse } from 'csv-parse/browser/esm/sync'
import { MAX_TICKETS_IN_SESSION } from '../../../db/schema/ticket-constants.ts'

/** About the longest string that JavaScript can hold. */
const MAX_FILE_BYTES = 500_000_000

/** Exports with a column for each question of an order form have a few hundred columns. */
const MAX_COLUMNS = 1_000

/** A header with every column of an export has a few thousand characters; a row has fewer. */
const MAX_RECORD_CHARACTERS = 1_000_000

/** An error in a file, and its line. */
export type LineError = { line: number; message: string }

/** One row: its first line in the file, and its values by the file's column names. */
export type SourceRow = { line: number; fields: Record<string, unknown> }

export type Source = {
  /** The columns of a CSV file; JSON Lines have none. */
  header: { line: number; names: string[] } | undefined
  rows: SourceRow[]
  /** How many rows there are, including those that could not be read. */
  rowCount: number
  errors: LineError[]
}

const tooManyColumns = (line: number, columns: number): Error =>
  new Error(
    `line ${line}: has ${columns.toLocaleString('en')} columns; at most ${MAX_COLUMNS.toLocaleString('en')} are supported.`,
  )

/** A session cannot hold the file, so the rest of it is not read. */
const tooManyRows = (line: number): Error =>
  new Error(
    `line ${line}: a session holds up to ${MAX_TICKETS_IN_SESSION.toLocaleString('en')} tickets. Nothing was written.`,
  )

/** Decodes UTF-8, with or without a byte order mark. Throws if the file is not UTF-8 or too large. */
export const decodeText = (bytes: Uint8Array): string => {
  if (bytes.byteLength > MAX_FILE_BYTES) {
    throw new Error(
      `The file has more than ${MAX_FILE_BYTES / 1e6} MB. Split it and import the parts one after the other.`,
    )
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes)
  } catch {
    throw new Error('The file is not UTF-8. In a spreadsheet, save it as "CSV UTF-8".')
  }
}

const DELIMITERS = [',', ';', '\t'] as const

/** The delimiter that occurs most often in the header line outside quotes. */
const detectDelimiter = (headerLine: string): string => {
  const bare = headerLine.replace(/"[^"]*"/g, '')
  const counts = DELIMITERS.map((delimiter) => bare.split(delimiter).length)
  return DELIMITERS[counts.indexOf(Math.max(...counts))] as string
}

const countLineEnds = (cells: readonly string[]): number =>
  cells.reduce((count, cell) => count + cell.split('\n').length - 1, 0)

/**
 * The values of a row by column. Of two columns with one name the first counts; a format rejects the second
 * if it matters.
 */
export const toFields = (names: readonly string[], cells: readonly string[]): Record<string, string> => {
  const fields: Record<string, string> = {}
  names.forEach((name, index) => {
    if (!Object.hasOwn(fields, name)) fields[name] = cells[index] ?? ''
  })
  return fields
}

const readCsv = (text: string): Source => {
  const records: { line: number; cells: string[] }[] = []
  const errors: LineError[] = []
  try {
    parse(text, {
      delimiter: detectDelimiter(/^\n*(.*)/.exec(text)?.[1] ?? ''),
      record_delimiter: '\n',
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: MAX_RECORD_CHARACTERS,
      // The header, as many rows as a session holds, and one too many.
      to: MAX_TICKETS_IN_SESSION + 2,
      on_record: (cells: string[], { lines }) => {
        // The parser counts to a record's last line; an editor shows its first.
        records.push({ line: lines - countLineEnds(cells), cells })
        return null
      },
    })
  } catch (error) {
    // After a misplaced quote it is unclear where a cell ends, so the parser stops.
    const { lines, message } = error as CsvError & { lines?: number }
    if (lines === undefined) throw error
    errors.push({ line: lines, message: message.replace(/ at line \d+/, '') })
  }
  const [header, ...rest] = records
  if (header === undefined) return { header: undefined, rows: [], rowCount: 0, errors }
  if (header.cells.length > MAX_COLUMNS) throw tooManyColumns(header.line, header.cells.length)
  const excess = rest[MAX_TICKETS_IN_SESSION]
  if (excess !== undefined) throw tooManyRows(excess.line)
  const names = header.cells.map((name) => name.trim())
  const rows: SourceRow[] = []
  for (const { line, cells } of rest) {
    if (cells.length !== names.length) {
      errors.push({ line, message: `has ${cells.length} cells, the header has ${names.length}` })
      continue
    }
    rows.push({ line, fields: toFields(names, cells) })
  }
  return { header: { line: header.line, names }, rows, rowCount: rest.length, errors }
}

/** Yields the lines of a text, numbered from 1, without their line ends. */
function* linesOf(text: string): Generator<[number: number, content: string]> {
  let start = 0
  for (let line = 1; start <= text.length; line++) {
    const end = text.indexOf('\n', start)
    yield [line, text.slice(start, end === -1 ? undefined : end)]
    if (end === -1) return
    start = end + 1
  }
}

/** The first key that a JSON text has twice, if any. `JSON.parse` would keep only its last value. */
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

const readJsonLines = (text: string): Source => {
  const rows: SourceRow[] = []
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
    if (repeated === undefined) rows.push({ line, fields })
    else errors.push({ line, message: `${repeated}: is given twice` })
  }
  return { header: undefined, rows, rowCount, errors }
}

/** Reads a file's text. A file that begins with a brace or bracket is JSON Lines, any other is CSV. */
export const readSource = (text: string): Source => {
  const lines = text.replace(/\r\n?/g, '\n')
  if (lines.trim() === '') throw new Error('The file is empty.')
  return /^\s*[{[]/.test(lines) ? readJsonLines(lines) : readCsv(lines)
}
