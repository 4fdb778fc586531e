// pretix: the export "Order data", sheet "Order positions", as CSV in English. From pretix/pretix: columns in
// src/pretix/base/exporters/orderlist.py, states in models/orders.py.
import { type ExportFormat, type Fields, textOf, toStatus } from './format.ts'

/**
 * An unpaid order must not admit anyone. Importing a later export,
 * once it is paid, makes its tickets `Valid`.
 */
const STATES = {
  paid: 'Valid',
  pending: 'Voided',
  expired: 'Voided',
  canceled: 'Voided',
  // Of versions before 2.4, and of the API.
  refunded: 'Refunded',
}

/** A blocked ticket is paid for but does not admit anyone. */
const isBlocked = ({ Blocked }: Fields): boolean => textOf(Blocked).toLowerCase() === 'yes'

export const PRETIX: ExportFormat = {
  name: 'pretix',
  identifiedBy: ['Order code', 'Product'],
  numberIn: ['Position ID'],
  statusIn: 'Status',
  codeIn: ['Ticket secret', 'Secret'],
  labels: {
    reference: 'Order code',
    ticketNumber: 'Order code and Position ID',
    ticketTypeName: 'Product',
    seatLabel: 'Seat name',
    holderEmail: 'Email',
    attendeeName: 'Attendee name',
    attendeeEmail: 'Attendee email',
    attendeeCompany: 'Company',
    code: 'Ticket secret',
  },
  scope: ['Event slug', 'Date', 'Start date'],
  stateOf: (fields) => (isBlocked(fields) ? 'blocked' : textOf(fields.Status)),
  toColumns: (fields, reject) => {
    const [order, position] = [textOf(fields['Order code']), textOf(fields['Position ID'])]
    const status = toStatus(fields, 'Status', STATES, reject)
    const [product, variation] = [textOf(fields.Product), textOf(fields.Variation)]
    return {
      ticketNumber: order === '' || position === '' ? '' : `${order}-${position}`,
      reference: order,
      status: isBlocked(fields) && status === 'Valid' ? 'Voided' : status,
      ticketTypeName: variation === '' ? product : `${product} – ${variation}`,
      seatLabel: fields['Seat name'],
      holderEmail: fields.Email,
      attendeeName: fields['Attendee name'],
      attendeeEmail: fields['Attendee email'],
      attendeeCompany: fields.Company,
      // The content of the QR code. Older versions do not export it, or call it `Secret`.
      code: fields['Ticket secret'] ?? fields.Secret,
    }
  },
}
