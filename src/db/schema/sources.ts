// Sources, which keep a session's list equal to a list elsewhere, and what they remember of it.
import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { areInstants, areTexts, instant, isInteger, isOneOf, isUuid, uuid } from './columns.ts'

/** Where a list is: behind a link, or in a shop. */
export const SOURCE_KINDS = ['Link', 'Pretix', 'Eventbrite'] as const

export const SOURCE_STATUSES = ['Ok', 'Problem', 'Stopped'] as const

/** By what the rows of a source find their tickets. */
const SOURCE_MATCHES = ['number', 'code', 'guest'] as const

export const sources = sqliteTable(
  'sources',
  {
    id: uuid().primaryKey(),
    /** No foreign key: a session that is deleted takes its sources along, by a trigger. */
    sessionId: uuid('session_id').notNull(),
    /** A copy of the session's. Triggers keep it equal. */
    startsAt: instant('starts_at'),
    name: text().notNull(),
    kind: text({ enum: SOURCE_KINDS }).notNull(),
    /** Sealed by the service's secret, as is `secret`. Backups omit both. */
    url: text(),
    secret: text(),
    /** JSON. */
    settings: text().notNull().default('{}'),
    missing: text({ enum: ['keep', 'void'] })
      .notNull()
      .default('keep'),
    everyMinutes: integer('every_minutes').notNull().default(5),
    ticketTypeName: text('ticket_type_name'),
    /** Fields by heading, as JSON. */
    columns: text().notNull().default('{}'),
    /** What the first rows had. */
    match: text({ enum: SOURCE_MATCHES }),
    /** Whether it still adopts the tickets that its rows find: until it was read to its end. */
    adopts: integer().notNull().default(1),
    /** Where the next run continues. Written by its reader. */
    cursor: text(),
    /** A source that is restored from a backup lacks its address. */
    status: text({ enum: SOURCE_STATUSES }).notNull().default('Stopped'),
    problem: text(),
    /** The problems of rows, as JSON. */
    problems: text().notNull().default('[]'),
    lastRunAt: instant('last_run_at'),
    lastChangedAt: instant('last_changed_at'),
    /** How many rows it had; null before the first run. */
    rows: integer(),
    /** Failed runs since the last that did not. */
    attempts: integer().notNull().default(0),
    /** Epoch milliseconds; null where it does not run again. */
    nextAt: integer('next_at'),
    /** One run at a time: the one that wrote `lease` last, until `leaseUntil`. */
    lease: text().notNull().default(''),
    leaseUntil: integer('lease_until').notNull().default(0),
  },
  (t) => [
    index('sources_by_session').on(t.sessionId),
    // For what is due, with all that is read to find out.
    index('sources_by_time').on(t.nextAt, t.id, t.startsAt).where(sql`${t.nextAt} IS NOT NULL`),
    isUuid('sources_id_is_uuid', t.id),
    isUuid('sources_session_is_uuid', t.sessionId),
    areTexts('sources_texts', t.name, t.url, t.secret, t.ticketTypeName, t.cursor, t.problem),
    check(
      'sources_json',
      sql`json_valid(${t.settings}) AND json_valid(${t.columns}) AND json_valid(${t.problems})`,
    ),
    isOneOf('sources_kind', t.kind, SOURCE_KINDS),
    isOneOf('sources_status', t.status, SOURCE_STATUSES),
    isOneOf('sources_match', t.match, SOURCE_MATCHES),
    isOneOf('sources_missing', t.missing, ['keep', 'void']),
    isInteger('sources_every_minutes', t.everyMinutes, 1, 1_440),
    isInteger('sources_adopts', t.adopts, 0, 1),
    areInstants('sources_instants', t.startsAt, t.lastRunAt, t.lastChangedAt),
  ],
)

/**
 * One row for each ticket that a source made or adopted. It stays when the ticket is deleted, erased or
 * moved, so that the list never makes it again. It has hashes only: nothing here names a guest.
 */
export const sourceRows = sqliteTable(
  'source_rows',
  {
    sourceId: uuid('source_id').notNull(),
    ticketId: uuid('ticket_id').notNull(),
    /** Of what the row is found by. Equal guests have the same. */
    hash: text().notNull(),
    /** Of guests: hashes of all but the name, the e-mail, and the type, as JSON. */
    parts: text(),
    /** What was last written, by column, as JSON of digests. */
    written: text().notNull(),
    /** The record by which the source covered the ticket; null unless it did. */
    coverRecord: uuid('cover_record'),
    /** 1 once the guest was erased: nothing of a person is written again. */
    erased: integer().notNull().default(0),
  },
  (t) => [
    uniqueIndex('source_rows_pk').on(t.sourceId, t.ticketId),
    // For erasing a guest.
    index('source_rows_by_ticket').on(t.ticketId),
    isUuid('source_rows_source_is_uuid', t.sourceId),
    isUuid('source_rows_ticket_is_uuid', t.ticketId),
    areTexts('source_rows_texts', t.hash, t.parts),
    check(
      'source_rows_json',
      sql`json_valid(${t.written}) AND (${t.parts} IS NULL OR json_valid(${t.parts}))`,
    ),
    isInteger('source_rows_erased', t.erased, 0, 1),
  ],
)
