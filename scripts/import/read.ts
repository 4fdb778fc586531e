// A file of tickets, taken apart: CSV or JSON Lines into rows, each with its line in the file.
import { type CsvError, parse } from 'csv-parse/sync'

/** What is wrong with a file, and on which of its lines. */
export type LineError = { line: number; message: string }

/** One row: its first line in the file, and its values by the names that the file gives them. */
export type SourceRow = { line: number; fields: Record<string, unknown> }

export type Source = {
  /** The columns of a CSV file; JSON Lines have none. */
  header: { line: number; names: string[] } | undefined
  rows: SourceRow[]
  errors: LineError[]
}

/** Decodes UTF-8, with or without a byte order mark; throws where it is anything else. */
export const decodeText = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes)
  } catch {
    throw new Error('The file is not UTF-8. In a spreadsheet, save it as "CSV UTF-8".')
  }
}

const DELIMITERS = [',', ';', '\t'] as const

/** The delimiter that the header line has most of, outside of quotes. */
export const detectDelimiter = (headerLine: string): string => {
  const bare = headerLine.replace(/"[^"]*"/g, '')
  const counts = DELIMITERS.map((delimiter) => bare.split(delimiter).length)
  return DELIMITERS[counts.indexOf(Math.max(...counts))] as string
}

const countLineEnds = (cells: readonly string[]): number =>
  cells.reduce((count, cell) => count + cell.split('\n').length - 1, 0)

const readCsv = (text: string): Source => {
  const records: { line: number; cells: string[] }[] = []
  const errors: LineError[] = []
  try {
    parse(text, {
      delimiter: detectDelimiter(/^\n*(.*)/.exec(text)?.[1] ?? ''),
      record_delimiter: '\n',
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: 1_000_000,
      on_record: (cells: string[], { lines }) => {
        // The parser names a record's last line; an editor goes to its first.
        records.push({ line: lines - countLineEnds(cells), cells })
        return null
      },
    })
  } catch (error) {
    // Past a wrong quote nobody knows any more where a cell ends.
    const { lines, message } = error as CsvError & { lines?: number }
    if (lines === undefined) throw error
    errors.push({ line: lines, message: message.replace(/ at line \d+/, '') })
  }
  const [header, ...rest] = records
  if (header === undefined) return { header: undefined, rows: [], errors }
  const names = header.cells.map((name) => name.trim())
  const rows: SourceRow[] = []
  for (const { line, cells } of rest) {
    if (cells.length !== names.length) {
      errors.push({ line, message: `has ${cells.length} cells, the header has ${names.length}` })
      continue
    }
    const fields: Record<string, unknown> = {}
    names.forEach((name, index) => {
      // Of two columns with one name the first counts; where that is not right, the format refuses it.
      if (!(name in fields)) fields[name] = cells[index]
    })
    rows.push({ line, fields })
  }
  return { header: { line: header.line, names }, rows, errors }
}

const readJsonLines = (text: string): Source => {
  const rows: SourceRow[] = []
  const errors: LineError[] = []
  text.split('\n').forEach((content, index) => {
    if (content.trim() === '') return
    const line = index + 1
    try {
      const value: unknown = JSON.parse(content)
      if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
        rows.push({ line, fields: value as Record<string, unknown> })
        return
      }
    } catch {
      // Said below, together with JSON that is no object.
    }
    errors.push({ line, message: 'must be one JSON object, such as {"ticketNumber": "T-1", …}' })
  })
  return { header: undefined, rows, errors }
}

/** Takes a file's text apart. A file that begins with a brace or bracket is JSON Lines, any other CSV. */
export const readSource = (text: string): Source => {
  const lines = text.replace(/\r\n?/g, '\n')
  if (lines.trim() === '') throw new Error('The file is empty.')
  return /^\s*[{[]/.test(lines) ? readJsonLines(lines) : readCsv(lines)
}
