// The tickets of an entry: a party, with a ticket for each person.
import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { MAX_TICKETS_BY_API, MAX_TICKETS_IN_SESSION, tickets } from '../../db/schema/tickets.ts'
import { AppError } from '../../errors.ts'
import { ticketCount } from '../ticket-counts.ts'
import { makeCode } from '../tickets/code.ts'
import { lastKeyOf } from '../tickets/create-tickets.ts'
import { MAX_NOTE_CHARACTERS } from './guest-list.ts'
import { SUBJECT } from './linked-list.ts'

export const SEPARATOR = ' · '

/** The stored columns of a ticket, by property. */
const STORED = Object.entries(getTableColumns(tickets))
  .filter(([, { generated }]) => generated === undefined)
  .map(([property]) => property)

/** Statement that inserts tickets. `source`: FROM and WHERE. */
export const insertTickets = (db: Database, values: Record<string, SQL>, source: SQL) =>
  db.insert(tickets).select(
    sql`SELECT ${sql.join(
      STORED.map((property) => values[property] ?? sql`NULL`),
      sql`, `,
    )} ${source}`,
  )

/** A new ticket of the list; `place` counts the new ones. */
export const newTicket = (place: SQL, id: SQL, now: Date): Record<string, SQL> => {
  const number = sql`printf('%06d', (${lastKeyOf(sql`guest_lists.session_number`)} & ${MAX_TICKETS_IN_SESSION}) + ${place})`
  return {
    key: sql`${lastKeyOf(sql`guest_lists.session_number`)} + ${place}`,
    id,
    sessionNumber: sql`guest_lists.session_number`,
    // The position in the session, unless another ticket has that number.
    ticketNumber: sql`iif(EXISTS (SELECT 1 FROM tickets AS other WHERE other.session_number = guest_lists.session_number
      AND other.ticket_number = ${number}), ${number} || '-' || substr(${id}, 1, 8), ${number})`,
    status: sql`'Valid'`,
    ticketTypeId: sql`guest_lists.ticket_type_id`,
    ticketTypeName: sql`(SELECT name FROM ticket_types WHERE id = guest_lists.ticket_type_id)`,
    flag: sql`guest_lists.flag`,
    transferCount: sql`0`,
    guestListId: sql`guest_lists.id`,
    updatedAt: sql`${now.getTime()}`,
    updatedBy: SUBJECT,
  }
}

/** The list’s note, then the entry’s. */
export const noteWith = (note: SQL): SQL =>
  sql`coalesce(guest_lists.note || ${SEPARATOR} || ${note}, ${note}, guest_lists.note)`

/** The length of such a note, if it is too long; otherwise NULL. */
export const tooLong = (note: SQL): SQL =>
  sql`nullif(max(coalesce(length(guest_lists.note) + ${SEPARATOR.length} + length(${note}), length(${note}), 0),
    ${MAX_NOTE_CHARACTERS}), ${MAX_NOTE_CHARACTERS})`

export const noteError = (length: number, where: string): AppError =>
  new AppError(
    'invalid_request',
    `${where}note: with the note of the list it would have ${length} characters; the limit is ${MAX_NOTE_CHARACTERS}.`,
  )

/** Who adds and removes entries by a link cannot use up the tickets that the session can have. */
const MAX_VOID_TICKETS = MAX_TICKETS_BY_API / 2

/** Whether the session can have so many more tickets. */
export const fitsSession = (added: SQL): SQL<number> =>
  sql`((SELECT ${ticketCount(undefined)} FROM ticket_counts WHERE session_number = sessions.number) + ${added} <= ${MAX_TICKETS_BY_API}
    AND (SELECT ${ticketCount('Voided')} FROM ticket_counts WHERE session_number = sessions.number) <= ${MAX_VOID_TICKETS}
    AND (${lastKeyOf(sql`sessions.number`)} & ${MAX_TICKETS_IN_SESSION}) + ${added} <= ${MAX_TICKETS_IN_SESSION})`

/** What groups the tickets of a party. Ten letters and digits. */
export const newReference = (): string => makeCode().slice(0, 10)

export const wasWritten = sql`(SELECT changes() > 0)`
