// Hi.Events: the .xlsx export of attendees, saved as CSV. From HiEventsDev/Hi.Events: columns in
// backend/app/Exports/AttendeesExport.php, states in Status/AttendeeStatus.php, QR code in
// frontend/src/components/common/AttendeeTicket.
import { type ExportFormat, fullName, textOf, toStatus } from './format.ts'

/** An order awaiting offline payment must not admit anyone. */
const STATES = { ACTIVE: 'Valid', AWAITING_PAYMENT: 'Voided', CANCELLED: 'Voided' }

export const HI_EVENTS: ExportFormat = {
  name: 'Hi.Events',
  identifiedBy: ['Public ID', 'Short ID', 'Product Name'],
  numberIn: ['Public ID'],
  statusIn: 'Status',
  labels: {
    ticketNumber: 'Public ID',
    code: 'Public ID',
    ticketTypeName: 'Product Name',
    holderEmail: 'Email',
    attendeeName: 'First Name and Last Name',
    attendeeEmail: 'Email',
    seatLabel: 'Seat',
  },
  scope: ['Event ID'],
  stateOf: (fields) => textOf(fields.Status),
  toColumns: (fields, reject) => {
    const status = toStatus(fields, 'Status', STATES, reject)
    // Lists check-ins; older versions say Yes or No.
    const isCheckedIn =
      textOf(fields['Check Ins']) !== '' || textOf(fields['Is Checked In']).toLowerCase() === 'yes'
    return {
      // The public id is in the QR code, and people read it out.
      ticketNumber: fields['Public ID'],
      code: fields['Public ID'],
      status: status === 'Valid' && isCheckedIn ? 'CheckedIn' : status,
      ticketTypeName: fields['Product Name'],
      // Not every installation has seats.
      seatLabel: fields.Seat,
      holderEmail: fields.Email,
      attendeeName: fullName(fields, 'First Name', 'Last Name'),
      attendeeEmail: fields.Email,
    }
  },
}
