// The columns that a file may have, and how a row becomes a ticket, for Doorlist's own format, pretix and Eventbrite.
import { INSTANT_RULE, instantSchema, UUID_RULE, uuidSchema } from '../../src/api/schemas/values.ts'
import { TICKET_STATUSES } from '../../src/domain/tickets/ticket.ts'
import type { LineError, Source, SourceRow } from './read.ts'

/** The columns of Doorlist's format: the header names of CSV and the field names of JSON Lines. */
export const COLUMNS = [
  'id',
  'ticketNumber',
  'status',
  'ticketTypeName',
  'seatLabel',
  'currentHolderId',
  'holderEmail',
  'attendeeName',
  'attendeeEmail',
  'attendeeCompany',
  'checkedInAt',
  'transferCount',
] as const
export type Column = (typeof COLUMNS)[number]

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

type Fields = Partial<Record<Column, unknown>>

export type Format = {
  name: string
  /** An export of another system does not know the check-ins made here, so its `Valid` does not undo one. */
  preservesCheckIns: boolean
  /** The file's names for the columns, for error messages. */
  labels: Partial<Record<Column, string>>
  /** Columns that name the event or date. They must have one value throughout a file. */
  scope: readonly string[]
  /** Maps a row's fields to Doorlist's columns. Adds what cannot be mapped to `errors`. */
  toFields(fields: Record<string, unknown>, errors: string[]): Fields
}

const readUuid = (text: string): string | undefined => uuidSchema.safeParse(text).data

/** Epoch milliseconds. The table accepts none before 1970. */
const readEpoch = (text: string): number | undefined => {
  const instant = instantSchema.safeParse(text).data?.getTime()
  return instant !== undefined && instant >= 0 ? instant : undefined
}

/** The largest `transferCount` of an import: six digits. */
const MAX_TRANSFERS = 999_999

/** Parse a text that is not empty; undefined if it is not valid. */
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

const isRequired = (column: Column): boolean => column === 'ticketNumber' || column === 'ticketTypeName'
/** Every ticket has these, so an empty cell keeps the value instead of clearing it. */
const cannotBeCleared = (column: Column): boolean =>
  column === 'id' || column === 'status' || column === 'transferCount'

const cellText = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

const DOORLIST_FORMAT: Format = {
  name: 'Doorlist',
  preservesCheckIns: false,
  labels: {},
  scope: [],
  toFields: (fields, errors) => {
    for (const name of Object.keys(fields)) {
      if (!(COLUMNS as readonly string[]).includes(name)) errors.push(unknownColumn(name))
    }
    return fields
  },
}

const unknownColumn = (name: string): string =>
  `unknown column "${name}"; the columns are ${COLUMNS.join(', ')}`

/** pretix: the export "Order data", sheet "Order positions", as CSV in English. */
const PRETIX: Format = {
  name: 'pretix',
  preservesCheckIns: true,
  labels: {
    ticketNumber: 'Order code and Position ID',
    ticketTypeName: 'Product',
    status: 'Status',
    seatLabel: 'Seat name',
    holderEmail: 'Email',
    attendeeName: 'Attendee name',
    attendeeEmail: 'Attendee email',
    attendeeCompany: 'Company',
  },
  scope: ['Event slug', 'Date', 'Start date'],
  toFields: (fields, errors) => {
    const [order, position] = [cellText(fields['Order code']), cellText(fields['Position ID'])]
    const [product, variation] = [cellText(fields.Product), cellText(fields.Variation)]
    return {
      ticketNumber: order === '' || position === '' ? '' : `${order}-${position}`,
      status: toStatus('Status', fields.Status, PRETIX_STATES, errors),
      ticketTypeName: variation === '' ? product : `${product} – ${variation}`,
      seatLabel: fields['Seat name'],
      holderEmail: fields.Email,
      attendeeName: fields['Attendee name'],
      attendeeEmail: fields['Attendee email'],
      attendeeCompany: fields.Company,
    }
  },
}

/** An unpaid order must not open a door. A later export in which it is paid makes its tickets `Valid`. */
const PRETIX_STATES: Record<string, string> = {
  paid: 'Valid',
  pending: 'Voided',
  expired: 'Voided',
  canceled: 'Voided',
}

