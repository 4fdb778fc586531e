// Tickera, a plugin for WordPress and WooCommerce: the CSV export of attendees, with columns that the
// organizer chose. Columns and states: the add-on "CSV Export", index.php. The QR code is the ticket code.
import { type ExportFormat, firstOf, fullName, textOf, toStatus } from './format.ts'

/** An order that is not paid must not admit anyone. */
const STATES = {
  paid: 'Valid',
  completed: 'Valid',
  processing: 'Valid',
  'received / pending': 'Voided',
  'pending payment': 'Voided',
  'on hold': 'Voided',
  'fraud detected': 'Voided',
  cancelled: 'Voided',
  failed: 'Voided',
  refunded: 'Refunded',
}

export const TICKERA: ExportFormat = {
  name: 'Tickera',
  identifiedBy: ['Ticket Type', 'Attendee E-mail'],
  numberIn: ['Ticket Code', 'Ticket ID'],
  statusIn: 'Order Status',
  labels: {
    ticketNumber: 'Ticket Code',
    code: 'Ticket Code',
    ticketTypeName: 'Ticket Type',
    reference: 'Order Number',
    attendeeName: 'Name',
    holderEmail: 'Attendee E-mail',
    attendeeEmail: 'Attendee E-mail',
  },
  scope: [],
  stateOf: (fields) => textOf(fields['Order Status']),
  toColumns: (fields, reject) => ({
    ticketNumber: firstOf(fields, 'Ticket Code', 'Ticket ID'),
    code: fields['Ticket Code'],
    reference: fields['Order Number'],
    ticketTypeName: fields['Ticket Type'],
    status: toStatus(fields, 'Order Status', STATES, reject),
    holderEmail: fields['Attendee E-mail'],
    attendeeName: firstOf(fields, 'Name') || fullName(fields, 'First Name', 'Last Name'),
    attendeeEmail: fields['Attendee E-mail'],
  }),
}
