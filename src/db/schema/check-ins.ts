// Check-ins and undos as devices sent them, and what each ticket's state follows from. Triggers do the rest
// (see the migration of check-ins). Neither table references tickets: no check-in keeps anybody from deleting
// or moving one.
import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { instant, isOneOf, uuid } from './columns.ts'
import { OUTCOMES, STATUSES } from './ticket-constants.ts'

const ITEM_TYPES = ['CheckIn', 'Undo'] as const

/**
 * True for a check-in that let somebody in and was not undone. It counts while the ticket still has the base
 * that it was recorded on. `row` is the name of the row in the statement, with a full stop; an index has
 * none.
 */
export const isLive = (row: '' | 'check_ins.' | 'other.') =>
  sql.raw(
    `${row}undone_at IS NULL AND (${row}outcome = 'CheckedIn' OR ${row}outcome = 'AlreadyCheckedIn' AND ${row}admitted = 1)`,
  )

/** True for a check-in that may be a problem: somebody was let in whom the service would have refused. */
export const isSuspect = sql.raw(`admitted = 1 AND undone_at IS NULL AND outcome <> 'CheckedIn'`)

/**
 * Questions about one ticket in one session that are recorded although they change nothing. What admits
 * somebody is always recorded. The triggers have the same number.
 */
export const MAX_REPEATS = 200

/**
 * Undos that undo nothing and admissions with unknown tickets, in one session. From these numbers on, undos
 * that undo nothing are not recorded. The triggers have the same numbers.
 */
export const MAX_UNMATCHED_ITEMS = { session: 5_000, subject: 1_000 }

/** Tickets that walk-ins make in one session. Those beyond are check-ins of unknown tickets. */
export const MAX_WALK_INS = 20_000

/**
 * One row for each item, in the order of receipt. A row without an outcome is new, and triggers decide it.
 */
export const checkIns = sqliteTable(
  'check_ins',
  {
    number: integer().primaryKey(),
    sessionId: uuid('session_id').notNull(),
    /** The device made it. The same id in another session is another item. */
    id: uuid().notNull(),
    type: text({ enum: ITEM_TYPES }).notNull(),
    /** Of a check-in. */
    ticketId: uuid('ticket_id'),
    /** Of an undo: the check-in that it undoes, which may arrive later. */
    checkInId: uuid('check_in_id'),
    at: integer().notNull(),
    receivedAt: integer('received_at').notNull(),
    device: text(),
    subject: text().notNull(),
    admitted: integer().notNull(),
    /** 1 for a check-in that brought its ticket, or would have if the session had not had it. */
    walkIn: integer('walk_in').notNull().default(0),
    outcome: text({ enum: OUTCOMES }),
    /** The version of the ticket's base when the check-in was recorded. */
    baseVersion: text('base_version'),
    /** When and by which device the ticket had been checked in before. */
    earlierAt: integer('earlier_at'),
    earlierDevice: text('earlier_device'),
    undoneAt: integer('undone_at'),
    undoneBy: text('undone_by'),
    /** When a manager marked it as resolved. */
    resolvedAt: instant('resolved_at'),
  },
  (t) => [
    isOneOf('check_ins_type', t.type, ITEM_TYPES),
    isOneOf('check_ins_outcome', t.outcome, OUTCOMES),
    uniqueIndex('check_ins_pk').on(t.sessionId, t.id),
    // Every index ends with the number: the list is in its order.
    index('check_ins_received').on(t.sessionId).where(sql.raw(`type = 'CheckIn'`)),
    index('check_ins_by_ticket').on(t.sessionId, t.ticketId).where(sql.raw(`type = 'CheckIn'`)),
    index('check_ins_suspect').on(t.sessionId).where(isSuspect),
    // Few check-ins of a ticket are on its current base, however many there were on old ones.
    index('check_ins_live').on(t.sessionId, t.ticketId, t.baseVersion, t.at).where(isLive('')),
    index('check_ins_undos').on(t.sessionId, t.checkInId).where(sql.raw(`type = 'Undo'`)),
  ],
)

/**
 * How many unmatched items each subject sent to a session, derived by triggers; under the subject '' those of
 * all. See {@link MAX_UNMATCHED_ITEMS}.
 */
export const unmatchedItems = sqliteTable(
  'unmatched_items',
  {
    sessionId: uuid('session_id').notNull(),
    subject: text().notNull(),
    items: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.sessionId, t.subject] })],
)

/** One row for each ticket of a session that somebody tried to check in. */
export const ticketBases = sqliteTable(
  'ticket_bases',
  {
    ticketId: uuid('ticket_id').notNull(),
    sessionId: uuid('session_id').notNull(),
    /** Takes a new value with every new base. Check-ins of other versions do not count. */
    version: text().notNull().default(sql`(lower(hex(randomblob(8))))`),
    /** The ticket as other parts of the platform wrote it. */
    baseStatus: text('base_status', { enum: STATUSES }).notNull(),
    baseCheckedInAt: integer('base_checked_in_at'),
    baseDevice: text('base_device'),
    /**
     * The walk-in that made the ticket. Without an admission, such a ticket is `Voided`. Its base is `Valid`,
     * or `Voided` where walk-ins are not allowed.
     */
    walkInId: uuid('walk_in_id'),
    /**
     * The ticket as it follows from the base and the check-ins since. A ticket that differs was written by
     * others.
     */
    status: text({ enum: STATUSES }).notNull(),
    checkedInAt: integer('checked_in_at'),
    device: text(),
    /** How many questions were recorded that changed nothing. See {@link MAX_REPEATS}. */
    repeats: integer().notNull().default(0),
  },
  (t) => [
    uniqueIndex('ticket_bases_pk').on(t.ticketId, t.sessionId),
    // For movements: others checked the ticket in, and a recorded check-in before that decides its state.
    index('ticket_bases_checked_in_again')
      .on(t.sessionId)
      .where(sql.raw(`base_status = 'CheckedIn' AND device IS NOT NULL`)),
  ],
)
