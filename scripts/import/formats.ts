// The formats of files: Doorlist's own, and the exports of pretix and Eventbrite with the mapping of their columns.
import { COLUMNS, type Column, ruleOf } from './columns.ts'
import type { LineError, Source } from './read.ts'

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
    code: 'Ticket secret',
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
      // What its QR code contains. Older versions do not export it, or call it `Secret`.
      code: fields['Ticket secret'] ?? fields.Secret,
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
    code: 'Barcode #',
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
      code: fields['Barcode #'],
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

/** The exports of other systems: the columns that identify each, and those that an import requires. */
const EXPORT_FORMATS = [
  {
    format: PRETIX,
    identifiedBy: ['Order code', 'Product'],
    required: ['Order code', 'Position ID', 'Status', 'Product'],
    hint: 'Export "Order data", the sheet "Order positions": a check-in list does not say which ticket is which.',
  },
  {
    format: EVENTBRITE,
    identifiedBy: ['Order #', 'Ticket Type'],
    required: ['Attendee #', 'Attendee Status', 'Ticket Type'],
    hint: 'Export the attendee summary with these columns: an order does not say which ticket is which.',
  },
]

/** Recognises a file's format by its columns. Returns null and errors if it cannot be imported. */
export const recogniseFormat = ({ header }: Source): { format: Format | null; errors: LineError[] } => {
  if (header === undefined) return { format: DOORLIST_FORMAT, errors: [] }
  const { line, names } = header
  const reject = (messages: readonly string[]) => ({
    format: null,
    errors: messages.map((message) => ({ line, message })),
  })
  const has = (name: string) => names.includes(name)
  const found = EXPORT_FORMATS.find(({ identifiedBy }) => identifiedBy.every(has))
  if (found !== undefined) {
    const { format, required, hint } = found
    const missing = required.filter((name) => !has(name))
    if (missing.length === 0) return { format, errors: [] }
    const names = missing.map((name) => `"${name}"`).join(', ')
    return reject([`looks like an export of ${format.name}, without ${names}. ${hint}`])
  }
  const errors = [
    ...names
      .filter((name) => !(COLUMNS as readonly string[]).includes(name))
      .map((name) => (name === '' ? 'a column has no name' : unknownColumn(name))),
    ...COLUMNS.filter((column) => ruleOf(column).empty === 'required' && !has(column)).map(
      (column) => `the column ${column} is missing`,
    ),
    ...COLUMNS.filter((column) => names.filter((name) => name === column).length > 1).map(
      (column) => `the column ${column} is given twice`,
    ),
  ]
  return errors.length > 0 ? reject(errors) : { format: DOORLIST_FORMAT, errors: [] }
}
