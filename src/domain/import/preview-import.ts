// Reads a session for an import, and compares the rows with it: what the import would change.
import { sha256 } from '@noble/hashes/sha2.js'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { auditLog } from '../../db/schema/audit-log.ts'
import { MAX_TICKETS_BY_API, TICKET_KEY_BITS, tickets, ticketTypes } from '../../db/schema/tickets.ts'
import { requireAccess } from '../access.ts'
import type { Actor } from '../actor.ts'
import { isAbout } from '../history/audit.ts'
import { SESSION } from '../resources/definitions.ts'
import { MAX_IN_EVENT } from '../resources/limits.ts'
import { fromManaged, isAt, selectResources } from '../resources/resource.ts'
import { ticketCount } from '../sessions/ticket-counts.ts'
import { isHeldElsewhere } from '../tickets/create-tickets.ts'
import { STORED_COLUMNS, type TicketRow } from './file/columns.ts'
import type { ImportOptions, Problem, RowTicket } from './file/rows.ts'
import { type Plan, planImport } from './plan.ts'

/** What an import would do. `problems` keep it from being done. */
export type ImportPreview = {
  plan: Plan
  problems: readonly Problem[]
  capacity: number
  soldAfter: number
  /** Identifies the tickets that it would change or void, in their state. Check-ins do not count. */
  state: string
}

/** What an import has done. */
export type ImportCounts = { inserted: number; updated: number; unchanged: number; voided: number }

/** A page of the session's tickets: at most about 20 MB in the database's response. */
const PAGE = 5_000

const STORED_VALUES = Object.fromEntries(
  STORED_COLUMNS.map((column) => [column, sql`${sql.raw(column)}`.as(column)]),
)

/** Statement that reads tickets of a session by key. */
const selectPage = (db: Database, number: SQL, after: SQL) =>
  db
    .select(STORED_VALUES)
    .from(tickets)
    .where(sql`key > ${after} AND key < (${number} + 1 << ${sql.raw(String(TICKET_KEY_BITS))})`)
    .orderBy(tickets.key)
    .limit(PAGE)

/** The rest of the tickets after the first page. */
async function* readPages(db: Database, number: number, first: TicketRow[]): AsyncGenerator<TicketRow[]> {
  for (let rows = first; ; ) {
    yield rows
    if (rows.length < PAGE) return
    const [next] = await db.batch([selectPage(db, sql`${number}`, sql`${rows.at(-1)?.key}`)])
    rows = next as unknown as TicketRow[]
  }
}

/** Statement that reads what is recorded of a call. */
const selectRecord = (db: Database, callId: string, sessionId: string) =>
  db
    .select({ change: sql<string>`${auditLog.change}`.as('change') })
    .from(auditLog)
    .where(
      and(eq(auditLog.callId, callId), eq(auditLog.action, 'tickets.import'), isAbout('session', sessionId)),
    )

/** Statement that reads which of the codes other organizers have. */
export const selectHeldElsewhere = (db: Database, codes: readonly string[], organizerId: string) =>
  db
    .select({ code: sql<string>`value`.as('code') })
    .from(sql`json_each(${JSON.stringify(codes)})`)
    .where(isHeldElsewhere(sql`value`, sql`${organizerId}`))

export const readSession = async (
  db: Database,
  { subject, callId }: Pick<Actor, 'subject' | 'callId'>,
  sessionId: string,
  ids: readonly string[],
) => {
  // NULL for a caller who may not manage it: then nothing else is read.
  const managed = (column: SQL) => sql`(SELECT ${column} ${fromManaged(SESSION, subject, { id: sessionId })})`
  const number = managed(sql`sessions.number`)
  const [rows, types, taken, first, [record]] = await db.batch([
    selectResources(db, SESSION, subject, isAt(SESSION, { id: sessionId }), {
      more: {
        number: sql<number>`sessions.number`,
        lastChange: sql<number>`(SELECT coalesce(max(change), 0) FROM ticket_changes
          WHERE ticket_changes.session_number = sessions.number)`,
        organizerId: sql<string>`events.organizer_id`,
        count: sql<number>`${ticketCount(undefined)}`,
      },
    }),
    db
      .select({ id: ticketTypes.id, name: ticketTypes.name })
      .from(ticketTypes)
      .where(eq(ticketTypes.eventId, managed(sql`sessions.event_id`)))
      .orderBy(ticketTypes.id)
      // SQL may have written more than the API allows.
      .limit(2 * MAX_IN_EVENT.ticket_types),
    db
      .select({ id: tickets.id })
      .from(tickets)
      .where(
        sql`id IN (SELECT value FROM json_each(iif(${number} IS NULL, '[]', ${JSON.stringify(ids)})))
          AND session_number <> ${number}`,
      ),
    selectPage(db, number, sql`(${number} << ${sql.raw(String(TICKET_KEY_BITS))})`),
    selectRecord(db, callId, sessionId),
  ])
  const session = requireAccess(rows[0], 'session_not_found')
  return {
    session: {
      ...session,
      types,
      maxTickets: MAX_TICKETS_BY_API,
      takenIds: new Set(taken.map(({ id }) => id)),
    },
    record: record && (JSON.parse(record.change) as ImportCounts),
    heldElsewhere: async (codes: readonly string[]) => {
      if (codes.length === 0) return new Set<string>()
      const [held] = await db.batch([selectHeldElsewhere(db, codes, session.organizerId)])
      return new Set(held.map(({ code }) => code))
    },
    pages: readPages(db, session.number, first as unknown as TicketRow[]),
  }
}

/** The ids of an import's new tickets begin with that of the import, so that they can be found by it. */
export const PREFIX_CHARACTERS = 24
const idOf =
  (importId: string) =>
  (index: number): string =>
    importId.slice(0, PREFIX_CHARACTERS) + index.toString(16).padStart(12, '0')

const encoder = new TextEncoder()

/** The id of an import's call: nobody can choose it, although the id in a version is the client's. */
export const callIdOf = (subject: string, sessionId: string, importId: string): string => {
  const hex = sha256(encoder.encode(JSON.stringify(['import', subject, sessionId, importId]))).toHex()
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')
}

type State = Awaited<ReturnType<typeof readSession>>

export const compare = async (
  { session, heldElsewhere, pages }: State,
  rows: readonly RowTicket[],
  options: ImportOptions,
  importId: string,
): Promise<ImportPreview> => {
  const state = sha256.create()
  const { plan, problems } = await planImport(session, rows, options, pages, {
    idOf: idOf(importId),
    heldElsewhere,
    onTouched: ({ status, checked_in_at: _, ...row }) => {
      const known = { ...row, status: status === 'CheckedIn' ? 'Valid' : status }
      state.update(encoder.encode(JSON.stringify(Object.values(known))))
    },
  })
  state.update(encoder.encode(String(plan.inserts.length)))
  const soldAfter = session.Valid + session.CheckedIn + plan.sold
  return { plan, problems, soldAfter, capacity: session.capacity, state: state.digest().toBase64() }
}

export const idsIn = (rows: readonly RowTicket[]): string[] => rows.flatMap(({ values: { id } }) => id ?? [])

/**
 * Previews an import.
 *
 * @throws AppError `session_not_found`, also for non-members; `forbidden` for staff
 */
export const previewImport = async (
  db: Database,
  { subject, importId }: { subject: string; importId: string },
  sessionId: string,
  rows: readonly RowTicket[],
  options: ImportOptions,
): Promise<ImportPreview> => {
  const callId = callIdOf(subject, sessionId, importId)
  return compare(await readSession(db, { subject, callId }, sessionId, idsIn(rows)), rows, options, callId)
}
