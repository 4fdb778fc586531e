// The feed of what happens, and the webhooks that push it. Triggers write the feed (see the migration of
// check-ins).
import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { areInstants, areTexts, instant, isInteger, isOneOf, isUuid, uuid } from './columns.ts'
import { organizers } from './organizers.ts'

export const FEED_TYPES = [
  'ticket.created',
  'ticket.changed',
  'ticket.voided',
  'ticket.refunded',
  'ticket.checked_in',
  'ticket.re_entered',
  'ticket.left',
  'ticket.admitted_twice',
  'check_in.undone',
  'session.changed',
  'area.full',
  'import.applied',
  'import.reverted',
] as const

/** One row for each organizer whose feed is on. Without it, nothing is written. */
export const feeds = sqliteTable(
  'feeds',
  {
    organizerId: uuid('organizer_id')
      .primaryKey()
      .references(() => organizers.id),
    /** Random. Positions are valid within an epoch, which ends when the feed is switched off. */
    epoch: text().notNull().default(sql`(lower(hex(randomblob(8))))`),
    /** The highest number of an event that is no longer kept. The feed begins after it. */
    gone: integer().notNull().default(0),
    /**
     * 1 within the transaction of an import or its revert, which is one event instead of one for each ticket.
     */
    muted: integer().notNull().default(0),
  },
  (t) => [isInteger('feeds_muted', t.muted, 0, 1)],
)

/** One row for each event, without foreign keys: it says what happened, whatever became of it. */
export const feedEvents = sqliteTable(
  'feed_events',
  {
    /** Rises in the order of commits. AUTOINCREMENT: a number is never used again. */
    number: integer().primaryKey({ autoIncrement: true }),
    organizerId: uuid('organizer_id').notNull(),
    sessionId: uuid('session_id'),
    /** Random, so that an event after Time Travel never has the id of one before. */
    id: text().notNull().default(sql`(lower(hex(randomblob(8))))`),
    type: text({ enum: FEED_TYPES }).notNull(),
    at: integer().notNull().default(sql`(CAST(unixepoch('subsec') * 1000 AS INTEGER))`),
    /** JSON. Ids only: no names, e-mails or codes. */
    data: text().notNull(),
  },
  (t) => [
    // Ends with the number, the order of the feed.
    index('feed_events_by_organizer').on(t.organizerId),
    isOneOf('feed_events_type', t.type, FEED_TYPES),
  ],
)

/**
 * Why a webhook is paused. `Secret`: its secret cannot be opened. `Behind`: events that it has not got are
 * gone.
 */
export const PAUSE_REASONS = ['Owner', 'Failing', 'Gone', 'Secret', 'Behind'] as const

/** Where the feed of an organizer is pushed to. */
export const webhooks = sqliteTable(
  'webhooks',
  {
    id: uuid().primaryKey(),
    organizerId: uuid('organizer_id')
      .notNull()
      .references(() => organizers.id),
    url: text().notNull(),
    description: text(),
    /** The types that are sent, as JSON; null for all. */
    types: text(),
    /**
     * The only session whose events are sent. No foreign key, so that it does not prevent deleting the
     * session.
     */
    sessionId: uuid('session_id'),
    /** Sealed by the service’s secret. Backups omit it and everything below. */
    secret: text(),
    /** The secret before, which signs too until `previousUntil`. */
    previousSecret: text('previous_secret'),
    previousUntil: instant('previous_until'),
    /** Everything up to this number has been delivered, or does not match. */
    sent: integer().notNull().default(0),
    /** The last number of the request that is being sent, so that each repeat is the same. */
    batchEnd: integer('batch_end'),
    /** One sender at a time: the one that wrote `lease` last, until `leaseUntil`. */
    lease: text().notNull().default(''),
    leaseUntil: integer('lease_until').notNull().default(0),
    /** Failed attempts since the last success. */
    attempts: integer().notNull().default(0),
    attemptedAt: instant('attempted_at'),
    /** The HTTP status of the last attempt; null if there was no answer. */
    status: integer(),
    nextAt: integer('next_at').notNull().default(0),
    pausedAt: instant('paused_at'),
    pauseReason: text('pause_reason', { enum: PAUSE_REASONS }),
  },
  (t) => [
    index('webhooks_by_organizer').on(t.organizerId),
    isUuid('webhooks_id_is_uuid', t.id),
    areTexts('webhooks_texts', t.url, t.description, t.types, t.secret, t.previousSecret),
    areInstants('webhooks_instants', t.previousUntil, t.attemptedAt, t.pausedAt),
    isOneOf('webhooks_pause_reason', t.pauseReason, PAUSE_REASONS),
  ],
)
