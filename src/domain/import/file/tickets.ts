// Reads the rows of a file as rows of an import.
import type { Format } from './formats/format.ts'
import type { LineError, SourceRow } from './read.ts'

/** A row of an import by Doorlist's columns, and its line in the file. */
export type FileRow = { line: number; fields: Record<string, unknown> }

/** Reads all rows. Rows of several events or dates are errors: a file belongs to one session. */
export const toRows = (
  format: Format,
  rows: readonly SourceRow[],
): { rows: FileRow[]; errors: LineError[] } => {
  const errors: LineError[] = []
  const [first] = rows
  const read = rows.map(({ line, fields }) => {
    const reject = (label: string, message: string) => errors.push({ line, message: `${label}: ${message}` })
    for (const column of format.scope) {
      if (first !== undefined && fields[column] !== first.fields[column]) {
        const expected = `must be "${first.fields[column]}" as on line ${first.line}`
        reject(column, `${expected}; a file belongs to one session`)
      }
    }
    return { line, fields: format.toColumns(fields, reject) }
  })
  return { rows: read, errors }
}
