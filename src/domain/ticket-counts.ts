// The number of tickets by status. Triggers keep it, so no ticket is read.
import { type SQL, sql } from 'drizzle-orm'
import { selectList } from '../db/prepared.ts'
import type { TicketStatus } from './check-in-rule.ts'

export type TicketCounts = Record<TicketStatus, number>

const COLUMNS: Record<TicketStatus, string> = {
  Valid: 'ticket_counts.valid',
  CheckedIn: 'ticket_counts.checked_in',
  Refunded: 'ticket_counts.refunded',
  Voided: 'ticket_counts.voided',
}

/** The columns of {@link TicketCounts}, from `ticket_counts`. */
export const TICKET_COUNT_FIELDS = Object.fromEntries(
  Object.entries(COLUMNS).map(([status, column]) => [status, sql.raw(column)]),
) as Record<TicketStatus, SQL>

/** The SELECT list of {@link TicketCounts}. */
export const TICKET_COUNT_COLUMNS: SQL = selectList(TICKET_COUNT_FIELDS)

/** The tickets that count against the capacity. */
export const SOLD: SQL = sql.raw(`(${COLUMNS.Valid} + ${COLUMNS.CheckedIn})`)

/** The number of tickets of one status or of all. */
export const ticketCount = (status: TicketStatus | undefined): SQL =>
  sql.raw(status === undefined ? Object.values(COLUMNS).join(' + ') : COLUMNS[status])

/** Separates the counts of a row from its other columns. */
export const splitCounts = <Row extends TicketCounts>({
  Valid,
  CheckedIn,
  Refunded,
  Voided,
  ...rest
}: Row): { counts: TicketCounts; rest: Omit<Row, TicketStatus> } => ({
  counts: { Valid, CheckedIn, Refunded, Voided },
  rest,
})
