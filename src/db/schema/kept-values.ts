// The values that a recorded change of many tickets overwrote, so that it can be reverted.
import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { areTexts, isOneOf, isUuid, uuid } from './columns.ts'

const GUESTS = ['Kept', 'Erased'] as const

/** One row for each ticket that a record changed. Without values of a guest, it has no entry in an index. */
export const keptValues = sqliteTable(
  'kept_values',
  {
    /**
     * `audit_log.id << 20 | tickets.key & 1048575`, so that the values of a record are one range of keys, and
     * a row is one write.
     */
    key: integer().primaryKey(),
    ticketId: uuid('ticket_id').notNull(),
    sessionNumber: integer('session_number').notNull(),
    ticketNumber: text('ticket_number').notNull(),
    /** The overwritten values by column, as JSON. */
    before: text().notNull(),
    /** What was written, by column, as JSON. Values of a guest are digests. */
    after: text().notNull(),
    /** Whether it has values of a guest, or had until they were erased. Null if it never had. */
    guest: text({ enum: GUESTS }),
  },
  (t) => [
    isUuid('kept_values_ticket_is_uuid', t.ticketId),
    areTexts('kept_values_texts', t.ticketNumber, t.before, t.after),
    check('kept_values_json', sql`json_valid(${t.before}) AND json_valid(${t.after})`),
    isOneOf('kept_values_guest', t.guest, GUESTS),
    // For erasing the guest of a ticket.
    index('kept_values_by_ticket').on(t.ticketId).where(sql`${t.guest} = 'Kept'`),
    // For erasing an address.
    index('kept_values_by_holder')
      .on(sql`${t.before} ->> 'holder_email' COLLATE NOCASE`, t.sessionNumber)
      .where(sql`${t.before} ->> 'holder_email' IS NOT NULL`),
    index('kept_values_by_attendee')
      .on(sql`${t.before} ->> 'attendee_email' COLLATE NOCASE`, t.sessionNumber)
      .where(sql`${t.before} ->> 'attendee_email' IS NOT NULL`),
  ],
)
