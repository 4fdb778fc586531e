// Tito: the CSV export of tickets. Columns: a real export (janl/tito-gender-ratio, tito.csv), and later ones
// that importers expect. Tito documents neither them nor the QR code, for which this follows two API clients.
import { type ExportFormat, type Fields, fullName, textOf } from './format.ts'

/** Tito puts a hyphen into some empty cells. */
const withoutHyphens = (fields: Fields): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, textOf(value) === '-' ? '' : textOf(value)]),
  )

const NOT_VOID = ['', 'no', 'false', 'none']

const statusOf = (cells: Record<string, string>): string => {
  if (!NOT_VOID.includes(cells['Void Status']?.toLowerCase() ?? '')) return 'Voided'
  // There is a column with a count for each check-in list.
  const isCheckedIn = Object.entries(cells).some(
    ([name, count]) => name.startsWith('Check-ins:') && Number(count) > 0,
  )
  return isCheckedIn ? 'CheckedIn' : 'Valid'
}

export const TITO: ExportFormat = {
  name: 'Tito',
  identifiedBy: ['Ticket Reference', 'Unique Ticket URL'],
  numberIn: ['Ticket Reference'],
  statusIn: 'Void Status',
  labels: {
    ticketNumber: 'Ticket Reference',
    code: 'Unique Ticket URL',
    ticketTypeName: 'Ticket',
    reference: 'Order Reference',
    holderEmail: 'Order Email',
    attendeeName: 'Ticket Full Name',
    attendeeEmail: 'Ticket Email',
    attendeeCompany: 'Ticket Company Name',
  },
  scope: ['Event'],
  stateOf: (fields) => textOf(fields['Void Status']),
  toColumns: (fields) => {
    const cells = withoutHyphens(fields)
    return {
      ticketNumber: cells['Ticket Reference'],
      // The QR code contains this link, or the end of it.
      code: cells['Unique Ticket URL']?.split('/').findLast((part) => part !== ''),
      status: statusOf(cells),
      ticketTypeName: cells.Ticket,
      reference: cells['Order Reference'],
      holderEmail: cells['Order Email'],
      // Empty until the ticket is assigned. The buyer is not the attendee.
      attendeeName: cells['Ticket Full Name'] || fullName(cells, 'Ticket First Name', 'Ticket Last Name'),
      attendeeEmail: cells['Ticket Email'],
      attendeeCompany: cells['Ticket Company Name'],
    }
  },
}
