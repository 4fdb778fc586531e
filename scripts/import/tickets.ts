// Reads the rows of a file as tickets.
import { INSTANT_RULE, instantSchema, UUID_RULE, uuidSchema } from '../../src/api/resources/values.ts'
import { TICKET_STATUSES } from '../../src/domain/tickets/ticket.ts'
import { COLUMNS, type Column, type Format, isRequired } from './formats.ts'
import type { LineError, SourceRow } from './read.ts'

/** The values that a file gives a ticket. A field that is absent keeps the ticket's value; null clears it. */
export type TicketValues = {
  id?: string
  ticketNumber: string
  ticketTypeName: string
  status?: string
  seatLabel?: string | null
  currentHolderId?: string | null
  holderEmail?: string | null
  attendeeName?: string | null
  attendeeEmail?: string | null
  attendeeCompany?: string | null
  checkedInAt?: number | null
  transferCount?: number
}

export type FileTicket = { line: number; values: TicketValues }

const readUuid = (text: string): string | undefined => uuidSchema.safeParse(text).data

/** Epoch milliseconds. The table accepts none before 1970. */
const readEpoch = (text: string): number | undefined => {
  const instant = instantSchema.safeParse(text).data?.getTime()
  return instant !== undefined && instant >= 0 ? instant : undefined
}

/** The largest `transferCount` of an import: six digits. */
const MAX_TRANSFERS = 999_999

/** Parse the text of a cell that is not empty. They return undefined if it is not valid. */
const READERS: Record<Column, (text: string) => string | number | undefined> = {
  id: readUuid,
  ticketNumber: (text) => text,
  status: (text) => TICKET_STATUSES.find((status) => status === text),
  ticketTypeName: (text) => text,
  seatLabel: (text) => text,
  currentHolderId: readUuid,
  holderEmail: (text) => text,
  attendeeName: (text) => text,
  attendeeEmail: (text) => text,
  attendeeCompany: (text) => text,
  checkedInAt: readEpoch,
  transferCount: (text) => (/^\d+$/.test(text) && Number(text) <= MAX_TRANSFERS ? Number(text) : undefined),
}

const EXPECTED: Partial<Record<Column, string>> = {
  id: UUID_RULE,
  status: `must be one of ${TICKET_STATUSES.join(', ')}`,
  currentHolderId: UUID_RULE,
  checkedInAt: INSTANT_RULE,
  transferCount: `must be a whole number from 0 to ${MAX_TRANSFERS}`,
}

/** Every ticket has these, so an empty cell keeps the value instead of clearing it. */
const cannotBeCleared = (column: Column): boolean =>
  column === 'id' || column === 'status' || column === 'transferCount'

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
    const reject = (message: string) => messages.push(`${format.labels[column] ?? column}: ${message}`)
    const given = fields[column]
    // JSON may give this one as a number.
    const value = column === 'transferCount' && typeof given === 'number' ? String(given) : given
    if (value === undefined || value === null || (typeof value === 'string' && value.trim() === '')) {
      if (isRequired(column)) reject('is missing')
      else if (value !== undefined && !cannotBeCleared(column)) values[column] = null
      continue
    }
    if (typeof value !== 'string') {
      reject(EXPECTED[column] ?? 'must be text')
      continue
    }
    // SQLite's text functions stop at a NUL, and a lone surrogate cannot be stored as UTF-8.
    if (value.includes('\0') || !value.isWellFormed()) {
      reject('has a character that cannot be stored (NUL or half of a surrogate pair)')
      continue
    }
    // Search compares composed characters (NFC); some systems write é as e and its accent.
    const read = READERS[column](value.trim().normalize('NFC'))
    if (read === undefined) reject(EXPECTED[column] ?? 'must be text')
    else values[column] = read
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
