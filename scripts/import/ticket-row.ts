// What an import does to a row of the table `tickets`.

import { MAX_TICKET_BYTES } from '../../src/db/schema/tickets.ts'
import { makeCode } from '../../src/domain/tickets/code.ts'
import { COLUMNS, RULES, type TicketRow, type TicketValues } from './columns.ts'

/** Texts of a fixed size, which do not count. */
const FIXED: readonly string[] = ['id', 'status', 'ticket_type_id', 'flag']

/** The error if a ticket's texts are longer than the table accepts. */
export const sizeError = (row: TicketRow): string | undefined => {
  const bytes = Object.entries(row).reduce(
    (sum, [column, value]) =>
      typeof value === 'string' && !FIXED.includes(column) ? sum + Buffer.byteLength(value) : sum,
    0,
  )
  if (bytes > MAX_TICKET_BYTES) {
    return `its texts have ${bytes} bytes together; a ticket holds up to ${MAX_TICKET_BYTES}`
  }
  return undefined
}

/** The row of a ticket for which a file gives no values. */
export const emptyRow = (key: number, sessionNumber: number, id: string): TicketRow => ({
  ...(Object.fromEntries(
    COLUMNS.map((column) => [RULES[column].stored, RULES[column].initial]),
  ) as TicketRow),
  key,
  id,
  code: makeCode(),
  session_number: sessionNumber,
  ticket_type_id: '',
})

/**
 * The row with the values of the file. The id and the type are the plan's to decide. With `preservesCheckIns`, `Valid` does
 * not undo a check-in.
 */
export const withValues = (row: TicketRow, values: TicketValues, preservesCheckIns: boolean): TicketRow => {
  const { id, ticketTypeName, status, ...others } = values
  const undoes = preservesCheckIns && status === 'Valid' && row.status === 'CheckedIn'
  const given = { ...others, ...(status !== undefined && !undoes && { status }) }
  const stored = Object.entries(given).map(([column, value]) => [
    RULES[column as keyof typeof given].stored,
    value,
  ])
  return { ...row, ...Object.fromEntries(stored) }
}

/** The values of `after` that differ from `before`; all of them without `before`. */
export const differences = (before: TicketRow | undefined, after: TicketRow): Partial<TicketRow> =>
  Object.fromEntries(
    Object.entries(after).filter(([column, value]) => before?.[column as keyof TicketRow] !== value),
  )
