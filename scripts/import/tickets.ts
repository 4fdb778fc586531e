// Reads the rows of a file as tickets.
import { COLUMNS, ruleOf, type TicketValues } from './columns.ts'
import type { Format } from './formats.ts'
import type { LineError, SourceRow } from './read.ts'

export type FileTicket = { line: number; values: TicketValues }

/** Reads one row as a ticket and adds its errors to `errors`. Returns null without a ticket number or type. */
const readTicket = (
  format: Format,
  { line, fields: source }: SourceRow,
  errors: LineError[],
): FileTicket | null => {
  const messages: string[] = []
  const fields = format.toFields(source, messages)
  const values: Record<string, string | number | null> = {}
  for (const column of COLUMNS) {
    const { read, expected, empty } = ruleOf(column)
    const reject = (message: string) => messages.push(`${format.labels[column] ?? column}: ${message}`)
    const given = fields[column]
    // JSON may give this one as a number.
    const value = column === 'transferCount' && typeof given === 'number' ? String(given) : given
    if (value === undefined || value === null || (typeof value === 'string' && value.trim() === '')) {
      if (empty === 'required') reject('is missing')
      else if (value !== undefined && empty === 'clear') values[column] = null
      continue
    }
    if (typeof value !== 'string') {
      reject(expected)
      continue
    }
    // SQLite's text functions stop at a NUL, and a lone surrogate cannot be stored as UTF-8.
    if (value.includes('\0') || !value.isWellFormed()) {
      reject('has a character that cannot be stored (NUL or half of a surrogate pair)')
      continue
    }
    // Search compares composed characters (NFC); some systems write é as e and its accent.
    const parsed = read(value.trim().normalize('NFC'))
    if (parsed === undefined) reject(expected)
    else values[column] = parsed
  }
  errors.push(...messages.map((message) => ({ line, message })))
  const { ticketNumber, ticketTypeName } = values
  if (typeof ticketNumber !== 'string' || typeof ticketTypeName !== 'string') return null
  return { line, values: { ...values, ticketNumber, ticketTypeName } as TicketValues }
}

/** Reads all rows as tickets. Rows of several events or dates are errors: a file belongs to one session. */
export const readTickets = (
  format: Format,
  rows: readonly SourceRow[],
  progress: (done: number, total: number) => void = () => {},
): { tickets: FileTicket[]; errors: LineError[] } => {
  const errors: LineError[] = []
  const [first] = rows
  const tickets = rows.flatMap((row, index) => {
    for (const column of format.scope) {
      if (first !== undefined && row.fields[column] !== first.fields[column]) {
        errors.push({
          line: row.line,
          message: `${column}: must be "${first.fields[column]}" as on line ${first.line}; a file belongs to one session`,
        })
      }
    }
    progress(index + 1, rows.length)
    return readTicket(format, row, errors) ?? []
  })
  return { tickets, errors }
}
