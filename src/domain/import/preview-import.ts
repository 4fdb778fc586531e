// Reads a session for an import, and compares the rows with it.
import { sha256 } from '@noble/hashes/sha2.js'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { pack, unpack } from '../../db/prepared.ts'
import { auditLog } from '../../db/schema/audit-log.ts'
import { MAX_TICKETS_BY_API, TICKET_KEY_BITS, tickets, ticketTypes } from '../../db/schema/tickets.ts'
import { AppError } from '../../errors.ts'
import { requireAccess } from '../access.ts'
import type { Actor } from '../actor.ts'
import { isAbout } from '../audit.ts'
import { SESSION } from '../resources/definitions.ts'
import { MAX_IN_EVENT } from '../resources/limits.ts'
import { fromManaged, isAt, selectResources } from '../resources/resource.ts'
import { ticketCount } from '../ticket-counts.ts'
import { belongsToAnother } from '../tickets/create-tickets.ts'
import { STORED_COLUMNS, type TicketRow, valuesOf } from './file/table/columns.ts'
import { asNewGuest, type ImportOptions, type Problem, type RowTicket } from './file/table/rows.ts'
import { hasMoves, readMovedGuests } from './moved-guests.ts'
import { isSold, type Plan, planImport } from './plan.ts'
import { type PreviewedState, stateOf } from './previewed.ts'

/** What an import would do. Any problem prevents it. */
export type ImportPreview = {
  plan: Plan
  problems: readonly Problem[]
  problemCount: number
  capacity: number
  soldAfter: number
  /** Identifies the tickets that it would change or void, their state except check-ins, and its new types. */
  state: PreviewedState
}

/** What an import has done. */
export type ImportCounts = { inserted: number; updated: number; unchanged: number; voided: number }

/** At most about 20 MB in the database's response. */
export const PAGE = 5_000

const STORED = Object.fromEntries(STORED_COLUMNS.map((column) => [column, sql.raw(`tickets.${column}`)]))

/** A stored ticket as one value: Drizzle, too, converts each value of a row on its own. */
export const PACKED_TICKET = { packed: pack(STORED) as SQL<string> }

type Packed<Row extends TicketRow> = Omit<Row, keyof TicketRow> & { packed: string }

export const unpackTicket = unpack(STORED) as <Row extends TicketRow>(row: Packed<Row>) => Row

/** Statement that reads tickets of a session by key. */
export const selectPage = (db: Database, number: SQL, after: SQL) =>
  db
    .select(PACKED_TICKET)
    .from(tickets)
    .where(sql`key > ${after} AND key < (${number} + 1 << ${sql.raw(String(TICKET_KEY_BITS))})`)
    .orderBy(tickets.key)
    .limit(PAGE)

/** Yields the first page, then reads the others. */
export async function* readPages(
  db: Database,
  number: number,
  first: readonly Packed<TicketRow>[],
): AsyncGenerator<TicketRow[]> {
  for (let packed = first; ; ) {
    const rows = packed.map((row) => unpackTicket(row))
    yield rows
    if (rows.length < PAGE) return
    ;[packed] = await db.batch([selectPage(db, sql`${number}`, sql`${rows.at(-1)?.key}`)])
  }
}

/** Statement that reads the record of a call. */
const selectRecord = (db: Database, callId: string, sessionId: string) =>
  db
    .select({ change: sql<string>`${auditLog.change}`.as('change') })
    .from(auditLog)
    .where(
      and(eq(auditLog.callId, callId), eq(auditLog.action, 'tickets.import'), isAbout('session', sessionId)),
    )

/** Statement that reads which of the codes belong to other organizers. */
export const selectOwnedElsewhere = (db: Database, codes: readonly string[], organizerId: string) =>
  db
    .select({ code: sql<string>`value`.as('code') })
    .from(sql`json_each(${JSON.stringify(codes)})`)
    .where(belongsToAnother(sql`value`, sql`${organizerId}`))

