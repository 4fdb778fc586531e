// alf.io: the CSV export of attendees, without cancelled tickets, with columns that the organizer chose.
// Columns and states: alfio-event/alf.io, controller/api/admin/EventApiController.java,
// util/ExportUtils.java. QR code: model/Ticket.java.
import { type ExportFormat, fullName, textOf, toStatus } from './format.ts'

/** A ticket to be paid at the event must not admit anyone before. */
const STATES = { ACQUIRED: 'Valid', CHECKED_IN: 'CheckedIn', TO_BE_PAID: 'Voided' }

/** Enough of a UUID to tell a session’s tickets apart. The whole UUID is the code. */
const NUMBER_CHARACTERS = 13

export const ALF_IO: ExportFormat = {
  name: 'alf.io',
  identifiedBy: ['ReservationID', 'E-Mail'],
  numberIn: ['ID'],
  statusIn: 'Status',
  labels: {
    reference: 'ReservationID',
    ticketNumber: 'ID',
    code: 'ID',
    ticketTypeName: 'Category',
    holderEmail: 'Reservation E-Mail',
    attendeeName: 'Full Name',
    attendeeEmail: 'E-Mail',
    attendeeCompany: 'Company',
  },
  scope: ['Event'],
  stateOf: (fields) => textOf(fields.Status),
  toColumns: (fields, reject) => {
    const id = textOf(fields.ID).toLowerCase()
    return {
      ticketNumber: id.slice(0, NUMBER_CHARACTERS).toUpperCase(),
      // The QR code is the id, a slash and a signature. Exports lack the signature.
      code: id,
      reference: fields.ReservationID,
      status: toStatus(fields, 'Status', STATES, reject),
      ticketTypeName: fields.Category,
      holderEmail: fields['Reservation E-Mail'] ?? fields['E-Mail'],
      attendeeName: textOf(fields['Full Name']) || fullName(fields, 'First Name', 'Last Name'),
      attendeeEmail: fields['E-Mail'],
      // A custom question.
      attendeeCompany: fields.Company,
    }
  },
}
