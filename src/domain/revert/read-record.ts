// Reads a record of a change of tickets, what it created, and what is kept of the others, and compares both
// with the tickets as they are.
import { sha256 } from '@noble/hashes/sha2.js'
import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { MAX_TICKETS_IN_SESSION, ticketTypes } from '../../db/schema/tickets.ts'
import { AppError } from '../../errors.ts'
import { requireAccess } from '../access.ts'
import type { Actor } from '../actor.ts'
import { KEPT_MS } from '../erase/kept-values.ts'
import type { TicketRow } from '../import/file/table/columns.ts'
import {
  PACKED_TICKET,
  PAGE,
  PREFIX_CHARACTERS,
  selectOwnedElsewhere,
  unpackTicket,
} from '../import/preview-import.ts'
import { SESSION } from '../resources/definitions.ts'
import { MAX_IN_EVENT } from '../resources/limits.ts'
import { fromManaged, isAt, selectResources } from '../resources/resource.ts'
import { isOurs } from '../tickets/code.ts'
import { TICKET } from '../tickets/create-tickets.ts'
import { foldAscii } from '../tickets/ticket.ts'
import { findPlaces, hasFacts } from './move-tickets.ts'
import {
  type Created,
  type Kept,
  type LeftOut,
  planRevert,
  type Reverted,
  type RevertPlan,
  skipReverted,
} from './plan-revert.ts'

/** Tickets that a preview and an answer name. */
export const MAX_LEFT_OUT = 500

/** A later record is reverted to the values from before so many earlier ones that were reverted. */
const MAX_SKIPPED = 20

/** Records whose reverts are looked at. */
const MAX_REVERTED = 500

export type RevertResult = { deleted: number; restored: number; uncovered: number; leftOut: LeftOut[] }

export type RevertPreview = {
  plan: RevertPlan
  leftOut: LeftOut[]
  /** Epoch milliseconds; null once the old values are gone. */
  keptUntil: number | null
  capacity: number
  soldAfter: number
  /** Identifies what would be written, and left out. */
  state: string
}

/** What made the record. */
export type RecordKind = 'tickets.import' | 'tickets.bulk-update'

export type RecordPath = { kind: RecordKind; sessionId: string; recordId: string }

const toResult = (change: string): RevertResult => {
  const { deleted, restored = 0, uncovered = 0, leftOut = [] } = JSON.parse(change)
  return { deleted, restored, uncovered, leftOut }
}

/** What a ticket that was ever checked in has. */
export const [[, , USES]] = TICKET.uses as [readonly [string, string, SQL]]

/** The tickets of the organizer that the record created, unless they were made again since. */
const selectCreated = (db: Database, recordId: string, session: SQL) => {
  const prefix = recordId.slice(0, PREFIX_CHARACTERS)
  return db
    .select({
      key: sql<number>`tickets.key`.as('key'),
      id: sql<string>`tickets.id`.as('id'),
      ticketNumber: sql<string>`tickets.ticket_number`.as('ticket_number'),
      status: sql<string>`tickets.status`.as('status'),
      used: sql<number>`EXISTS (SELECT 1 ${USES})`.as('used'),
      moved: sql<number>`tickets.session_number <> ${session}`.as('moved'),
      sourceId: sql<string | null>`tickets.source_id`.as('source_id'),
      adopted: sql<number>`tickets.source_id IS NOT NULL AND tickets.source_id IS NOT
        (SELECT change ->> 'sourceId' FROM audit_log WHERE call_id = ${recordId})`.as('adopted'),
    })
    .from(
      sql`tickets CROSS JOIN sessions ON sessions.number = tickets.session_number
      WHERE ${session} IS NOT NULL AND tickets.id IN (
        SELECT id FROM tickets WHERE id BETWEEN ${`${prefix}000000000000`} AND ${`${prefix}ffffffffffff`}
        UNION ALL SELECT ids.value FROM audit_log AS record, json_each(record.change, '$.ids') AS ids
          WHERE record.call_id = ${recordId})
      AND sessions.organizer_id = (SELECT organizer_id FROM sessions WHERE number = ${session})
      AND NOT EXISTS (SELECT 1 FROM audit_log AS gone INDEXED BY audit_log_by_entity
        WHERE gone.entity_id = tickets.id AND gone.action = 'ticket.delete')
      AND NOT EXISTS (SELECT 1 FROM audit_log AS made INDEXED BY audit_log_creations
        WHERE made.entity_id = tickets.id AND substr(made.action, -7) = '.create' AND made.entity_type = 'ticket')
      ORDER BY tickets.key`,
    )
}

