// A void or refund by a manager covers what others wrote and phones recorded, and can be taken away. These
// are the values of one UPDATE of `tickets`. An UPDATE that sets the status without them writes a new base.
import { type SQL, sql } from 'drizzle-orm'
import type { TicketStatus } from '../check-in-rule.ts'

/** Columns of `tickets`, all of which an update must set together. */
type CoverValues = Record<'status' | 'cover' | 'coverRecord' | 'checkedInAt' | 'device' | 'presence', SQL>

/**
 * Covers a ticket. `record`: the `callId` of the audit record, by which a revert finds what it may uncover.
 * Somebody who was let in keeps their time.
 */
export const layCover = (
  status: Exclude<TicketStatus, 'Valid' | 'CheckedIn'> | SQL,
  record: string | SQL,
): CoverValues => ({
  status: sql`${status}`,
  cover: sql`${status}`,
  coverRecord: sql`${record}`,
  checkedInAt: sql`iif(tickets.cover IS NULL AND tickets.status <> 'CheckedIn', NULL, tickets.checked_in_at)`,
  device: sql`NULL`,
  presence: sql`NULL`,
})

type Column = 'status' | 'checked_in_at' | 'device' | 'presence'

/**
 * Values without a cover. They are in the ticket if it has none, and else in the base of its check-ins. A
 * covered ticket without any is valid, or was checked in by others at its time.
 */
const uncovered = (of: (table: string, column: Column) => string): CoverValues => {
  const below = (column: Column): SQL => sql`(SELECT ${sql.raw(of('ticket_bases', column))} FROM ticket_bases
    WHERE ticket_id = tickets.id AND session_id = (SELECT id FROM sessions WHERE number = tickets.session_number))`
  const value = (column: Column, covered: SQL): SQL =>
    sql`iif(tickets.cover IS NULL, ${sql.raw(of('tickets', column))}, ${covered})`
  const withoutItems = sql`iif(tickets.checked_in_at IS NULL, 'Valid', 'CheckedIn')`
  return {
    status: value('status', sql`coalesce(${below('status')}, ${withoutItems})`),
    cover: sql`NULL`,
    coverRecord: sql`NULL`,
    checkedInAt: value('checked_in_at', sql`coalesce(${below('checked_in_at')}, tickets.checked_in_at)`),
    device: value('device', below('device')),
    presence: value('presence', below('presence')),
  }
}

/**
 * Takes the cover away, and changes no ticket without one. A ticket that others voided below it is void
 * again. To take only the cover of one record, update where `tickets.cover_record` is that record.
 */
export const takeCover = uncovered((table, column) => `${table}.${column}`)

/**
 * Takes the cover away, and makes a ticket valid that is refunded or void without it too. Changes no ticket
 * that is valid or checked in.
 */
export const makeValid = uncovered(
  (table, column) =>
    `iif(${table}.status IN ('Refunded', 'Voided'), ${column === 'status' ? "'Valid'" : 'NULL'}, ${table}.${column})`,
)

const COLUMNS: [keyof CoverValues, SQL][] = [
  ['status', sql`tickets.status`],
  ['cover', sql`tickets.cover`],
  ['coverRecord', sql`tickets.cover_record`],
  ['checkedInAt', sql`tickets.checked_in_at`],
  ['device', sql`tickets.device`],
  ['presence', sql`tickets.presence`],
]

/** True if a manager covered this ticket alone. No revert takes such a cover away. */
export const isCoverOfTicket: SQL = sql`EXISTS (SELECT 1 FROM audit_log WHERE call_id = tickets.cover_record AND entity_type = 'ticket')`

const layStatus = (status: SQL, record: string): CoverValues => {
  const cover = layCover(status, record)
  return Object.fromEntries(
    COLUMNS.map(([name]) => [name, sql`iif(${status} = 'Valid', ${makeValid[name]}, ${cover[name]})`]),
  ) as CoverValues
}

/** Gives each ticket of a statement a status of its own. One without stays as it is. */
export const layGiven = (status: SQL, record: string): CoverValues => {
  const values = layStatus(status, record)
  return Object.fromEntries(
    COLUMNS.map(([name, column]) => [name, sql`iif(${status} IS NULL, ${column}, ${values[name]})`]),
  ) as CoverValues
}

/** The same, but one that has the status stays as it is, with its cover and the record of that. */
export const setStatus = (status: SQL, record: string): CoverValues => {
  const values = layStatus(status, record)
  return Object.fromEntries(
    COLUMNS.map(([name, column]) => [name, sql`iif(${status} = tickets.status, ${column}, ${values[name]})`]),
  ) as CoverValues
}
