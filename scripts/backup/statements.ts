// Rows as INSERT statements that D1 accepts: each on one line, below the size limit.

import type { Row, Value } from '../lib/database.ts'
import { MAX_STATEMENT_BYTES, sqlText } from '../lib/sql-text.ts'
import type { BackupTable } from './tables.ts'

/** Characters of a long text in one statement: at most 80,000 bytes, as hexadecimal UTF-8. */
const PIECE_CHARACTERS = 10_000
/**
 * Characters of a long text that stay in the row's INSERT: 35 columns of this size fit into one statement.
 */
const FIRST_PIECE_CHARACTERS = 250

const literal = (value: Value): string => {
  if (value === null) return 'NULL'
  if (typeof value === 'string') return sqlText(value)
  if (typeof value === 'number') return String(value)
  throw new Error('it is no text, number or NULL. Correct it, and run the export again.')
}

const columnLiteral = (table: BackupTable, row: Row, column: string): string => {
  try {
    return literal(row[column] ?? null)
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : cause
    throw new Error(`${table.name}.${column} WHERE rowid = ${row.rowid_of_row}: ${message}`, { cause })
  }
}

const valuesOf = (table: BackupTable, row: Row): string =>
  `(${table.columns.map((column) => columnLiteral(table, row, column)).join(',')})`

const bytesOf = (sql: string): number => Buffer.byteLength(sql)

const take = (text: string, size: number): [string, string] => {
  const head = [...text.slice(0, 2 * size)].slice(0, size).join('')
  return [head, text.slice(head.length)]
}

/** Cuts the longest texts of a row until its INSERT fits; the rest is appended by updates. */
const splitRow = (table: BackupTable, row: Row): { row: Row; updates: string[] } => {
  const short = { ...row }
  const updates: string[] = []
  const where = table.primaryKey.map((column) => `${column} = ${literal(row[column] ?? null)}`).join(' AND ')
  while (bytesOf(valuesOf(table, short)) > MAX_STATEMENT_BYTES) {
    const [column, text] = Object.entries(short)
      .filter((entry): entry is [string, string] => typeof entry[1] === 'string')
      .reduce((longest, entry) => (entry[1].length > longest[1].length ? entry : longest))
    let [piece, rest] = take(text, FIRST_PIECE_CHARACTERS)
    short[column] = piece
    while (rest !== '') {
      ;[piece, rest] = take(rest, PIECE_CHARACTERS)
      updates.push(`UPDATE ${table.name} SET ${column} = ${column} || ${literal(piece)} WHERE ${where}`)
    }
  }
  return { row: short, updates }
}

/** Statements that insert the rows in their order, as many with each as fit. */
export function* insertStatements(table: BackupTable, rows: Iterable<Row>): Generator<string> {
  const head = `INSERT INTO ${table.name} (${table.columns.join(',')}) VALUES `
  let parts: string[] = []
  let size = bytesOf(head)
  for (const whole of rows) {
    const { row, updates } = splitRow(table, whole)
    const part = valuesOf(table, row)
    const bytes = bytesOf(part) + 1
    if (parts.length > 0 && size + bytes > MAX_STATEMENT_BYTES) {
      yield head + parts.join(',')
      parts = []
      size = bytesOf(head)
    }
    parts.push(part)
    size += bytes
    if (updates.length === 0) continue
    yield head + parts.join(',')
    yield* updates
    parts = []
    size = bytesOf(head)
  }
  if (parts.length > 0) yield head + parts.join(',')
}