type KeptRow = {
  keptKey: number
  keptId: string
  keptNumber: string
  before: string
  after: string
  guest: string | null
  hasFacts: number
  packed: string
}

const KEPT_VALUES = {
  keptKey: sql<number>`kept.key`.as('kept_key'),
  keptId: sql<string>`kept.ticket_id`.as('kept_id'),
  keptNumber: sql<string>`kept.ticket_number`.as('kept_number'),
  before: sql<string>`kept.before`.as('kept_before'),
  after: sql<string>`kept.after`.as('kept_after'),
  guest: sql<string | null>`kept.guest`.as('kept_guest'),
  // In the session that it moved to.
  hasFacts: sql<number>`tickets.session_number <> kept.session_number
    AND ${hasFacts(sql`(SELECT id FROM sessions WHERE number = tickets.session_number)`)}`.as('has_facts'),
}

/** The session that a record moved tickets to; NULL if it did not. */
const targetOf = (record: SQL, column: 'id' | 'number'): SQL => sql`(SELECT ${sql.raw(column)} FROM sessions
  WHERE id = (SELECT change ->> 'sessionId' FROM audit_log WHERE id = ${record}))`

/**
 * A page of what is kept of a record, by its number, with the tickets that are in the session, or where the
 * record moved them.
 */
const selectKept = (db: Database, record: SQL, session: SQL, after = sql`-1`) =>
  db.select({ ...KEPT_VALUES, ...PACKED_TICKET }).from(
    sql`kept_values AS kept LEFT JOIN tickets INDEXED BY tickets_id_unique
      ON tickets.id = kept.ticket_id AND tickets.session_number IN (${session}, ${targetOf(record, 'number')})
    WHERE kept.key BETWEEN max(${record} << 20, ${after} + 1)
      AND (${record} << 20) + ${sql.raw(String(MAX_TICKETS_IN_SESSION))}
    ORDER BY kept.key LIMIT ${PAGE}`,
  )

const toKept = ({ keptId, keptNumber, before, after, guest, hasFacts, packed }: KeptRow): Kept => {
  const present = unpackTicket<TicketRow>({ packed })
  return {
    ticketId: keptId,
    ticketNumber: keptNumber,
    before: JSON.parse(before),
    after: JSON.parse(after),
    from: new Map(),
    isErased: guest === 'Erased',
    hasFacts: hasFacts === 1,
    present: present.key === null ? undefined : present,
  }
}

/** Yields the first page, then reads the others. */
async function* readKept(
  db: Database,
  record: number,
  session: number,
  first?: KeptRow[],
): AsyncGenerator<Kept> {
  let after = -1
  for (let rows = first; ; rows = undefined) {
    if (rows === undefined) {
      const [read] = await db.batch([selectKept(db, sql`${record}`, sql`${session}`, sql`${after}`)])
      rows = read
    }
    for (const row of rows) yield toKept(row)
    if (rows.length < PAGE) return
    after = rows.at(-1)?.keptKey as number
  }
}

const REVERTS = sql`audit_log AS done INDEXED BY audit_log_by_entity`
const isRevertOf = (session: SQL) => sql`done.entity_id = ${session} AND done.action = 'tickets.revert'`

/**
 * The reverted records, latest first, from which a chain of records can have its old values: each was still
 * in effect when the next was made, and was reverted later.
 */
