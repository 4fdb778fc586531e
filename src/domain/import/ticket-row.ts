// What an import does to a row of the table `tickets`.
import { MAX_TICKET_BYTES } from '../../db/schema/tickets.ts'
import { makeCode } from '../tickets/code.ts'
import { COLUMNS, RULES, type TicketRow, type TicketValues } from './file/columns.ts'

/** Texts of a fixed size, which do not count. */
const FIXED: readonly string[] = ['id', 'status', 'ticket_type_id', 'flag']

const encoder = new TextEncoder()

/** The error if a ticket's texts are longer than the table accepts. */
export const sizeError = (row: TicketRow): string | undefined => {
  const texts = Object.entries(row).filter(([column]) => !FIXED.includes(column))
  const bytes = texts.reduce(
    (sum, [, value]) => (typeof value === 'string' ? sum + encoder.encode(value).length : sum),
    0,
  )
  if (bytes <= MAX_TICKET_BYTES) return undefined
  return `its texts have ${bytes} bytes together; a ticket holds up to ${MAX_TICKET_BYTES}`
}

/** A new ticket with the values of its row and without a type. */
export const newRow = (
  { key, id, sessionNumber }: { key: number; id: string; sessionNumber: number },
  values: TicketValues,
): TicketRow => ({
  ...(Object.fromEntries(
    COLUMNS.map((column) => [RULES[column].stored, RULES[column].initial]),
  ) as TicketRow),
  ...stored({ code: values.code ?? makeCode(), ...values }),
  key,
  id,
  session_number: sessionNumber,
  ticket_type_id: '',
  ticket_type_name: '',
})

/**
 * A ticket of the session with the values of its row, but for its type. A row never checks it in or out: no
 * status counts for one that is checked in, and neither `CheckedIn` nor the time for any.
 */
export const changedRow = (row: TicketRow, values: TicketValues): TicketRow => {
  const { id: _, status, checkedInAt: __, ticketTypeName: ___, ...others } = values
  const counts = status !== undefined && status !== 'CheckedIn' && row.status !== 'CheckedIn'
  return { ...row, ...stored({ ...others, ...(counts && { status }) }) }
}

const stored = (values: Partial<TicketValues>): Partial<TicketRow> =>
  Object.fromEntries(
    Object.entries(values).map(([column, value]) => [RULES[column as keyof TicketValues].stored, value]),
  )

/** The values of `after` that differ from `before`. */
export const differences = (before: TicketRow, after: TicketRow): Partial<TicketRow> =>
  Object.fromEntries(
    Object.entries(after).filter(([column, value]) => before[column as keyof TicketRow] !== value),
  )
