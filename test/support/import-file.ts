// What an import makes of a file.

import { type GuestFile, readGuestText } from '../../src/domain/import/file/guest-file.ts'
import { scopeErrors, toImportRows } from '../../src/domain/import/file/import-rows.ts'
import { COLUMNS, RULES, type TicketRow } from '../../src/domain/import/file/table/columns.ts'
import { DEFAULT_OPTIONS, type ImportOptions, rowReader } from '../../src/domain/import/file/table/rows.ts'

/** The values of a ticket that a file says nothing about. */
export const INITIAL_VALUES = Object.fromEntries(
  COLUMNS.map((column) => [RULES[column].stored, RULES[column].initial]),
) as Omit<TicketRow, 'key' | 'session_number' | 'ticket_type_id'>

export const SESSION = '5e0c1a52-0d5b-4a33-9b5e-7a8a3f0c5e55'

/** How a file is read by its own headings. */
export const readingOf = ({ mapping }: GuestFile, typeName = '') => ({
  mapping,
  typeName,
  scope: {},
  without: new Set<string>(),
})

/** Reads a file's text. Errors are given as `line: message`. */
export const readTickets = (text: string, change: Partial<ImportOptions> = {}) => {
  const options = { ...DEFAULT_OPTIONS, ...change }
  const file = readGuestText(text)
  const { rows, errors, warnings } = toImportRows(file, readingOf(file))
  const fields = rows.map((row) => row.fields)
  const readRow = rowReader(options, SESSION, fields)
  const read = rows.map(({ line, fields }) => readRow(line, fields))
  const problems = read.flatMap((row) => row.problems)
  return {
    format: file.format?.name,
    tickets: read.flatMap(({ tickets }) => tickets),
    warnings: warnings.map(({ line, message }) => `${line}: ${message}`),
    errors: [
      ...[...errors, ...scopeErrors(file)].map(({ line, message }) => `${line}: ${message}`),
      ...problems.map(({ row, field, message }) => `${row}: ${field === null ? '' : `${field}: `}${message}`),
    ],
  }
}
