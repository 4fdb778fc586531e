// The session of a ticket list. A caller that holds the current version of the list gets no ticket.
import { type SQL, sql } from 'drizzle-orm'
import { value } from '../../db/prepared.ts'
import { maySeeSession } from '../access.ts'
import type { TicketStatus } from '../check-ins/rule.ts'
import {
  fromSession,
  type SessionAccess,
  selectSessionWith,
  WITH_COUNTS,
} from '../sessions/session-access.ts'
import { ticketCount } from '../sessions/ticket-counts.ts'

/** How many list versions a caller can hold for a 304 that reads no ticket. */
const MAX_KNOWN_VERSIONS = 4

/** A row of {@link selectVersionWith}. */
export type SessionVersion = SessionAccess & {
  /**
   * A value that changes with every change of a ticket of the session; with {@link WITH_TYPES} of its ticket
   * types too.
   */
  version: string
}

const LIST_VERSION = sql.raw('ticket_counts.list_version')

/** The version of the list and of the event's ticket types. */
export const WITH_TYPES = sql.raw(`(ticket_counts.list_version || '-' || events.types_version)`)

/** The session with the version of its list, and columns of its own, of its event and of its counts. */
export const selectVersionWith = (columns: SQL, version = LIST_VERSION): SQL =>
  selectSessionWith(sql`${version} AS version, ${columns}`)

const names = Array.from({ length: MAX_KNOWN_VERSIONS }, (_, index) => `knownVersion${index}`)

/** The values of {@link withSession}. */
export const sessionValues = (subject: string, sessionId: string, knownVersions: readonly string[]) => ({
  subject,
  sessionId,
  ...Object.fromEntries(names.map((name, index) => [name, knownVersions[index] ?? ''])),
})

/** One row if the caller may see the session and does not hold its current version, otherwise none. */
const selectIfNeeded = (columns: SQL, version: SQL): SQL => sql`
  SELECT sessions.number${columns}${fromSession(WITH_COUNTS)} AND ${maySeeSession}
    AND ${sql.join(
      names.map((name) => sql`${version} <> ${value(name)}`),
      sql` AND `,
    )}`

/**
 * Opens a statement that reads tickets: `session` has one row if the caller may see the session and does not
 * hold its current version. Otherwise it has no row, and no ticket is read. `more` adds columns to `number`
 * and `total`, the number of tickets of the status or of all.
 */
export const withSession = (
  status: TicketStatus | undefined,
  more: SQL = sql``,
  version = LIST_VERSION,
): SQL => sql`
WITH session AS MATERIALIZED (${selectIfNeeded(sql`, ${ticketCount(status)} AS total${more}`, version)}
)`

/**
 * The session's number on the same condition, for a statement that needs nothing else of it: one row less to
 * read.
 */
export const sessionNumber = (version: SQL): SQL => sql`(${selectIfNeeded(sql``, version)})`
