// Statements of ticket changes. The full list costs two rows per ticket, itself and its entry; a change costs
// three: the entry, and the ticket by the index of its id.
import { type SQL, sql } from 'drizzle-orm'
import { integer, prepare, selectList } from '../../db/prepared.ts'
import { TICKET_KEY_BITS } from '../../db/schema/tickets.ts'
import { maySeeGuests, maySeeSession } from '../access.ts'
import { INSIDE_COLUMNS, type InsideRow } from '../sessions/inside.ts'
import { DETAILS_VERSION } from '../sessions/session-access.ts'
import { TICKET_COUNT_COLUMNS, type TicketCounts } from '../ticket-counts.ts'
import { limit, window } from './keysets.ts'
import {
  type SessionVersion,
  selectVersionWith,
  sessionNumber,
  WITH_TYPES,
  withSession,
} from './known-versions.ts'
import { LIST_NAME, TICKET_FIELDS, type Ticket } from './ticket.ts'

export type ChangesSessionRow = SessionVersion &
  TicketCounts &
  InsideRow & {
    epoch: string
    /** Of a phone that gets no names; null for all others. */
    phoneRole: 'Steward' | 'Kiosk' | null
    /** See {@link DETAILS_VERSION}. */
    typesVersion: string
    /** The sum of `check` over the session’s tickets. */
    digest: number
    /** The largest change number; 0 before the first change of an epoch. */
    lastChange: number
  }

export type CheckedTicket = Ticket & {
  /** The content of the code on the guest's ticket. */
  code: string
  /** The device of the check-in that counts. */
  device: string | null
  /** Random, new with every change. */
  check: number
  /** For door staff. The ticket's type can have its own. */
  note: string | null
  reference: string | null
  /** Null for `None`. */
  flag: 'Info' | 'Stop' | null
  /** JSON of a `Presence`; null if the status says it all. */
  presence: string | null
  /** The name of its guest list. */
  list: string | null
}

/** A {@link CheckedTicket} without `check`. */
const FIELDS: Record<Exclude<keyof CheckedTicket, 'check'>, SQL> = {
  ...TICKET_FIELDS,
  code: sql`tickets.code`,
  device: sql`nullif(tickets.device, '')`,
  note: sql`tickets.note`,
  flag: sql`nullif(tickets.flag, 'None')`,
  reference: sql`tickets.reference`,
  presence: sql`tickets.presence`,
  list: LIST_NAME,
}

const NOTHING = sql.raw('NULL')

/** What says whose a ticket is. Some phones do not get it. */
export const WITHOUT_NAMES: Partial<typeof FIELDS> = {
  attendeeName: NOTHING,
  attendeeEmail: NOTHING,
  attendeeCompany: NOTHING,
  holderEmail: NOTHING,
  note: NOTHING,
  seatLabel: NOTHING,
  reference: NOTHING,
  list: NOTHING,
}

/** A changed ticket as it is now; its columns are null if the session no longer has it. */
export type ChangedTicket = { change: number; changedId: string } & (CheckedTicket | { key: null })

const BITS = sql.raw(String(TICKET_KEY_BITS))

const number = sql`(SELECT number FROM session)`

/** Tickets after `afterKey`. Bound numbers are floats; the cast keeps the comparison one of integers. */
const isAfterKey = sql`tickets.key > max(${number} << ${BITS}, ${integer('afterKey')})
    AND tickets.key < (${number} + 1) << ${BITS}`

export const changesSessionStatement = prepare<ChangesSessionRow>(
  selectVersionWith(
    sql`members.phone_role AS "phoneRole", ticket_counts.epoch, ticket_counts.digest, ${DETAILS_VERSION} AS "typesVersion", ${TICKET_COUNT_COLUMNS},
    ${INSIDE_COLUMNS},
    (SELECT coalesce(max(change), 0) FROM ticket_changes INDEXED BY ticket_changes_in_order
     WHERE session_number = sessions.number) AS "lastChange"`,
    WITH_TYPES,
    maySeeSession,
  ),
)

/** Tickets of the full list, by key. */
const ticketsInOrder = (columns: SQL, may: SQL): SQL => sql`${withSession(undefined, sql``, WITH_TYPES, may)}
SELECT ${columns}, coalesce("check", 0) AS "check"
FROM tickets LEFT JOIN ticket_changes
  ON ticket_changes.session_number = tickets.session_number AND ticket_id = tickets.id
WHERE ${isAfterKey}
ORDER BY tickets.key
${window(limit)}`

/**
 * Changed tickets, by change number. Whether the session still has a ticket is read from the ticket itself,
 * in the same state of the database.
 */
const selectChanges = (columns: SQL, sessionNumber: SQL, condition: SQL): SQL => sql`
SELECT entry.change, entry.ticket_id AS "changedId", entry."check", ${columns}
FROM (
    SELECT change, ticket_id, session_number, "check" FROM ticket_changes INDEXED BY ticket_changes_in_order
    WHERE session_number = ${sessionNumber} AND change > ${integer('change')}
      ${condition}
    ORDER BY change
    ${window(limit)}
  ) AS entry
  LEFT JOIN tickets INDEXED BY tickets_id_unique
    ON tickets.id = entry.ticket_id AND +tickets.session_number = entry.session_number
ORDER BY entry.change`

/**
 * @param may the condition of those who get the columns. The statements give all others no row, so that the
 *   role decides in the same state of the database.
 */
const statements = (fields: typeof FIELDS, may: SQL) => {
  const columns = selectList(fields)
  return {
    ticketsInOrder: prepare<CheckedTicket>(ticketsInOrder(columns, may)),
    changes: prepare<ChangedTicket>(selectChanges(columns, sessionNumber(WITH_TYPES, may), sql``)),
    /** No row while there are tickets after `afterKey`. */
    changesAfterList: prepare<ChangedTicket>(
      sql`${withSession(undefined, sql``, WITH_TYPES, may)}${selectChanges(columns, number, sql`AND NOT EXISTS (SELECT 1 FROM tickets WHERE ${isAfterKey})`)}`,
    ),
  }
}

export const WITH_GUESTS = statements(FIELDS, maySeeGuests)

/** For phones of a role without names, and for nobody else. */
export const WITHOUT_GUESTS = statements(
  { ...FIELDS, ...WITHOUT_NAMES },
  sql`${maySeeSession} AND members.phone_role IS NOT NULL`,
)
