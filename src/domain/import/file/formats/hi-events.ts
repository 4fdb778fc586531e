// Hi.Events: the export of attendees, an .xlsx file, saved as CSV. Its columns are those of
// HiEventsDev/Hi.Events, backend/app/Exports/AttendeesExport.php; the states those of
// Status/AttendeeStatus.php; what is in the QR code is in frontend/src/components/common/AttendeeTicket.
import { type ExportFormat, fullName, textOf, toStatus } from './format.ts'

/** An order that awaits an offline payment must not open a door. */
const STATES = { ACTIVE: 'Valid', AWAITING_PAYMENT: 'Voided', CANCELLED: 'Voided' }

export const HI_EVENTS: ExportFormat = {
  name: 'Hi.Events',
  identifiedBy: ['Public ID', 'Short ID', 'Product Name'],
  required: ['Public ID', 'Status', 'Product Name'],
  hint: 'Export the attendees: orders do not say which ticket is which.',
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
  toColumns: (fields, reject) => {
    const status = toStatus(fields, 'Status', STATES, reject)
    // A list of check-ins; older versions have Yes or No.
    const isCheckedIn =
      textOf(fields['Check Ins']) !== '' || textOf(fields['Is Checked In']).toLowerCase() === 'yes'
    return {
      // Its QR code contains the public id, and people read it out.
      ticketNumber: fields['Public ID'],
      code: fields['Public ID'],
      status: status === 'Valid' && isCheckedIn ? 'CheckedIn' : status,
      ticketTypeName: fields['Product Name'],
      // Only some installations have seats.
      seatLabel: fields.Seat,
      holderEmail: fields.Email,
      attendeeName: fullName(fields, 'First Name', 'Last Name'),
      attendeeEmail: fields.Email,
    }
  },
}
