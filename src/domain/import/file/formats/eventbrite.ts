// Eventbrite: the report "Attendee Summary" as CSV. Its columns are not publicly documented; these
// are what its importers read. Later versions have other names and cases.
import { type ExportFormat, firstOf, textOf, toStatus } from './format.ts'

const STATES = {
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

/** What stands for each thing that the buyer has not said of an attendee. */
const NOT_SAID = 'Info Requested'

export const saidOf = (text: string): string => (text.replaceAll(NOT_SAID, '').trim() === '' ? '' : text)

export const EVENTBRITE: ExportFormat = {
  name: 'Eventbrite',
  identifiedBy: ['Order #', 'Ticket Type'],
  numberIn: ['Attendee #'],
  statusIn: 'Attendee Status',
  alsoCalled: {
    'order id': 'Order #',
    'attendee first name': 'First Name',
    'attendee last name': 'Last Name',
    'attendee surname': 'Last Name',
    'attendee email': 'Email',
    'attendee status': 'Attendee Status',
    'buyer email': 'Buyer Email',
    'ticket type': 'Ticket Type',
    'barcode number': 'Barcode #',
  },
  labels: {
    reference: 'Order #',
    ticketNumber: 'Attendee #',
    ticketTypeName: 'Ticket Type',
    holderEmail: 'Buyer Email',
    attendeeName: 'First Name and Last Name',
    attendeeEmail: 'Email',
    attendeeCompany: 'Company',
    code: 'Barcode #',
  },
  scope: ['Event ID', 'Event Name', 'Event Date', 'Date Attending'],
  stateOf: (fields) => textOf(fields['Attendee Status']),
  toColumns: (fields, reject) => {
    const name = [firstOf(fields, 'First Name'), firstOf(fields, 'Last Name', 'Surname')].join(' ').trim()
    const email = typeof fields.Email === 'string' ? saidOf(fields.Email) : fields.Email
    // A report of orders has a row for several attendees.
    if (
      fields['Attendee #'] !== undefined &&
      fields.Quantity !== undefined &&
      !['', '1'].includes(textOf(fields.Quantity))
    ) {
      reject('Quantity', 'must be 1, a row for each attendee')
    }
    return {
      ticketNumber: fields['Attendee #'],
      reference: fields['Order #'],
      status: toStatus(fields, 'Attendee Status', STATES, reject),
      ticketTypeName: fields['Ticket Type'],
      holderEmail: textOf(fields['Buyer Email']) === '' ? email : fields['Buyer Email'],
      attendeeName: saidOf(name),
      attendeeEmail: email,
      attendeeCompany: fields.Company,
      code: fields['Barcode #'],
    }
  },
}
