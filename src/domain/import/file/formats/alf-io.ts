// alf.io: the export of attendees as CSV, with the columns that the organizer chose. Cancelled tickets are
// not in it. Its columns and states are those of alfio-event/alf.io,
// controller/api/admin/EventApiController.java and util/ExportUtils.java; what is in the QR code is in
// model/Ticket.java.
import { type ExportFormat, fullName, textOf, toStatus } from './format.ts'

/** A ticket that is to be paid at the event must not open a door before. */
const STATES = { ACQUIRED: 'Valid', CHECKED_IN: 'CheckedIn', TO_BE_PAID: 'Voided' }

/** As many characters of a UUID as tell the tickets of a session apart. The whole one is the code. */
const NUMBER_CHARACTERS = 13

export const ALF_IO: ExportFormat = {
  name: 'alf.io',
  identifiedBy: ['ReservationID', 'E-Mail'],
  required: ['ID', 'Status', 'Category'],
  hint: 'Choose these columns for the export: the ID is in the QR code.',
  labels: {
    ticketNumber: 'ID',
    code: 'ID',
    ticketTypeName: 'Category',
    holderEmail: 'Reservation E-Mail',
    attendeeName: 'Full Name',
    attendeeEmail: 'E-Mail',
    attendeeCompany: 'Company',
  },
  scope: ['Event'],
  toColumns: (fields, reject) => {
    const id = textOf(fields.ID).toLowerCase()
    return {
      ticketNumber: id.slice(0, NUMBER_CHARACTERS).toUpperCase(),
      // Its QR code contains the id, a slash and a signature. No export has the signature.
      code: id,
      status: toStatus(fields, 'Status', STATES, reject),
      ticketTypeName: fields.Category,
      holderEmail: fields['Reservation E-Mail'] ?? fields['E-Mail'],
      attendeeName: textOf(fields['Full Name']) || fullName(fields, 'First Name', 'Last Name'),
      attendeeEmail: fields['E-Mail'],
      // A question of the organizer's.
      attendeeCompany: fields.Company,
    }
  },
}
