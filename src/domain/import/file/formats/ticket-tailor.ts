// Ticket Tailor: the export of attendees. Columns: a test file with a real header (jsilence82/ssg-reconcile,
// testdata/tickettailor_sample.csv). States: the API documentation of issued tickets.
import { type ExportFormat, firstOf, fullName, toStatus } from './format.ts'

const STATES = { valid: 'Valid', voided: 'Voided', void: 'Voided' }

/** Not every export has it. */
const STATUS = 'Ticket status'

export const TICKET_TAILOR: ExportFormat = {
  name: 'Ticket Tailor',
  identifiedBy: ['Order ID', 'Ticket type', 'Event start'],
  numberIn: ['Ticket reference'],
  labels: {
    ticketNumber: 'Ticket reference',
    code: 'Barcode',
    ticketTypeName: 'Ticket type',
    reference: 'Order ID',
    attendeeName: 'Attendee name',
    holderEmail: 'Email',
    attendeeEmail: 'Attendee email',
  },
  scope: ['Event ID', 'Event start'],
  stateOf: (fields) => firstOf(fields, STATUS),
  toColumns: (fields, reject) => {
    const status = toStatus(fields, STATUS, STATES, reject) ?? 'Valid'
    const isCheckedIn = firstOf(fields, 'Checked in', 'Check-in').toLowerCase() === 'yes'
    return {
      ticketNumber: fields['Ticket reference'],
      reference: fields['Order ID'],
      code: fields.Barcode,
      ticketTypeName: fields['Ticket type'],
      status: status === 'Valid' && isCheckedIn ? 'CheckedIn' : status,
      holderEmail: firstOf(fields, 'Email', 'Attendee email'),
      attendeeName: firstOf(fields, 'Attendee name', 'Name') || fullName(fields, 'First name', 'Last name'),
      attendeeEmail: fields['Attendee email'],
    }
  },
}