/** Rows of an import: tickets that were sent, or those of another session. */
export type ImportedRows = {
  tickets: readonly RowTicket[]
  problems: readonly Problem[]
  problemCount: number
  /** How many rows there are, say `CheckedIn`, and are left out. */
  rowCount: number
  checkedIn: number
  leftOut: number
}

/** Where the rows come from, and the ids in them. They are read after the session, once. */
export type RowSource = {
  ids: readonly string[]
  read: (db: Database) => Promise<ImportedRows>
  /** The session that they are copied from. */
  from?: string
}

/**
 * Reads the valid and checked-in tickets of a session as rows of an import into another one.
 *
 * @throws AppError `session_not_found`, also for non-members and another organizer; `forbidden` for staff;
 *   `invalid_request` for more than `max`
 */
export const readGuestsOf = async (
  db: Database,
  subject: string,
  { sessionId, into, max }: { sessionId: string; into: string; max: number },
  codes: ImportOptions['codes'],
): Promise<ImportedRows> => {
  const number = sql`(SELECT sessions.number ${fromManaged(SESSION, subject, { id: sessionId })})`
  const [rows, first] = await db.batch([
    selectResources(db, SESSION, subject, isAt(SESSION, { id: sessionId }), {
      more: {
        number: sql<number>`sessions.number`,
        isOfOrganizer: sql<number>`events.organizer_id = (SELECT organizer_id FROM sessions WHERE id = ${into})`,
      },
    }),
    selectPage(db, number, sql`(${number} << ${sql.raw(String(TICKET_KEY_BITS))})`),
  ])
  const session = requireAccess(rows[0], 'session_not_found')
  if (session.isOfOrganizer !== 1) throw new AppError('session_not_found')
  if (session.Valid + session.CheckedIn > max) {
    throw new AppError(
      'invalid_request',
      `fromSessionId: the session has ${(session.Valid + session.CheckedIn).toLocaleString('en')} guests; at most ${max.toLocaleString('en')} can be copied.`,
    )
  }
  const tickets: RowTicket[] = []
  for await (const page of readPages(db, session.number, first)) {
    for (const ticket of page) {
      if (!isSold(ticket)) continue
      const values = asNewGuest(valuesOf(ticket), codes)
      tickets.push({ row: tickets.length + 1, values, isElsewhere: true })
    }
  }
  return {
    tickets,
    problems: [],
    problemCount: 0,
    rowCount: tickets.length,
    checkedIn: session.CheckedIn,
    leftOut: 0,
  }
}

export const readSession = async (
  db: Database,
  { subject, callId }: Pick<Actor, 'subject' | 'callId'>,
  sessionId: string,
  ids: readonly string[],
) => {
  // NULL if the caller may not manage the session; then nothing else is read.
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
        hasMoves: hasMoves(sql`sessions.id`),
      },
    }),
    db
      .select({ id: ticketTypes.id, name: ticketTypes.name })
      .from(ticketTypes)
      .where(eq(ticketTypes.eventId, managed(sql`sessions.event_id`)))
      .orderBy(ticketTypes.id)
      // SQL may have added more than the API allows.
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
    ownedElsewhere: async (codes: readonly string[]) => {
      if (codes.length === 0) return new Set<string>()
      const [owned] = await db.batch([selectOwnedElsewhere(db, codes, session.organizerId)])
      return new Set(owned.map(({ code }) => code))
    },
    movedGuests: async () => (session.hasMoves === 1 ? readMovedGuests(db, session.id) : []),
    bulkUpdates: async (records: readonly string[]) => {
      if (records.length === 0) return new Set<string>()
      const [found] = await db.batch([
        db
          .select({ id: sql<string>`call_id`.as('record') })
          .from(sql`json_each(${JSON.stringify(records)}) CROSS JOIN audit_log ON call_id = value`)
          .where(eq(auditLog.action, 'tickets.bulk-update')),
      ])
      return new Set(found.map(({ id }) => id))
    },
    pages: readPages(db, session.number, first),
  }
}

