// What an import makes of a file.

import { recogniseFormat } from '../../src/domain/import/file/formats/index.ts'
import { readSource } from '../../src/domain/import/file/read.ts'
import { DEFAULT_OPTIONS, type ImportOptions, rowReader } from '../../src/domain/import/file/rows.ts'
import { toRows } from '../../src/domain/import/file/tickets.ts'

/** Reads a file's text. Errors are given as `line: message`. */
export const readTickets = (text: string, change: Partial<ImportOptions> = {}) => {
  const options = { ...DEFAULT_OPTIONS, ...change }
  const source = readSource(text)
  const { format, errors } = recogniseFormat(source, options)
  const file = format === null ? { rows: [], errors: [] } : toRows(format, source.rows)
  const readRow = rowReader(options)
  const rows = file.rows.map(({ line, fields }) => readRow(line, fields))
  const problems = rows.flatMap((row) => row.problems)
  return {
    format: format?.name,
    tickets: rows.flatMap(({ tickets }) => tickets),
    errors: [
      ...[...source.errors, ...errors, ...file.errors].map(({ line, message }) => `${line}: ${message}`),
      ...problems.map(({ row, field, message }) => `${row}: ${field === null ? '' : `${field}: `}${message}`),
    ],
  }
}
