// Tickets, their types, and what triggers derive from them (see the migrations).
import { sql } from 'drizzle-orm'
import {
  check,
  customType,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core'
import {
  areInstants,
  areIntegers,
  areTexts,
  instant,
  isInteger,
  isOneOf,
  isUuid,
  MAX_INSTANT,
  uuid,
} from './columns.ts'
import { events, sessions } from './events.ts'
import {
  COVERS,
  ENTRIES,
  FLAGS,
  MAX_PLUS_ONES,
  MAX_QUOTA,
  MAX_REFERENCE,
  MAX_TICKET_BYTES,
  STATUSES,
} from './ticket-constants.ts'

export * from './ticket-constants.ts'

/** Four weeks. */
export const MAX_WINDOW_MINUTES = 40_320

/** Text that compares and sorts ignoring ASCII case. */
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
    /** The ids of the areas that its tickets admit to, as JSON; null for all. */
    areas: text(),
    entries: text({ enum: ENTRIES }).notNull().default('Once'),
    /** When the first entry is allowed, in minutes from the start of the session. */
    from: integer('from_minutes'),
    until: integer('until_minutes'),
    /**
     * The `callId` of a change of the name that its tickets get in parts, until all of them have it. A change
     * of the name that sets it keeps the trigger from renaming them at once.
     */
    renaming: uuid('renaming'),
  },
  (t) => [
    check('ticket_types_areas', sql`json_type(${t.areas}) = 'array'`),
    isOneOf('ticket_types_entries', t.entries, ENTRIES),
    isInteger('ticket_types_from', t.from, -MAX_WINDOW_MINUTES, MAX_WINDOW_MINUTES),
    isInteger('ticket_types_until', t.until, -MAX_WINDOW_MINUTES, MAX_WINDOW_MINUTES),
    // Tickets find their type by its name.
    uniqueIndex('ticket_types_by_event').on(t.eventId, sql`trim(${t.name}) COLLATE NOCASE`),
    isUuid('ticket_types_id_is_uuid', t.id),
    // For finishing what a request could not.
    index('ticket_types_renaming').on(t.renaming).where(sql`${t.renaming} IS NOT NULL`),
    areTexts('ticket_types_texts', t.name, t.note),
    isOneOf('ticket_types_flag', t.flag, FLAGS),
  ],
)

/** Lists of a session that others fill by a link. */
export const guestLists = sqliteTable(
  'guest_lists',
  {
    id: uuid().primaryKey(),
    sessionNumber: integer('session_number')
      .notNull()
      .references(() => sessions.number),
    name: text().notNull(),
    ticketTypeId: uuid('ticket_type_id')
      .notNull()
      .references(() => ticketTypes.id),
    quota: integer().notNull(),
    maxPlusOnes: integer('max_plus_ones').notNull().default(3),
    /** Null: when the doors open, or else at the start. */
    closesAt: instant('closes_at'),
    /** For door staff. */
    note: text(),
    flag: text({ enum: FLAGS }).notNull().default('None'),
    /** Whether those with the link see who has arrived. */
    showArrivals: integer('show_arrivals', { mode: 'boolean' }).notNull().default(true),
    /** SHA-256 of the link’s code, in base64url. Backups omit it, like the sealed code. */
    codeHash: text('code_hash').unique(),
    /** The code, sealed by the service’s secret. */
    sealedCode: text('sealed_code'),
    /** Its tickets in the session that are valid or checked in, by triggers. */
    persons: integer().notNull().default(0),
    /** Those of `persons` who are checked in, by triggers. */
    arrived: integer().notNull().default(0),
  },
  (t) => [
    index('guest_lists_by_session').on(t.sessionNumber, t.name, t.id),
    index('guest_lists_by_type').on(t.ticketTypeId),
    isUuid('guest_lists_id_is_uuid', t.id),
    areTexts('guest_lists_texts', t.name, t.note, t.codeHash, t.sealedCode),
    isInteger('guest_lists_quota', t.quota, 1, MAX_QUOTA),
    isInteger('guest_lists_plus_ones', t.maxPlusOnes, 0, MAX_PLUS_ONES),
    isInteger('guest_lists_show_arrivals', t.showArrivals, 0, 1),
    isOneOf('guest_lists_flag', t.flag, FLAGS),
    areInstants('guest_lists_closes_at', t.closesAt),
  ],
)