const skippedOf = (reverted: readonly Reverted[], record: number): Reverted[] => {
  const skipped: Reverted[] = []
  for (const one of reverted) if (one.revertId > (skipped.at(-1)?.id ?? record)) skipped.push(one)
  return skipped.slice(0, MAX_SKIPPED)
}

/** Whether a record was reverted since the session was read. Other old values may be the ones to restore. */
export const isRevertedSince = ({
  id,
  organizerId,
  lastRecord,
}: Pick<Read['session'], 'id' | 'organizerId' | 'lastRecord'>): SQL =>
  sql`EXISTS (SELECT 1 FROM ${REVERTS} WHERE ${isRevertOf(sql`${id}`)} AND done.organizer_id = ${organizerId}
    AND done.id > ${lastRecord})`

/** Reads the access, the record, what an earlier revert of it did, and what a revert would change. */
export const readRecord = async (
  db: Database,
  { subject, now }: Pick<Actor, 'subject' | 'now'>,
  { kind, sessionId, recordId }: RecordPath,
) => {
  // NULL if the caller may not manage the session; then nothing else is read.
  const managed = (column: string) =>
    sql`(SELECT ${sql.raw(`sessions.${column}`)} ${fromManaged(SESSION, subject, { id: sessionId })})`
  const session = managed('number')
  const isRecord = sql`record.call_id = ${recordId} AND record.entity_id = ${managed('id')}
    AND record.action = ${kind} AND record.change ->> 'recordId' IS NULL`
  const number = sql`(SELECT record.id FROM audit_log AS record WHERE ${isRecord})`
  const isRevert = isRevertOf(managed('id'))
  const [rows, [record], [done], created, types, reverted, kept, [target]] = await db.batch([
    selectResources(db, SESSION, subject, isAt(SESSION, { id: sessionId }), {
      more: {
        number: sql<number>`sessions.number`,
        organizerId: sql<string>`events.organizer_id`,
        lastRecord: sql<number>`(SELECT coalesce(max(audit_log.id), 0) FROM audit_log)`,
      },
    }),
    db
      .select({ id: sql<number>`record.id`.as('id'), at: sql<number>`record.at`.as('at') })
      .from(sql`audit_log AS record WHERE ${isRecord}`),
    // A record can be reverted once.
    db
      .select({ change: sql<string>`change`.as('change') })
      .from(sql`${REVERTS} WHERE ${isRevert} AND done.change ->> 'recordId' = ${recordId}`),
    selectCreated(db, recordId, session),
    db
      .select({ id: ticketTypes.id, name: ticketTypes.name })
      .from(ticketTypes)
      .where(sql`event_id = ${managed('event_id')}`)
      .orderBy(ticketTypes.id)
      .limit(2 * MAX_IN_EVENT.ticket_types),
    // Earlier records that were reverted.
    db
      .select({
        id: sql<number>`earlier.id`.as('id'),
        callId: sql<string>`earlier.call_id`.as('call_id'),
        revertId: sql<number>`done.id`.as('revert_id'),
      })
      .from(
        sql`${REVERTS}
        CROSS JOIN audit_log AS earlier ON earlier.call_id = done.change ->> 'recordId' AND earlier.id < ${number}
        WHERE ${isRevert} ORDER BY earlier.id DESC LIMIT ${MAX_REVERTED}`,
      ),
    selectKept(db, number, session),
    db
      .select({
        id: sql<string>`sessions.id`.as('id'),
        number: sql<number>`sessions.number`.as('number'),
        lastChange: sql<number>`(SELECT coalesce(max(change), 0) FROM ticket_changes
          WHERE session_number = sessions.number)`.as('last_change'),
      })
      .from(sql`sessions WHERE id = ${targetOf(number, 'id')}`),
  ])
  const found = requireAccess(rows[0], 'session_not_found')
  if (record === undefined) throw new AppError('record_not_found')
  const keptUntil = record.at + KEPT_MS > now.getTime() ? record.at + KEPT_MS : null
  // An import has something to delete all the same.
  if (keptUntil === null && kind !== 'tickets.import') throw new AppError('record_not_found')
  return {
    keptUntil,
    ...{ session: found, target, record, created: created as Created[], types },
    skipped: skippedOf(reverted, record.id),
    kept,
    done: done && toResult(done.change),
  }
}

