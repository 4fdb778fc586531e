// Event Tickets, a plugin for WordPress and WooCommerce: the CSV export of attendees. Columns and the code:
// the-events-calendar/event-tickets, src/Tribe/Attendees.php. States: WooCommerce's, and RSVP's.
import { type ExportFormat, firstOf, textOf, toStatus } from './format.ts'

/** An order that is not paid must not admit anyone. */
const STATES = {
  completed: 'Valid',
  processing: 'Valid',
  going: 'Valid',
  'pending payment': 'Voided',
  pending: 'Voided',
  'on hold': 'Voided',
  cancelled: 'Voided',
  failed: 'Voided',
  denied: 'Voided',
  'not going': 'Voided',
  refunded: 'Refunded',
}

export const EVENT_TICKETS: ExportFormat = {
  name: 'Event Tickets',
  identifiedBy: ['Security Code', 'Order ID'],
  numberIn: ['Ticket #', 'Ticket ID'],
  statusIn: 'Order Status',
  labels: {
    ticketNumber: 'Ticket #',
    code: 'Security Code',
    ticketTypeName: 'Ticket',
    reference: 'Order ID',
    attendeeName: 'Ticket Holder Name',
    holderEmail: 'Customer Email Address',
    attendeeEmail: 'Ticket Holder Email Address',
  },
  scope: [],
  stateOf: (fields) => textOf(fields['Order Status']),
  toColumns: (fields, reject) => {
    const status = toStatus(fields, 'Order Status', STATES, reject)
    const isCheckedIn = /^(yes|1)$/i.test(firstOf(fields, 'Check in', 'Check-in'))
    return {
      ticketNumber: firstOf(fields, 'Ticket #', 'Ticket ID'),
      // The address in the QR code has it.
      code: fields['Security Code'],
      reference: fields['Order ID'],
      ticketTypeName: firstOf(fields, 'Ticket', 'Ticket Name'),
      status: (status ?? 'Valid') === 'Valid' && isCheckedIn ? 'CheckedIn' : status,
      holderEmail: firstOf(fields, 'Customer Email Address', 'Purchaser Email Address'),
      attendeeName: firstOf(
        ...([fields, 'Ticket Holder Name', 'Attendee Name', 'Customer Name', 'Purchaser Name'] as const),
      ),
      attendeeEmail: firstOf(fields, 'Ticket Holder Email Address', 'Attendee Email'),
    }
  },
}
