// The session whose tickets are listed, as its reader may see it. Every statement of a list starts from it.
import { type SQL, sql } from 'drizzle-orm'
import { EVENTS_BY_ID, MEMBERS_BY_SUBJECT, maySeeSession, memberOfEvent } from '../access.ts'
import type { TicketStatus } from './ticket.ts'

/** How many list versions a caller can hold for a 304 that reads no ticket. */
const MAX_KNOWN_VERSIONS = 4

const COUNT_COLUMNS: Record<TicketStatus, string> = {
  Valid: 'ticket_counts.valid',
  CheckedIn: 'ticket_counts.checked_in',
  Refunded: 'ticket_counts.refunded',
  Voided: 'ticket_counts.voided',
}

/** The number of tickets of one status or of all. Triggers keep these counts, so no ticket is read. */
const ticketCount = (status: TicketStatus | undefined): SQL =>
  sql.raw(status === undefined ? Object.values(COUNT_COLUMNS).join(' + ') : COUNT_COLUMNS[status])

/** A row of {@link selectSession}. */
export type SessionRow = {
  number: number
  /** A random value that changes with every change of a ticket of the session. */
  version: string
  /** The number of tickets of the status that was asked for, or of all. */
  total: number
  allowed: number
}

/** How many tickets of each status a session has. */
export type TicketCounts = Record<TicketStatus, number>

/** The SELECT list of {@link TicketCounts}, from `ticket_counts`. */
export const TICKET_COUNT_COLUMNS: SQL = sql.raw(
  Object.entries(COUNT_COLUMNS)
    .map(([status, column]) => `${column} AS "${status}"`)
    .join(', '),
)

/** The counts among the columns of a row. */
export const readTicketCounts = ({ Valid, CheckedIn, Refunded, Voided }: TicketCounts): TicketCounts => ({
  Valid,
  CheckedIn,
  Refunded,
  Voided,
})

/** The session and its counts, for a member of its organizer. For anyone else there is no row. */
const FROM_SESSION = sql`
  FROM sessions
  CROSS JOIN ticket_counts ON ticket_counts.session_number = sessions.number
  CROSS JOIN ${EVENTS_BY_ID} ON events.id = sessions.event_id
  CROSS JOIN ${MEMBERS_BY_SUBJECT} ON ${memberOfEvent(sql.placeholder('subject'))}
  WHERE sessions.id = ${sql.placeholder('sessionId')}`

/** The session with `columns` of its own and its counts. */
export const selectSessionWith = (columns: SQL): SQL => sql`
  SELECT sessions.number, ticket_counts.list_version AS version, ${columns}, ${maySeeSession} AS allowed${FROM_SESSION}`

/** The session with the number of its tickets of a status, or of all. */
export const selectSession = (status: TicketStatus | undefined): SQL =>
  selectSessionWith(sql`${ticketCount(status)} AS total`)

const knownVersionNames = Array.from({ length: MAX_KNOWN_VERSIONS }, (_, index) => `knownVersion${index}`)

/** Values for the placeholders of {@link withSession}. */
export const sessionValues = (subject: string, sessionId: string, knownVersions: readonly string[]) => ({
  subject,
  sessionId,
  ...Object.fromEntries(knownVersionNames.map((name, index) => [name, knownVersions[index] ?? ''])),
})

/** One row if the caller may see the session and does not hold its current version, otherwise none. */
const selectIfNeeded = (columns: SQL): SQL => sql`
  SELECT sessions.number${columns}${FROM_SESSION} AND ${maySeeSession}
    AND ${sql.join(
      knownVersionNames.map((name) => sql`list_version <> ${sql.placeholder(name)}`),
      sql` AND `,
    )}`

/**
 * Opens a statement that reads tickets: `session` has one row if the caller may see the session and does not hold its
 * current version. Otherwise it has no row, and no ticket is read. `more` adds columns to `number` and `total`.
 */
export const withSession = (status: TicketStatus | undefined, more: SQL = sql``): SQL => sql`
WITH session AS MATERIALIZED (${selectIfNeeded(sql`, ${ticketCount(status)} AS total${more}`)}
)`

/** The session's number on the same condition, for a statement that needs nothing else of it: one row less to read. */
export const SESSION_NUMBER: SQL = sql`(${selectIfNeeded(sql``)})`