type Read = Awaited<ReturnType<typeof readRecord>>

/** Compares the session with what is kept of the record. */
export const compare = async (
  db: Database,
  { session, record, created, types, skipped, keptUntil, ...read }: Read,
  recordId: string,
): Promise<RevertPreview> => {
  const kept = new Map<string, Kept>()
  if (keptUntil !== null) {
    for await (const one of readKept(db, record.id, session.number, read.kept)) kept.set(one.ticketId, one)
    for (const one of kept.size > 0 ? skipped : []) {
      for await (const earlier of readKept(db, one.id, session.number)) {
        const later = kept.get(earlier.ticketId)
        if (later !== undefined) skipReverted(later, earlier, one, record.id)
      }
    }
  }
  const plan = await planRevert(created, [...kept.values()], {
    ...{ callId: recordId, session: session.number, types },
    placesOf: (wanted) => findPlaces(db, session, wanted),
    takenBy: (wanted) => readTaken(db, session, wanted),
  })
  const state = sha256.create()
  const add = (value: unknown) => state.update(new TextEncoder().encode(`${JSON.stringify(value)}\n`))
  for (const { id } of plan.deletes) add(id)
  for (const { present, change } of plan.updates) {
    const { ticket_type_id: _, ...others } = change
    const columns = Object.keys(change) as (keyof typeof present)[]
    add([present.id, others, columns.map((column) => present[column])])
  }
  for (const { present, ...status } of plan.statuses) add([present.id, status, present.cover_record])
  for (const { present, ticketNumber, type, owners } of plan.moves) {
    add([present.id, ticketNumber, type.name, owners])
  }
  for (const one of plan.leftOut) add(one)
  return {
    ...{ plan, keptUntil },
    leftOut: plan.leftOut.slice(0, MAX_LEFT_OUT),
    capacity: session.capacity,
    soldAfter: session.Valid + session.CheckedIn + plan.sold,
    state: state.digest().toBase64(),
  }
}

const OWNED_ELSEWHERE = ['another organizer']

/** Who has the numbers and codes that would come back. */
const readTaken = async (
  db: Database,
  { number, organizerId }: Read['session'],
  { numbers, codes }: { numbers: readonly string[]; codes: readonly string[] },
) => {
  const none = { numbers: new Map<string, string[]>(), codes: new Map<string, string[]>() }
  if (numbers.length + codes.length === 0) return none
  const holders = (column: 'ticket_number' | 'code', values: readonly string[]) =>
    db.select({ value: sql<string>`each.value`.as('value'), id: sql<string>`tickets.id`.as('id') }).from(
      sql`json_each(${JSON.stringify(values)}) AS each CROSS JOIN tickets
          ON tickets.session_number = ${number} AND tickets.${sql.raw(column)} = each.value`,
    )
  const [withNumber, withCode, owned] = await db.batch([
    holders('ticket_number', numbers),
    holders('code', codes),
    selectOwnedElsewhere(db, codes.filter(isOurs), organizerId),
  ])
  return {
    numbers: idsBy(withNumber, foldAscii),
    codes: new Map([
      ...idsBy(withCode, (code) => code),
      ...owned.map(({ code }) => [code, OWNED_ELSEWHERE] as const),
    ]),
  }
}

const idsBy = (rows: readonly { value: string; id: string }[], fold: (value: string) => string) =>
  new Map(
    [...Map.groupBy(rows, ({ value }) => fold(value))].map(([value, found]) => [
      value,
      found.map(({ id }) => id),
    ]),
  )
