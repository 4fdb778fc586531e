// Indico: the CSV export of registrations, in English. Columns and states: indico/indico,
// indico/modules/events/registration/util.py and models/registrations.py.
import { type ExportFormat, textOf, toStatus } from './format.ts'

const STATES = {
  Completed: 'Valid',
  Pending: 'Voided',
  Rejected: 'Voided',
  Withdrawn: 'Voided',
  'Awaiting payment': 'Voided',
}

export const INDICO: ExportFormat = {
  name: 'Indico',
  identifiedBy: ['ID', 'Name', 'Registration state'],
  numberIn: ['ID'],
  labels: {
    ticketNumber: 'ID',
    attendeeName: 'Name',
    holderEmail: 'Email Address',
    attendeeEmail: 'Email Address',
    attendeeCompany: 'Affiliation',
  },
  scope: [],
  stateOf: (fields) => textOf(fields['Registration state']),
  toColumns: (fields, reject) => {
    const status = toStatus(fields, 'Registration state', STATES, reject)
    const isCheckedIn = textOf(fields['Checked in']).toLowerCase() === 'yes'
    return {
      ticketNumber: fields.ID,
      // A file has the registrations of one form, without the contents of their QR codes.
      ticketTypeName: 'Registration',
      status: status === 'Valid' && isCheckedIn ? 'CheckedIn' : status,
      holderEmail: fields['Email Address'],
      attendeeName: fields.Name,
      attendeeEmail: fields['Email Address'],
      attendeeCompany: fields.Affiliation,
    }
  },
}
