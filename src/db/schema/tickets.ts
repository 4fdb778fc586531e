// Tickets, their types, and what triggers derive from them (see the migrations): counts, versions, changes, search index.
import { sql } from 'drizzle-orm'
import { check, customType, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { areTexts, isInteger, isOneOf, isUuid, MAX_INSTANT, uuid } from './columns.ts'
import { events, sessions } from './events.ts'

export const STATUSES = ['Valid', 'CheckedIn', 'Refunded', 'Voided'] as const

/** How a note is shown at the door: not at all, beside the guest, or before anybody is let in. */
export const FLAGS = ['None', 'Info', 'Stop'] as const

/**
 * A ticket's key carries its session: `key = session number × 2^20 + n`, n from 1. So a session is one range of keys,
 * in the table and in the search index alike, and holds up to 1,048,575 tickets.
 */
export const TICKET_KEY_BITS = 20
export const MAX_TICKETS_IN_SESSION = 2 ** TICKET_KEY_BITS - 1

/** Text that sorts and compares without regard to ASCII case. */
const textNoCase = customType<{ data: string }>({ dataType: () => 'text COLLATE NOCASE' })

export const ticketTypes = sqliteTable(
  'ticket_types',
  {
    id: uuid().primaryKey(),
    eventId: uuid('event_id')
      .notNull()
      .references(() => events.id),
    name: text().notNull(),
    /** For door staff. */
    note: text(),
    flag: text({ enum: FLAGS }).notNull().default('None'),
  },
  (t) => [
    index('ticket_types_by_event').on(t.eventId, t.name, t.id),
    isUuid('ticket_types_id_is_uuid', t.id),
    areTexts('ticket_types_texts', t.name, t.note),
    isOneOf('ticket_types_flag', t.flag, FLAGS),
  ],
)

/** UTF-8 bytes that a ticket's texts may have together. It bounds responses, cursors and the search index. */
export const MAX_TICKET_BYTES = 3_600

export const tickets = sqliteTable(
  'tickets',
  {
    key: integer().primaryKey(),
    id: uuid().notNull().unique(),
    sessionNumber: integer('session_number')
      .notNull()
      .references(() => sessions.number),
    ticketNumber: textNoCase('ticket_number').notNull(),
    status: text({ enum: STATUSES }).notNull(),
    ticketTypeId: uuid('ticket_type_id')
      .notNull()
      .references(() => ticketTypes.id),
    /** A copy of the type's name to sort by. Triggers keep it equal to the type's. */
    ticketTypeName: textNoCase('ticket_type_name').notNull().default(''),
    seatLabel: text('seat_label'),
    currentHolderId: uuid('current_holder_id'),
    holderEmail: text('holder_email'),
    attendeeName: text('attendee_name'),
    attendeeEmail: text('attendee_email'),
    attendeeCompany: text('attendee_company'),
    checkedInAt: integer('checked_in_at'),
    transferCount: integer('transfer_count').notNull().default(0),
    // A missing value sorts first. A cursor is a comparison of row values, in which NULL would never be true, so each
    // nullable column has a twin without NULL to sort by.
    seatLabelOrder: textNoCase('seat_label_order').generatedAlwaysAs(sql`coalesce(seat_label, '')`, {
      mode: 'virtual',
    }),
    holderEmailOrder: textNoCase('holder_email_order').generatedAlwaysAs(sql`coalesce(holder_email, '')`, {
      mode: 'virtual',
    }),
    checkedInAtOrder: integer('checked_in_at_order').generatedAlwaysAs(sql`coalesce(checked_in_at, -1)`, {
      mode: 'virtual',
    }),
  },
  (t) => [
    isUuid('tickets_id_is_uuid', t.id),
    isUuid('tickets_holder_is_uuid', t.currentHolderId),
    areTexts(
      'tickets_texts',
      t.ticketNumber,
      t.ticketTypeName,
      t.seatLabel,
      t.holderEmail,
      t.attendeeName,
      t.attendeeEmail,
      t.attendeeCompany,
    ),
    isOneOf('tickets_status', t.status, STATUSES),
    check('tickets_key_in_session', sql`${t.key} >> 20 = ${t.sessionNumber} AND ${t.key} & 1048575 > 0`),
    isInteger('tickets_checked_in_at', t.checkedInAt, 0, MAX_INSTANT),
    isInteger('tickets_transfer_count', t.transferCount, 0, Number.MAX_SAFE_INTEGER),
    check(
      'tickets_texts_fit',
      sql.raw(
        `${[
          'ticket_number',
          'ticket_type_name',
          'seat_label',
          'current_holder_id',
          'holder_email',
          'attendee_name',
          'attendee_email',
          'attendee_company',
        ]
          .map((column) => `coalesce(octet_length(${column}), 0)`)
          .join(' + ')} <= ${MAX_TICKET_BYTES}`,
      ),
    ),
    check('tickets_no_empty_seat', sql`${t.seatLabel} <> ''`),
    check('tickets_no_empty_email', sql`${t.holderEmail} <> ''`),
    // For the default list. A check-in does not write to this index.
    index('tickets_in_order').on(t.sessionNumber, t.ticketNumber),
    // One index for each sort serves the list with a status filter and, by merging four ranges, without one.
    index('tickets_by_number').on(t.sessionNumber, t.status, t.ticketNumber),
    index('tickets_by_type').on(t.sessionNumber, t.status, t.ticketTypeName),
    index('tickets_by_seat').on(t.sessionNumber, t.status, t.seatLabelOrder),
    index('tickets_by_email').on(t.sessionNumber, t.status, t.holderEmailOrder),
    index('tickets_by_check_in').on(t.sessionNumber, t.status, t.checkedInAtOrder),
    index('tickets_by_transfers').on(t.sessionNumber, t.status, t.transferCount),
    // For renaming or deleting a type, which would scan the table otherwise.
    index('tickets_by_type_id').on(t.ticketTypeId),
  ],
)

/** One row for each session, derived by triggers. */
export const ticketCounts = sqliteTable('ticket_counts', {
  sessionNumber: integer('session_number').primaryKey(),
  /** Takes a new value with every change of a ticket. Random, so that a restored database never repeats one. */
  listVersion: text('list_version').notNull().default(sql`(lower(hex(randomblob(8))))`),
  valid: integer().notNull().default(0),
  checkedIn: integer('checked_in').notNull().default(0),
  refunded: integer().notNull().default(0),
  voided: integer().notNull().default(0),
  /** Recorded undos and check-ins of unknown tickets. See MAX_LOOSE_ITEMS. */
  looseItems: integer('loose_items').notNull().default(0),
  /** The sum of the session's `ticket_changes.check`. A device whose own sum differs has a wrong copy. */
  digest: integer().notNull().default(0),
  /** Random. Change numbers count within an epoch, and a new row of this table begins a new one. */
  epoch: text().notNull().default(sql`(lower(hex(randomblob(8))))`),
})

/**
 * When a ticket last changed: one entry for each session and ticket id, derived by triggers. Numbers rise within a session
 * in the order of commits. The entry of a ticket that was deleted or moved stays: devices must learn that it is gone.
 *
 * WITHOUT ROWID, which Drizzle cannot express: see the migration.
 */
export const ticketChanges = sqliteTable(
  'ticket_changes',
  {
    sessionNumber: integer('session_number').notNull(),
    ticketId: uuid('ticket_id').notNull(),
    change: integer().notNull(),
    /** A random whole number below 2^24, new with every change; 0 if the ticket is gone. */
    check: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.sessionNumber, t.ticketId] }),
    index('ticket_changes_in_order').on(t.sessionNumber, t.change, t.check),
  ],
)
