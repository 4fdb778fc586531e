// Eventbrite: the report "Attendee Summary" as CSV. Its columns
// are not publicly documented; these are what its importers read.
import { type ExportFormat, fullName, textOf, toStatus } from './format.ts'

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

export const EVENTBRITE: ExportFormat = {
  name: 'Eventbrite',
  identifiedBy: ['Order #', 'Ticket Type'],
  required: ['Attendee #', 'Attendee Status', 'Ticket Type'],
  hint: 'Export the attendee summary with these columns: an order does not say which ticket is which.',
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
    if (fields.Quantity !== undefined && !['', '1'].includes(textOf(fields.Quantity))) {
      reject('Quantity', 'must be 1, a row for each attendee')
    }
    return {
      ticketNumber: fields['Attendee #'],
      reference: fields['Order #'],
      status: toStatus(fields, 'Attendee Status', STATES, reject),
      ticketTypeName: fields['Ticket Type'],
      holderEmail: textOf(fields['Buyer Email']) === '' ? fields.Email : fields['Buyer Email'],
      attendeeName: fullName(fields, 'First Name', 'Last Name'),
      attendeeEmail: fields.Email,
      attendeeCompany: fields.Company,
      code: fields['Barcode #'],
    }
  },
}
