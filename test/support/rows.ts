// Test data, inserted by plain SQL as other services do. Each test inserts its own rows.
import { env } from 'cloudflare:workers'
import { TICKET_KEY_BITS } from '../../src/db/schema/tickets.ts'
import type { TicketStatus } from '../../src/domain/check-in-rule.ts'
import type { TicketRow } from '../../src/domain/import/file/table/columns.ts'
import type { SearchedTicket } from '../../src/domain/tickets/words.ts'
import { newOrganizer, type Organizer, type Row, sessionRow, type Value } from './organizer.ts'

export { type Organizer, type Row, sessionRow } from './organizer.ts'

const insertStatement = (table: string, row: Row): D1PreparedStatement => {
  const columns = Object.keys(row)
  const sql = `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`
  return env.DB.prepare(sql).bind(...Object.values(row))
}

/** Inserts rows of several tables in the order given, in one transaction. */
export const insertAll = async (...tables: (readonly [table: string, rows: Row[]])[]): Promise<void> => {
  await env.DB.batch(tables.flatMap(([table, rows]) => rows.map((row) => insertStatement(table, row))))
}

/** Inserts rows, one statement each, in one transaction. */
export const insert = (table: string, ...rows: Row[]): Promise<void> => insertAll([table, rows])

/** Inserts a row with a new id. Returns the id. */
export const insertNew = async (table: string, row: Row): Promise<string> => {
  const id = crypto.randomUUID()
  await insert(table, { id, ...row })
  return id
}

/** Runs a statement with bound values. Returns its rows. */
export const query = async <Result = Row>(sql: string, ...values: Value[]): Promise<Result[]> =>
  (
    await env.DB.prepare(sql)
      .bind(...values)
      .all<Result>()
  ).results

export type TicketInput = Partial<
  Omit<TicketRow, 'key' | 'session_number' | 'status'> & { status: TicketStatus }
>

/**
 * Adds an organizer with two events, ticket types, a session of each event, and a member in each role.
 * Returns the ids.
 */
export const makeOrganizer = async (): Promise<Organizer> => {
  const { org, tables } = newOrganizer()
  await insertAll(...tables)
  return org
}

/** Adds a session to the organizer's first event. Returns its id. */
export const addSession = async ({ event }: Pick<Organizer, 'event'>): Promise<string> => {
  const id = crypto.randomUUID()
  await insert('sessions', sessionRow(id, event))
  return id
}

/** Adds a series with one session for each start (milliseconds since the epoch). Returns the ids. */
export const addSeries = async (org: Organizer, starts: number[], event = org.event) => {
  const series = crypto.randomUUID() as string
  const sessions = starts.map(() => crypto.randomUUID() as string)
  await insert('series', { id: series, event_id: event, name: 'Series', description: 'Every week.' })
  const rows = sessions.map((id, index) => ({
    ...sessionRow(id, event),
    series_id: series,
    starts_at: starts[index] as number,
  }))
  for (let start = 0; start < rows.length; start += 100) {
    await insert('sessions', ...rows.slice(start, start + 100))
  }
  return { series, sessions }
}

/** Adds an area to an event. Returns its id. */
export const addArea = (event: string, name = 'Floor') => insertNew('areas', { event_id: event, name })

export const addVenue = (organizer: string) => insertNew('venues', { organizer_id: organizer, name: 'Venue' })

/**
 * A further member of the organizer with the role `staff`. Returns the subject, which has its own rate
 * limits.
 */
export const addStaff = async ({ id }: Pick<Organizer, 'id'>): Promise<string> => {
  const subject = `staff-${crypto.randomUUID()}`
  await insert('members', { organizer_id: id, subject, role: 'staff' })
  return subject
}

/** Adds tickets to a session in the given order. Returns their ids. */
export const addTickets = async (
  org: Organizer,
  tickets: TicketInput[],
  session = org.session,
): Promise<string[]> => {
  const [last] = await query<{ number: number; key: number }>(
    `SELECT number, (SELECT coalesce(max(key), number << ${TICKET_KEY_BITS}) FROM tickets
       WHERE session_number = number) AS key
     FROM sessions WHERE id = ?`,
    session,
  )
  if (last === undefined) throw new Error('There is no such session.')
  const rows = tickets.map((ticket, index) => ({
    key: last.key + index + 1,
    id: crypto.randomUUID() as string,
    session_number: last.number,
    ticket_number: `T-${String(index + 1).padStart(5, '0')}`,
    status: 'Valid',
    ticket_type_id: org.types.Standing,
    ...ticket,
  }))
  for (let start = 0; start < rows.length; start += 100) {
    await insert('tickets', ...rows.slice(start, start + 100))
  }
  return rows.map(({ id }) => id)
}

/** A ticket's row as the rule of the search takes it. */
export const toSearched = (row: Record<string, unknown>): SearchedTicket => ({
  ticketNumber: row.ticket_number as string,
  reference: row.reference as string | null,
  seatLabel: row.seat_label as string | null,
  holderEmail: row.holder_email as string | null,
  attendeeName: row.attendee_name as string | null,
  attendeeEmail: row.attendee_email as string | null,
})

/** Adds a ticket to a session. Returns its id. */
export const addTicket = async (org: Organizer, ticket: TicketInput = {}, session = org.session) =>
  (await addTickets(org, [ticket], session))[0] as string
