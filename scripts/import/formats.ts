// Which columns a file may have, and how a row becomes a ticket: ours, pretix's and Eventbrite's.
import { INSTANT_RULE, instantSchema, UUID_RULE, uuidSchema } from '../../src/api/schemas/values.ts'
import { TICKET_STATUSES } from '../../src/domain/tickets/ticket.ts'
import type { LineError, Source, SourceRow } from './read.ts'

/** Our own columns: the header names of CSV and the field names of JSON Lines. */
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

/** What a file says of a ticket. What it does not speak of is not there; null clears. */
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
  /** Another system knows nothing of the check-ins made here: its `Valid` does not undo one. */
  keepsCheckIns: boolean
  /** What our columns are called in the file, for its errors. */
  labels: Partial<Record<Column, string>>
  /** Columns that say what a row belongs to: a session's tickets agree in them. */
  scope: readonly string[]
  /** Our columns from the file's; adds to `errors` what cannot be one. */
  toFields(fields: Record<string, unknown>, errors: string[]): Fields
}

const readUuid = (text: string): string | undefined => uuidSchema.safeParse(text).data

/** Epoch milliseconds; the table has none before 1970. */
const readEpoch = (text: string): number | undefined => {
  const instant = instantSchema.safeParse(text).data?.getTime()
  return instant !== undefined && instant >= 0 ? instant : undefined
}

/** Each reads a text that is not empty; undefined where it is not what it must be. */
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
  transferCount: (text) => (/^\d{1,6}$/.test(text) ? Number(text) : undefined),
}

const EXPECTED: Partial<Record<Column, string>> = {
  id: UUID_RULE,
  status: `must be one of ${TICKET_STATUSES.join(', ')}`,
  currentHolderId: UUID_RULE,
  checkedInAt: INSTANT_RULE,
  transferCount: 'must be a whole number from 0 to 999999',
}

const isRequired = (column: Column): boolean => column === 'ticketNumber' || column === 'ticketTypeName'
/** What every ticket has: an empty cell says nothing of it, rather than clears it. */
const cannotBeCleared = (column: Column): boolean =>
  column === 'id' || column === 'status' || column === 'transferCount'

const cellText = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

const OWN: Format = {
  name: 'Doorlist',
  keepsCheckIns: false,
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
  `there is no column "${name}"; the columns are ${COLUMNS.join(', ')}`

/** pretix: "Order data", its sheet "Order positions", as CSV and in English. */
const PRETIX: Format = {
  name: 'pretix',
  keepsCheckIns: true,
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

/** What is not paid does not open a door; it does once a later export says that it is paid. */
const PRETIX_STATES: Record<string, string> = {
  paid: 'Valid',
  pending: 'Voided',
  expired: 'Voided',
  canceled: 'Voided',
}

/** Eventbrite: the attendee summary report, as CSV. */
const EVENTBRITE: Format = {
  name: 'Eventbrite',
  keepsCheckIns: true,
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
      `${column}: "${cellText(value)}" is not a known state; known are ${Object.keys(states).join(', ')}`,
    )
  }
  return status
}

/** Which columns make a file another system's, and which of them it cannot be imported without. */
const FOREIGN = [
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

/** Finds out whose file it is by its columns; null, with errors, where it cannot be imported. */
export const recogniseFormat = ({ header }: Source): { format: Format | null; errors: LineError[] } => {
  if (header === undefined) return { format: OWN, errors: [] }
  const { line, names } = header
  const refuse = (...messages: string[]) => ({
    format: null,
    errors: messages.map((message) => ({ line, message })),
  })
  const has = (name: string) => names.includes(name)
  const foreign = FOREIGN.find(({ marks }) => marks.every(has))
  if (foreign !== undefined) {
    const { format, needed, hint } = foreign
    const missing = needed.filter((name) => !has(name))
    if (missing.length === 0) return { format, errors: [] }
    return refuse(
      `looks like an export of ${format.name}, without ${missing.map((name) => `"${name}"`).join(', ')}. ${hint}`,
    )
  }
  const errors = [
    ...names
      .filter((name) => !(COLUMNS as readonly string[]).includes(name))
      .map((name) => (name === '' ? 'a column has no name' : unknownColumn(name))),
    ...COLUMNS.filter((column) => isRequired(column) && !has(column)).map(
      (column) => `the column ${column} is missing`,
    ),
    ...COLUMNS.filter((column) => names.filter((name) => name === column).length > 1).map(
      (column) => `the column ${column} is there twice`,
    ),
  ]
  return errors.length > 0 ? refuse(...errors) : { format: OWN, errors: [] }
}

/** Reads one row as a ticket; what is wrong with it is added to `errors`. Null where it lacks what names it. */
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
    // A number in JSON is as good as its digits, where a number is meant.
    const value = column === 'transferCount' && typeof given === 'number' ? String(given) : given
    if (value === undefined || value === null || (typeof value === 'string' && value.trim() === '')) {
      if (isRequired(column)) refuse('is missing')
      else if (value !== undefined && !cannotBeCleared(column)) values[column] = null
      continue
    }
    if (typeof value !== 'string') {
      refuse(EXPECTED[column] ?? 'must be a text')
      continue
    }
    // The database's texts end at a NUL, and a lone surrogate would come back as another character.
    if (value.includes('\0') || !value.isWellFormed()) {
      refuse('has a character that no text can hold')
      continue
    }
    // Composed, as the search looks for it: some systems write é as e and its accent.
    const read = READERS[column](value.trim().normalize('NFC'))
    if (read === undefined) refuse(EXPECTED[column] ?? 'must be a text')
    else values[column] = read
  }
  errors.push(...messages.map((message) => ({ line, message })))
  const { ticketNumber, ticketTypeName } = values
  if (typeof ticketNumber !== 'string' || typeof ticketTypeName !== 'string') return null
  return { line, values: { ...values, ticketNumber, ticketTypeName } as TicketValues }
}

/** Reads all rows as tickets. A file is one session's: rows of several events or dates are refused. */
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
          message: `${column}: must be "${first.fields[column]}" as on line ${first.line}; a file is one session's`,
        })
      }
    }
    progress(index + 1, rows.length)
    return readTicket(format, row, errors) ?? []
  })
  return { tickets, errors }
}