/** Entries are remembered after their removal, so that a repeated request does not add them again. */
export const guestListEntries = sqliteTable(
  'guest_list_entries',
  {
    listId: uuid('list_id')
      .notNull()
      .references(() => guestLists.id),
    /** Counts all entries that the list ever had. `tickets.guest_list_entry` has it. */
    number: integer().notNull(),
    /** Chosen by the caller who added it. */
    id: uuid().notNull(),
    /** How many tickets those with the link gave it: the guest and the companions. */
    persons: integer().notNull(),
    /** What follows the list’s note in its tickets. */
    note: text(),
    /** A digest of what was first sent, by which a repeat is known. Null once a guest of it was erased. */
    digest: text(),
    removedAt: instant('removed_at'),
  },
  (t) => [
    uniqueIndex('guest_list_entries_pk').on(t.listId, t.number),
    uniqueIndex('guest_list_entries_by_id').on(t.listId, t.id),
    index('guest_list_entries_present').on(t.listId).where(sql`${t.removedAt} IS NULL`),
    isUuid('guest_list_entries_id_is_uuid', t.id),
    areTexts('guest_list_entries_texts', t.note, t.digest),
    check('guest_list_entries_number', sql`typeof(${t.number}) = 'integer' AND ${t.number} > 0`),
    isInteger('guest_list_entries_persons', t.persons, 1, MAX_PLUS_ONES + 1),
    areInstants('guest_list_entries_removed_at', t.removedAt),
  ],
)

/** Crockford's base32: no I, L, O or U. */
export const CODE_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
export const CODE_CHARACTERS = 20

/** 100 random bits. They fit a QR code of version 1, the smallest. */
const RANDOM_CODE = sql.raw(
  `(${Array(CODE_CHARACTERS).fill(`substr('${CODE_ALPHABET}', 1 + (random() & 31), 1)`).join(' || ')})`,
)