/** New ids begin with the import's id, so that a revert finds the tickets. */
export const PREFIX_CHARACTERS = 24
export const idOf =
  (importId: string) =>
  (index: number): string =>
    importId.slice(0, PREFIX_CHARACTERS) + index.toString(16).padStart(12, '0')

/** Ten digits that begin with none of a name, as search finds the beginnings of words. */
const MAX_REFERENCES = 10_000_000_000
export const referenceOf = (importId: string) => {
  const first = Number.parseInt(importId.replaceAll('-', '').slice(0, 12), 16)
  return (index: number): string => String((first + index) % MAX_REFERENCES).padStart(10, '0')
}

const encoder = new TextEncoder()

/** A UUID that follows from texts. */
export const hashedId = (...parts: readonly string[]): string => {
  const hex = sha256(encoder.encode(JSON.stringify(parts))).toHex()
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')
}

/** The id of an import's call, hashed because the id in a version is chosen by the client. */
export const callIdOf = (subject: string, sessionId: string, importId: string): string =>
  hashedId('import', subject, sessionId, importId)

type State = Awaited<ReturnType<typeof readSession>>

const STATE_COLUMNS = STORED_COLUMNS.filter((column) => column !== 'status' && column !== 'checked_in_at')

/** Hashes many texts at once: a call for each would take longer. */
const HASHED_CHARACTERS = 65_536

class StateHash {
  readonly #hash = sha256.create()
  #pending = ''

  add(text: string): void {
    this.#pending += text
    if (this.#pending.length >= HASHED_CHARACTERS) this.#flush()
  }

  #flush(): void {
    this.#hash.update(encoder.encode(this.#pending))
    this.#pending = ''
  }

  digest(): string {
    this.#flush()
    return this.#hash.digest().toBase64()
  }
}

/** Compares the rows with a session that was read. Any problem prevents the import. */
export const compare = async (
  { session, ownedElsewhere, movedGuests, bulkUpdates, pages }: State,
  { tickets, problems: known, problemCount }: ImportedRows,
  options: ImportOptions,
  importId: string,
): Promise<ImportPreview> => {
  const state = new StateHash()
  const { plan, problems } = await planImport(session, tickets, options, pages, {
    idOf: idOf(importId),
    referenceOf: referenceOf(importId),
    ...{ ownedElsewhere, movedGuests, bulkUpdates },
    onTouched: (ticket) => {
      const status = ticket.status === 'CheckedIn' ? 'Valid' : ticket.status
      state.add(JSON.stringify([...STATE_COLUMNS.map((column) => ticket[column]), status]))
    },
  })
  state.add(String(plan.inserts.length))
  // Tickets of another session are not part of the request.
  for (const { values, isElsewhere } of tickets) if (isElsewhere) state.add(JSON.stringify(values))
  const soldAfter = session.Valid + session.CheckedIn + plan.sold
  return {
    ...{ plan, soldAfter, capacity: session.capacity },
    problems: [...known, ...problems].toSorted((a, b) => a.row - b.row),
    problemCount: problemCount + problems.length,
    state: stateOf(state.digest(), plan.newTypes),
  }
}

/**
 * @throws AppError `session_not_found`, also for non-members; `forbidden` for staff; as {@link readGuestsOf}
 */
export const previewImport = async (
  db: Database,
  { subject, importId }: { subject: string; importId: string },
  sessionId: string,
  source: RowSource,
  options: ImportOptions,
): Promise<{ rows: ImportedRows; preview: ImportPreview }> => {
  const callId = callIdOf(subject, sessionId, importId)
  const read = await readSession(db, { subject, callId }, sessionId, source.ids)
  const rows = await source.read(db)
  return { rows, preview: await compare(read, rows, options, callId) }
}
