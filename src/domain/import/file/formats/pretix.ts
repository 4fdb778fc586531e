// pretix: the export "Order data", sheet "Order positions", as CSV in English. Its columns are those of
// pretix/pretix, src/pretix/base/exporters/orderlist.py; the states those of models/orders.py.
import { type ExportFormat, textOf, toStatus } from './format.ts'

/** An unpaid order must not open a door. A later export in which it is paid makes its tickets `Valid`. */
const STATES = { paid: 'Valid', pending: 'Voided', expired: 'Voided', canceled: 'Voided' }

export const PRETIX: ExportFormat = {
  name: 'pretix',
  identifiedBy: ['Order code', 'Product'],
  required: ['Order code', 'Position ID', 'Status', 'Product'],
  hint: 'Export "Order data", the sheet "Order positions": a check-in list does not say which ticket is which.',
  labels: {
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
  toColumns: (fields, reject) => {
    const [order, position] = [textOf(fields['Order code']), textOf(fields['Position ID'])]
    const status = toStatus(fields, 'Status', STATES, reject)
    const [product, variation] = [textOf(fields.Product), textOf(fields.Variation)]
    return {
      ticketNumber: order === '' || position === '' ? '' : `${order}-${position}`,
      // A blocked ticket is paid for, but opens no door.
      status: textOf(fields.Blocked).toLowerCase() === 'yes' && status === 'Valid' ? 'Voided' : status,
      ticketTypeName: variation === '' ? product : `${product} – ${variation}`,
      seatLabel: fields['Seat name'],
      holderEmail: fields.Email,
      attendeeName: fields['Attendee name'],
      attendeeEmail: fields['Attendee email'],
      attendeeCompany: fields.Company,
      // What its QR code contains. Older versions do not export it, or call it `Secret`.
      code: fields['Ticket secret'] ?? fields.Secret,
    }
  },
}
