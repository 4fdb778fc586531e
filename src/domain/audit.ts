// The audit trail: one row for each call that changed something.
import { sha256 } from '@noble/hashes/sha2.js'
import { and, eq, is, SQL, sql } from 'drizzle-orm'
import type { Database } from '../db/client.ts'
import { type AuditAction, type AuditEntityType, auditLog } from '../db/schema/audit-log.ts'
import type { Actor } from './actor.ts'

export type AuditEntity = {
  type: AuditEntityType
  id: string | SQL
  /** The id of its organizer. */
  organizerId: SQL
}

/** UTF-8 bytes that a record keeps of a change. A series alone can have a description of 40,000. */
const MAX_CHANGE_BYTES = 4_096

/** Longer texts, in characters, and lists, in bytes, are cut, so that a change fits. */
const CUT_CHARACTERS = 500
const CUT_LIST_BYTES = 2_000

const bytesOf = (text: string): number => new TextEncoder().encode(text).length

const cutList = (list: readonly unknown[]): unknown[] => {
  let bytes = 0
  const fits = list.findIndex((item) => {
    bytes += bytesOf(JSON.stringify(item))
    return bytes > CUT_LIST_BYTES
  })
  return fits === -1 ? [...list] : [...list.slice(0, fits), '… (cut)']
}

const cut = (change: object): object =>
  JSON.parse(
    JSON.stringify(change, (_, value: unknown) => {
      if (Array.isArray(value)) return cutList(value)
      if (typeof value !== 'string' || value.length <= CUT_CHARACTERS) return value
      const hash = sha256(new TextEncoder().encode(value)).toHex().slice(0, 16)
      return `${value.slice(0, CUT_CHARACTERS).toWellFormed()}… (cut, ${hash})`
    }),
  )

/**
 * A change as recorded, as JSON. If it is too long, its texts and lists are cut, except those in `needed`. A
 * cut text ends with a hash of the whole, so that records of different changes differ.
 */
export const toChange = (change: object, needed: object = {}): string => {
  const kept = bytesOf(JSON.stringify(change)) <= MAX_CHANGE_BYTES ? change : cut(change)
  return JSON.stringify({ ...kept, ...needed })
}

export type AuditEntry = {
  action: AuditAction
  entity: AuditEntity
  /** The requested change: a value, or SQL for its JSON. */
  change: object | SQL
  /** Further values, never cut, that a revert needs. */
  needed?: object
  /** For changes of sessions: how many changed. */
  sessions?: SQL
  /** The values before the change, as JSON or NULL. */
  before?: SQL
}

/** Condition for the statement right after {@link insertAudit}: it inserted a row (SQLite’s `changes()`). */
export const wasRecorded: SQL = sql`changes() > 0`

/** True once the call has an audit row. */
export const isRecorded = ({ callId }: Pick<Actor, 'callId'>): SQL =>
  sql`EXISTS (SELECT 1 FROM ${auditLog} WHERE ${eq(auditLog.callId, callId)})`

/**
 * True while the call has no audit row. As a condition of writes it makes them happen once, even if the batch
 * is sent again after its response was lost.
 */
export const isFirstRun = (call: Pick<Actor, 'callId'>): SQL => sql`NOT ${isRecorded(call)}`

/**
 * Statement that records the call if `source`, FROM and WHERE, yields a row. The change must be the next
 * statement, with {@link wasRecorded} as its condition, so that the record has the values before it.
 */
export const insertAudit = (
  db: Database,
  {
    subject,
    requestId,
    callId,
    now,
  }: Record<'subject' | 'callId', string | SQL> & Pick<Actor, 'requestId' | 'now'>,
  { action, entity, change, needed, sessions = sql`NULL`, before = sql`NULL` }: AuditEntry,
  source: SQL,
) =>
  db.insert(auditLog).select(
    sql`SELECT NULL, ${now.getTime()}, ${subject}, ${requestId}, ${entity.organizerId}, ${entity.type}, ${entity.id},
      ${action}, ${sessions}, ${is(change, SQL) ? change : toChange(change, needed)}, ${callId}, ${before} ${source}`,
  )

/**
 * Statement that records what the previous statement changed of the caller’s own sign-in, in each of their
 * organizers. If nothing changed, nothing is recorded.
 */
export const insertOwnAudit = (
  db: Database,
  { callId, ...actor }: Actor,
  entry: Pick<AuditEntry, 'action' | 'before'>,
) =>
  insertAudit(
    db,
    // Unique per call and organizer, whose id another part of the platform may have chosen.
    {
      ...actor,
      callId: sql`substr(${callId}, 1, 24) || printf('%012x', row_number() OVER (ORDER BY members.organizer_id))`,
    },
    {
      ...entry,
      entity: { type: 'member', id: actor.subject, organizerId: sql`members.organizer_id` },
      change: {},
    },
    sql`FROM members WHERE members.subject = ${actor.subject} AND changes() > 0`,
  )

/** Condition: the record is about this entity. */
export const isAbout = (type: AuditEntity['type'], id: string | SQL): SQL | undefined =>
  and(eq(auditLog.entityType, type), eq(auditLog.entityId, id))

/** Statement that reads how many sessions the call changed. No row if it was not recorded. */
export const selectAudit = (db: Database, { callId, subject }: Actor, { type, id }: AuditEntity) =>
  db
    .select({ sessions: sql<number>`coalesce(${auditLog.sessions}, 0)`.as('sessions') })
    .from(auditLog)
    .where(and(eq(auditLog.callId, callId), eq(auditLog.subject, subject), isAbout(type, id)))