/** The columns that count towards {@link MAX_TICKET_BYTES}. */
export const SIZED_TEXTS: readonly string[] = [
  'ticket_number',
  'ticket_type_name',
  'seat_label',
  'reference',
  'current_holder_id',
  'holder_email',
  'attendee_name',
  'attendee_email',
  'attendee_company',
  'code',
  'note',
]

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
    /** A copy of the type's name to sort by. Triggers keep it equal. */
    ticketTypeName: textNoCase('ticket_type_name').notNull().default(''),
    /** The content of the code on the guest's ticket. */
    code: text().notNull().default(RANDOM_CODE),
    /** For door staff. */
    note: text(),
    flag: text({ enum: FLAGS }).notNull().default('None'),
    seatLabel: text('seat_label'),
    /** What groups tickets, such as an order or a party. Not unique. */
    reference: text(),
    currentHolderId: uuid('current_holder_id'),
    holderEmail: text('holder_email'),
    attendeeName: text('attendee_name'),
    attendeeEmail: text('attendee_email'),
    attendeeCompany: text('attendee_company'),
    checkedInAt: integer('checked_in_at'),
    /**
     * The device of the check-in that counts: '' if it has no name, null if another part of the platform
     * checked the ticket in. Triggers keep it.
     */
    device: text(),
    /**
     * Whether somebody is inside, and since when, as JSON: `inside`, `areas`, `lastIn`, `lastOut`, `entries`.
     * Null if the status says it all. Triggers keep it.
     */
    presence: text(),
    transferCount: integer('transfer_count').notNull().default(0),
    /** The status that the API laid over the ticket's facts; null without one. */
    cover: text({ enum: COVERS }),
    /** The `callId` of the audit record that laid the cover. */
    coverRecord: uuid('cover_record'),
    /** The guest list that it belongs to, in the list’s session only, and the number of its entry. */
    guestListId: uuid('guest_list_id').references(() => guestLists.id),
    guestListEntry: integer('guest_list_entry'),
    /** The source that made or adopted the ticket, and keeps it as its list says. */
    sourceId: uuid('source_id'),
    /** The last change through the API, except check-ins. */
    updatedAt: instant('updated_at'),
    updatedBy: text('updated_by'),
    // Missing values sort first. A cursor compares row values, where NULL is never true, so each nullable
    // sort column has a twin without NULL.
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
      t.reference,
      t.holderEmail,
      t.attendeeName,
      t.attendeeEmail,
      t.attendeeCompany,
      t.code,
      t.note,
      t.device,
      t.updatedBy,
    ),
    isOneOf('tickets_status', t.status, STATUSES),
    isOneOf('tickets_flag', t.flag, FLAGS),
    isOneOf('tickets_cover', t.cover, COVERS),
    isUuid('tickets_cover_record_is_uuid', t.coverRecord),
    areIntegers('tickets_guest_list_entry', t.guestListEntry),
    check('tickets_one_owner', sql`${t.sourceId} IS NULL OR ${t.guestListId} IS NULL`),
    isUuid('tickets_source_is_uuid', t.sourceId),
    check('tickets_code', sql`length(${t.code}) BETWEEN 1 AND 200`),
    areInstants('tickets_instants', t.updatedAt),
    check('tickets_key_in_session', sql`${t.key} >> 20 = ${t.sessionNumber} AND ${t.key} & 1048575 > 0`),
    isInteger('tickets_checked_in_at', t.checkedInAt, 0, MAX_INSTANT),
    isInteger('tickets_transfer_count', t.transferCount, 0, Number.MAX_SAFE_INTEGER),
    check(
      'tickets_texts_fit',
      sql.raw(
        `${SIZED_TEXTS.map((column) => `coalesce(octet_length(${column}), 0)`).join(' + ')} <= ${MAX_TICKET_BYTES}`,
      ),
    ),
    check('tickets_no_empty_seat', sql`${t.seatLabel} <> ''`),
    check('tickets_no_empty_email', sql`${t.holderEmail} <> ''`),
    check('tickets_reference', sql`length(${t.reference}) BETWEEN 1 AND ${sql.raw(String(MAX_REFERENCE))}`),
    // For the default list. A check-in does not write it.
    index('tickets_in_order').on(t.sessionNumber, t.ticketNumber),
    // One index for each sort, with a status filter or, by merging four ranges, without.
    index('tickets_by_number').on(t.sessionNumber, t.status, t.ticketNumber),
    index('tickets_by_type').on(t.sessionNumber, t.status, t.ticketTypeName),
    index('tickets_by_seat').on(t.sessionNumber, t.status, t.seatLabelOrder),
    index('tickets_by_email').on(t.sessionNumber, t.status, t.holderEmailOrder),
    index('tickets_by_check_in').on(t.sessionNumber, t.status, t.checkedInAtOrder),
    index('tickets_by_transfers').on(t.sessionNumber, t.status, t.transferCount),
    // For uniqueness, and for finding tickets by code alone.
    uniqueIndex('tickets_by_code').on(t.code, t.sessionNumber),
    // For finding the tickets of an order in all sessions.
    index('tickets_by_reference').on(t.reference, t.sessionNumber).where(sql`${t.reference} IS NOT NULL`),
    // For movements: check-ins by other parts of the platform, which have no records.
    index('tickets_checked_in_elsewhere')
      .on(t.sessionNumber, t.checkedInAt)
      .where(sql.raw(`status = 'CheckedIn' AND device IS NULL`)),
    // For finding a person. The holder's address has the index of its sort.
    index('tickets_by_attendee_email')
      .on(sql`${t.attendeeEmail} COLLATE NOCASE`, t.sessionNumber)
      .where(sql`${t.attendeeEmail} IS NOT NULL`),
    index('tickets_by_guest_list')
      .on(t.guestListId, t.guestListEntry)
      .where(sql`${t.guestListId} IS NOT NULL`),
    // For renaming or deleting a type without a table scan.
    index('tickets_by_type_id').on(t.ticketTypeId),
  ],
)

/** One row for each session, derived by triggers. */
export const ticketCounts = sqliteTable('ticket_counts', {
  sessionNumber: integer('session_number').primaryKey(),
  /** Changes with every change of a ticket. Random, so that a restored database never repeats one. */
  listVersion: text('list_version').notNull().default(sql`(lower(hex(randomblob(8))))`),
  valid: integer().notNull().default(0),
  checkedIn: integer('checked_in').notNull().default(0),
  refunded: integer().notNull().default(0),
  voided: integer().notNull().default(0),
  /** Those of `checkedIn` whose guest has left. */
  left: integer().notNull().default(0),
  /** Tickets that walk-ins created. See MAX_WALK_INS. */
  walkIns: integer('walk_ins').notNull().default(0),
  /** The sum of the session's `ticket_changes.check`. A device whose own sum differs has a wrong copy. */
  digest: integer().notNull().default(0),
  /** Random. Change numbers are valid within an epoch; a new row starts a new one. */
  epoch: text().notNull().default(sql`(lower(hex(randomblob(8))))`),
})

/**
 * The last change of each ticket of a session, derived by triggers. Numbers rise within a session in the
 * order of commits. Entries of deleted or moved tickets stay, so that devices learn of it.
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
