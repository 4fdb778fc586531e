// Luma: the CSV export of guests. Luma documents its states (docs.luma.com, "approval_status"). Importers on
// GitHub show its columns with real exports: `api_id`, later `guest_id`.
import { type ExportFormat, firstOf, fullName, textOf, toStatus } from './format.ts'

/** Who is not approved is not expected. */
const STATES = {
  approved: 'Valid',
  pending_approval: 'Voided',
  pending: 'Voided',
  declined: 'Voided',
  invited: 'Voided',
  waitlist: 'Voided',
  rejected: 'Voided',
}

/** The code in the address of a QR code: `https://luma.com/check-in/evt-…?pk=g-…`. */
const codeIn = (address: string): string => /[?&]pk=([^&#]+)/.exec(address)?.[1] ?? address

export const LUMA: ExportFormat = {
  name: 'Luma',
  identifiedBy: ['approval_status', 'email'],
  numberIn: ['api_id', 'guest_id'],
  statusIn: 'approval_status',
  labels: {
    ticketNumber: 'api_id',
    code: 'qr_code_url',
    ticketTypeName: 'ticket_name',
    attendeeName: 'name',
    holderEmail: 'email',
    attendeeEmail: 'email',
  },
  scope: [],
  stateOf: (fields) => textOf(fields.approval_status),
  toColumns: (fields, reject) => {
    const status = toStatus(fields, 'approval_status', STATES, reject)
    return {
      ticketNumber: firstOf(fields, 'api_id', 'guest_id'),
      code: codeIn(textOf(fields.qr_code_url)),
      // Free events have no tickets.
      ticketTypeName: firstOf(fields, 'ticket_name') || 'Registration',
      status: status === 'Valid' && textOf(fields.checked_in_at) !== '' ? 'CheckedIn' : status,
      holderEmail: fields.email,
      attendeeName: firstOf(fields, 'name') || fullName(fields, 'first_name', 'last_name'),
      attendeeEmail: fields.email,
    }
  },
}