/** Eventbrite: the report "Attendee Summary", as CSV. */
const EVENTBRITE: Format = {
  name: 'Eventbrite',
  preservesCheckIns: true,
  labels: {
    ticketNumber: 'Attendee #',
    ticketTypeName: 'Ticket Type',
    status: 'Attendee Status',
    holderEmail: 'Buyer Email',
    attendeeName: 'First Name and Last Name',
    attendeeEmail: 'Email',
    attendeeCompany: 'Company',
  },
  scope: ['Event ID', 'Event Name', 'Event Date', 'Date Attending'],
  toFields: (fields, errors) => {
    if (fields.Quantity !== undefined && !['', '1'].includes(cellText(fields.Quantity))) {
      errors.push('Quantity: must be 1, a row for each attendee')
    }
    return {
      ticketNumber: fields['Attendee #'],
      status: toStatus('Attendee Status', fields['Attendee Status'], EVENTBRITE_STATES, errors),
      ticketTypeName: fields['Ticket Type'],
      holderEmail: cellText(fields['Buyer Email']) === '' ? fields.Email : fields['Buyer Email'],
      attendeeName: [cellText(fields['First Name']), cellText(fields['Last Name'])].join(' ').trim(),
      attendeeEmail: fields.Email,
      attendeeCompany: fields.Company,
    }
  },
}

const EVENTBRITE_STATES: Record<string, string> = {
  attending: 'Valid',
  'checked in': 'CheckedIn',
  refunded: 'Refunded',
  'not attending': 'Voided',
  canceled: 'Voided',
  deleted: 'Voided',
  transferred: 'Voided',
  pending: 'Voided',
  unpaid: 'Voided',
}

const toStatus = (
  column: string,
  value: unknown,
  states: Record<string, string>,
  errors: string[],
): string | undefined => {
  const status = Object.entries(states).find(([state]) => state === cellText(value).toLowerCase())?.[1]
  if (status === undefined) {
    errors.push(
      `${column}: "${cellText(value)}" is not a known state; the known states are ${Object.keys(states).join(', ')}`,
    )
  }
  return status
}

/** The exports of other systems: the columns that identify them, and those that an import needs. */
const EXPORT_FORMATS = [
  {
    format: PRETIX,
    marks: ['Order code', 'Product'],
    needed: ['Order code', 'Position ID', 'Status', 'Product'],
    hint: 'Export "Order data", the sheet "Order positions": a check-in list does not say which ticket is which.',
  },
  {
    format: EVENTBRITE,
    marks: ['Order #', 'Ticket Type'],
    needed: ['Attendee #', 'Attendee Status', 'Ticket Type'],
    hint: 'Export the attendee summary with these columns: an order does not say which ticket is which.',
  },
]

/** Recognises a file's format by its columns. Returns null and errors if it cannot be imported. */
export const recogniseFormat = ({ header }: Source): { format: Format | null; errors: LineError[] } => {
  if (header === undefined) return { format: DOORLIST_FORMAT, errors: [] }
  const { line, names } = header
  const refuse = (messages: readonly string[]) => ({
    format: null,
    errors: messages.map((message) => ({ line, message })),
  })
  const has = (name: string) => names.includes(name)
  const foreign = EXPORT_FORMATS.find(({ marks }) => marks.every(has))
  if (foreign !== undefined) {
    const { format, needed, hint } = foreign
    const missing = needed.filter((name) => !has(name))
    if (missing.length === 0) return { format, errors: [] }
    const names = missing.map((name) => `"${name}"`).join(', ')
    return refuse([`looks like an export of ${format.name}, without ${names}. ${hint}`])
  }
  const errors = [
    ...names
      .filter((name) => !(COLUMNS as readonly string[]).includes(name))
      .map((name) => (name === '' ? 'a column has no name' : unknownColumn(name))),
    ...COLUMNS.filter((column) => isRequired(column) && !has(column)).map(
      (column) => `the column ${column} is missing`,
    ),
    ...COLUMNS.filter((column) => names.filter((name) => name === column).length > 1).map(
      (column) => `the column ${column} is given twice`,
    ),
  ]
  return errors.length > 0 ? refuse(errors) : { format: DOORLIST_FORMAT, errors: [] }
}

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
    const refuse = (message: string) => messages.push(`${format.labels[column] ?? column}: ${message}`)
    const given = fields[column]
    // JSON may give this one as a number.
    const value = column === 'transferCount' && typeof given === 'number' ? String(given) : given
    if (value === undefined || value === null || (typeof value === 'string' && value.trim() === '')) {
      if (isRequired(column)) refuse('is missing')
      else if (value !== undefined && !cannotBeCleared(column)) values[column] = null
      continue
    }
    if (typeof value !== 'string') {
      refuse(EXPECTED[column] ?? 'must be text')
      continue
    }
    // SQLite's text functions stop at a NUL, and a lone surrogate cannot be stored as UTF-8.
    if (value.includes('\0') || !value.isWellFormed()) {
      refuse('has a character that cannot be stored (NUL or half of a surrogate pair)')
      continue
    }
    // Search compares composed characters (NFC); some systems write é as e and its accent.
    const read = READERS[column](value.trim().normalize('NFC'))
    if (read === undefined) refuse(EXPECTED[column] ?? 'must be text')
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
