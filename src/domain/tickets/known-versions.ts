// The session of a ticket list. A caller with the current version of the list gets no tickets.
import { type SQL, sql } from 'drizzle-orm'
import { value } from '../../db/prepared.ts'
import { maySeeGuests } from '../access.ts'
import type { TicketStatus } from '../check-in-rule.ts'
import {
  DETAILS_VERSION,
  fromSession,
  type SessionAccess,
  selectSessionWith,
  WITH_COUNTS,
} from '../sessions/session-access.ts'
import { ticketCount } from '../ticket-counts.ts'

/** How many known versions a caller can send. */
const MAX_KNOWN_VERSIONS = 4

/** A row of {@link selectVersionWith}. */
export type SessionVersion = SessionAccess & {
  /** Changes with every change of a ticket of the session, and as {@link WITH_TYPES} says. */
  version: string
}

const LIST_VERSION = sql.raw('ticket_counts.list_version')

/** The version of the list, of the session's details, and of the capacity. */
export const WITH_TYPES = sql`(ticket_counts.list_version || '-' || ${DETAILS_VERSION} || '-' || sessions.capacity)`

/** The session with its version and further columns of its own, its event or its counts. */
export const selectVersionWith = (columns: SQL, version: SQL = LIST_VERSION, may = maySeeGuests): SQL =>
  selectSessionWith(sql`${version} AS version, ${columns}`, may)

const names = Array.from({ length: MAX_KNOWN_VERSIONS }, (_, index) => `knownVersion${index}`)

/** The values of {@link withSession}. */
export const sessionValues = (subject: string, sessionId: string, knownVersions: readonly string[]) => ({
  subject,
  sessionId,
  ...Object.fromEntries(names.map((name, index) => [name, knownVersions[index] ?? ''])),
})

/** One row if the caller `may` and lacks the current version of the session, otherwise none. */
const selectIfNeeded = (columns: SQL, version: SQL, condition = sql``, may = maySeeGuests): SQL => sql`
  SELECT sessions.number${columns}${fromSession(WITH_COUNTS)} AND ${may}
    AND ${sql.join(
      names.map((name) => sql`${version} <> ${value(name)}`),
      sql` AND `,
    )}${condition}`

/**
 * Opens a statement that reads tickets. `session` has one row if the caller may see the session and lacks its
 * current version; otherwise none, and no ticket is read. `more` adds columns to `number` and `total`, the
 * number of tickets with the status.
 */
export const withSession = (
  status: TicketStatus | undefined,
  more: SQL = sql``,
  version: SQL = LIST_VERSION,
  may = maySeeGuests,
): SQL => sql`
WITH session AS MATERIALIZED (${selectIfNeeded(sql`, ${ticketCount(status)} AS total${more}`, version, sql``, may)}
)`

/** The number of all tickets of the session. */
export const SESSION_SIZE = ticketCount(undefined)

/**
 * As {@link withSession}, but `session` also has no row if the session has more than `maxTickets`, and it has
 * their number as `size`.
 */
export const withSessionUpTo = (total: SQL, more: SQL = sql``): SQL => sql`
WITH session AS MATERIALIZED (${selectIfNeeded(
  sql`, ${total} AS total, ${SESSION_SIZE} AS size${more}`,
  LIST_VERSION,
  sql`
    AND ${SESSION_SIZE} <= ${value('maxTickets')}`,
)}
)`

/** The session's number on the same condition, where nothing else is needed: saves a row. */
export const sessionNumber = (version: SQL, may = maySeeGuests): SQL =>
  sql`(${selectIfNeeded(sql``, version, sql``, may)})`
