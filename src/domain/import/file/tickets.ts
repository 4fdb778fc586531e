// Reads the rows of a file as tickets.
import type { Column } from './columns.ts'
import type { Format } from './formats/format.ts'
import type { LineError, SourceRow } from './read.ts'
import { type ImportOptions, type RowTicket, rowReader } from './rows.ts'

/** Reads all rows as tickets. Rows of several events or dates are errors: a file belongs to one session. */
export const readTickets = (
  format: Format,
  rows: readonly SourceRow[],
  options: ImportOptions,
  progress: (done: number, total: number) => void = () => {},
): { tickets: RowTicket[]; errors: LineError[] } => {
  const errors: LineError[] = []
  const [first] = rows
  const readRow = rowReader(options)
  const tickets = rows.flatMap(({ line, fields }, index) => {
    const reject = (label: string, message: string) => errors.push({ line, message: `${label}: ${message}` })
    for (const column of format.scope) {
      if (first !== undefined && fields[column] !== first.fields[column]) {
        const expected = `must be "${first.fields[column]}" as on line ${first.line}`
        reject(column, `${expected}; a file belongs to one session`)
      }
    }
    const { tickets, problems } = readRow(line, format.toColumns(fields, reject))
    for (const { field, message } of problems) {
      if (field === null) errors.push({ line, message })
      else reject(format.labels[field as Column] ?? field, message)
    }
    progress(index + 1, rows.length)
    return tickets
  })
  return { tickets, errors }
}
