// A row of the table `tickets`, and what an import does to it.
import { MAX_TICKET_BYTES } from '../../src/db/schema/tickets.ts'
import type { TicketValues } from './tickets.ts'

export type TicketRow = {
  key: number
  id: string
  session_number: number
  ticket_number: string
  status: string
  ticket_type_id: string
  ticket_type_name: string
  seat_label: string | null
  current_holder_id: string | null
  holder_email: string | null
  attendee_name: string | null
  attendee_email: string | null
  attendee_company: string | null
  checked_in_at: number | null
  transfer_count: number
}

/** The error if a ticket's texts are longer than the table accepts. */
export const sizeError = (row: TicketRow): string | undefined => {
  const texts = [
    row.ticket_number,
    row.ticket_type_name,
    row.seat_label,
    row.current_holder_id,
    row.holder_email,
    row.attendee_name,
    row.attendee_email,
    row.attendee_company,
  ]
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text ?? ''), 0)
  if (bytes > MAX_TICKET_BYTES) {
    return `its texts have ${bytes} bytes together; a ticket holds up to ${MAX_TICKET_BYTES}`
  }
  return undefined
}

/** The row with the values of the file. With `preservesCheckIns`, `Valid` does not undo a check-in. */
export const withValues = (row: TicketRow, values: TicketValues, preservesCheckIns: boolean): TicketRow => ({
  ...row,
  ticket_number: values.ticketNumber,
  status:
    values.status === undefined ||
    (preservesCheckIns && values.status === 'Valid' && row.status === 'CheckedIn')
      ? row.status
      : values.status,
  ...(values.seatLabel !== undefined && { seat_label: values.seatLabel }),
  ...(values.currentHolderId !== undefined && { current_holder_id: values.currentHolderId }),
  ...(values.holderEmail !== undefined && { holder_email: values.holderEmail }),
  ...(values.attendeeName !== undefined && { attendee_name: values.attendeeName }),
  ...(values.attendeeEmail !== undefined && { attendee_email: values.attendeeEmail }),
  ...(values.attendeeCompany !== undefined && { attendee_company: values.attendeeCompany }),
  ...(values.checkedInAt !== undefined && { checked_in_at: values.checkedInAt }),
  ...(values.transferCount !== undefined && { transfer_count: values.transferCount }),
})

/** The values of `after` that differ from `before`; all of them without `before`. */
export const differences = (before: TicketRow | undefined, after: TicketRow): Partial<TicketRow> =>
  Object.fromEntries(
    Object.entries(after).filter(([column, value]) => before?.[column as keyof TicketRow] !== value),
  )
