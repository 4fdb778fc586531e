// Imports rows of tickets into a session: what they would change, the change in one transaction, and the take-back of what an
// import has created.
import { sha256 } from '@noble/hashes/sha2.js'
import { and, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { Database } from '../../db/client.ts'
import { type AuditAction, auditLog } from '../../db/schema/audit-log.ts'
import { TICKET_KEY_BITS, ticketCounts, tickets, ticketTypes } from '../../db/schema/tickets.ts'
import { AppError } from '../../errors.ts'
import { mayManage, requireAccess } from '../access.ts'
import type { Actor } from '../actor.ts'
import { insertAudit, isAbout, isFirstRun, wasRecorded } from '../audit.ts'
import { STORED_COLUMNS, type TicketRow } from '../import/columns.ts'
import { type Plan, planImport } from '../import/plan.ts'
import type { ImportOptions, Problem, RowTicket } from '../import/rows.ts'
import type { TicketCounts } from '../ticket-counts.ts'
import { MAX_IN_EVENT } from './limits-of-event.ts'
import { entityOf, isAt, type Read, selectResources, withMember } from './resource.ts'
import { SESSION } from './resources.ts'
import { insertTypes, lastKeyOf, TICKET } from './tickets.ts'

/** How long an import may take, in milliseconds. */
export const IMPORT_DEADLINE_MS = 30_000

/** A page of the session's tickets: at most about 20 MB in the database's response. */
const PAGE = 5_000
/** D1 binds values of up to 2 MB. */
const MAX_VALUE_BYTES = 1_000_000
/** A sale of a ticket that the import writes, between reading and writing, makes it read again. */
const MAX_ATTEMPTS = 5

/** What an import would do. `problems` keep it from being done. */
export type ImportPreview = {
  plan: Plan
  problems: readonly Problem[]
  capacity: number
  soldAfter: number
  /** Identifies the tickets that it would change or void, in their state. Check-ins do not count. */
  state: string
}

export type ImportResult = { inserted: number; updated: number; unchanged: number; voided: number }

type Session = Read<TicketCounts & { id: string; eventId: string; capacity: number; number: number }>

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
const selectRecord = (db: Database, callId: string, action: AuditAction, sessionId: string) =>
  db
    .select({ change: sql<string>`${auditLog.change}`.as('change') })
    .from(auditLog)
    .where(and(eq(auditLog.callId, callId), eq(auditLog.action, action), isAbout('session', sessionId)))

const readSession = async (
  db: Database,
  { subject, callId }: Pick<Actor, 'subject' | 'callId'>,
  sessionId: string,
  ids: readonly string[],
) => {
  // NULL for a caller who may not manage it: then nothing else is read.
  const managed = (column: SQL) =>
    sql`(SELECT ${column} FROM ${withMember(SESSION, subject)} WHERE ${isAt(SESSION, { id: sessionId })} AND ${mayManage})`
  const number = managed(sql`sessions.number`)
  const [rows, types, taken, first, [record]] = await db.batch([
    selectResources(db, SESSION, subject, isAt(SESSION, { id: sessionId }), {
      more: { number: sql`sessions.number` },
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
        sql`id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND session_number <> ${number}`,
      ),
    selectPage(db, number, sql`(${number} << ${sql.raw(String(TICKET_KEY_BITS))})`),
    selectRecord(db, callId, 'tickets.import', sessionId),
  ])
  const session = requireAccess(rows[0] as Session | undefined, 'session_not_found')
  return {
    session: { ...session, types, takenIds: new Set(taken.map(({ id }) => id)) },
    record: record && (JSON.parse(record.change) as ImportResult),
    pages: readPages(db, session.number, first as unknown as TicketRow[]),
  }
}

/** The ids of an import's new tickets begin with that of the import, so that they can be found by it. */
const PREFIX_CHARACTERS = 24
const idOf =
  (importId: string) =>
  (index: number): string =>
    importId.slice(0, PREFIX_CHARACTERS) + index.toString(16).padStart(12, '0')

const encoder = new TextEncoder()

type State = Awaited<ReturnType<typeof readSession>>

const compare = async (
  { session, pages }: State,
  rows: readonly RowTicket[],
  options: ImportOptions,
  importId: string,
): Promise<ImportPreview> => {
  const state = sha256.create()
  const { plan, problems } = await planImport(session, rows, options, pages, {
    place: 'row',
    idOf: idOf(importId),
    onTouched: ({ status, checked_in_at: _, ...row }) => {
      const known = { ...row, status: status === 'CheckedIn' ? 'Valid' : status }
      state.update(encoder.encode(JSON.stringify(Object.values(known))))
    },
  })
  const soldAfter = session.Valid + session.CheckedIn + plan.sold
  return { ...{ plan, problems, soldAfter, capacity: session.capacity }, state: state.digest().toBase64() }
}

const idsIn = (rows: readonly RowTicket[]): string[] => rows.flatMap(({ values: { id } }) => id ?? [])

/**
 * Previews an import.
 *
 * @throws AppError `session_not_found`, also for non-members; `forbidden` for staff
 */
export const previewImport = async (
  db: Database,
  caller: Pick<Actor, 'subject' | 'callId'>,
  sessionId: string,
  rows: readonly RowTicket[],
  options: ImportOptions,
): Promise<ImportPreview> =>
  compare(await readSession(db, caller, sessionId, idsIn(rows)), rows, options, caller.callId)

type Value = string | number | null

/** Rows as JSON, as many at a time as fit. */
const inValues = function* (rows: Iterable<readonly Value[]>): Generator<string> {
  let [parts, size]: [string[], number] = [[], 0]
  for (const row of rows) {
    const part = JSON.stringify(row)
    const bytes = encoder.encode(part).length + 1
    if (parts.length > 0 && size + bytes > MAX_VALUE_BYTES) {
      yield `[${parts.join()}]`
      parts = []
      size = 0
    }
    parts.push(part)
    size += bytes
  }
  if (parts.length > 0) yield `[${parts.join()}]`
}

const valueAt = (index: number): SQL => sql`each.value ->> ${sql.raw(String(index))}`

/** The columns of a new ticket without its key. */
const GIVEN = STORED_COLUMNS.filter((column) => column !== 'key')
const columnOf = (column: (typeof GIVEN)[number]): SQL => valueAt(GIVEN.indexOf(column))

/** Updates by the columns that they set, so that indexes of other columns are not written. */
const groupUpdates = (updates: Plan['updates']) => {
  const groups = new Map<string, { columns: string[]; rows: Value[][] }>()
  for (const { key, before, change } of updates) {
    const columns = Object.keys(change)
    const group = groups.get(columns.join()) ?? { columns, rows: [] }
    group.rows.push([key, ...(Object.values(change) as Value[]), ...(Object.values(before) as Value[])])
    groups.set(columns.join(), group)
  }
  return groups.values()
}

/** Drizzle's names of the columns that are not generated, by their names in the table. */
const STORED = Object.fromEntries(
  Object.entries(getTableColumns(tickets))
    .filter(([, { generated }]) => generated === undefined)
    .map(([property, { name }]) => [name, property]),
)

/** Statements that carry out a plan. One of them fails if a ticket that they write is not as it was read. */
const writeStatements = (
  db: Database,
  { now, subject, callId }: Actor,
  { number, eventId }: { number: number; eventId: string },
  plan: Plan,
) => {
  /** Fails by inserting a second row of counts for the session. */
  const failIf = (condition: SQL) =>
    db.insert(ticketCounts).select(sql`SELECT ${number}, '', 0, 0, 0, 0, 0, 0, '' WHERE ${condition}`)
  /** Fails unless each of these keys is that of a ticket. */
  const failUnlessFound = (keys: readonly number[], where = sql`true`) =>
    failIf(sql`EXISTS (SELECT 1 FROM json_each(${JSON.stringify(keys)}) AS each
      WHERE NOT EXISTS (SELECT 1 FROM tickets WHERE tickets.key = each.value AND ${where}))`)
  const update = (json: string, values: Record<string, SQL>) =>
    db
      .update(tickets)
      .set({ ...values, updatedBy: subject })
      .from(sql`json_each(${json}) AS each`)
      .where(sql`tickets.key = ${valueAt(0)}`)
  const isValid = sql`tickets.status = 'Valid'`
  const statements: BatchItem<'sqlite'>[] = [
    failIf(sql`NOT EXISTS (SELECT 1 FROM audit_log WHERE call_id = ${callId})`),
    failUnlessFound(plan.updates.map(({ key }) => key)),
    failUnlessFound(plan.voids, isValid),
    ...plan.newTypes.map(({ id, name }) =>
      insertTypes(db, sql`${eventId}`, { name: sql`${name}`, id: sql`${id}`, rows: sql`WHERE true` }),
    ),
  ]
  for (const { columns, rows } of groupUpdates(plan.updates)) {
    const sets = columns.map((column, index) => [STORED[column], valueAt(1 + index)])
    const were = columns.map((column, index) => {
      const before = valueAt(1 + columns.length + index)
      return sql`tickets.${sql.raw(column)} IS ${before} COLLATE BINARY`
    })
    // The table accepts no text for the time.
    const updatedAt = sql`iif(${sql.join(were, sql` AND `)}, ${now.getTime()}, 'changed')`
    for (const json of inValues(rows)) {
      statements.push(update(json, { ...Object.fromEntries(sets), updatedAt }))
    }
  }
  for (const json of inValues(plan.voids.map((key) => [key]))) {
    statements.push(update(json, { status: sql`'Voided'`, updatedAt: sql`${now.getTime()}` }))
  }
  const added: Record<string, SQL> = {
    ...Object.fromEntries(GIVEN.map((column) => [column, columnOf(column)])),
    // Tickets that were sold since have taken keys.
    key: sql`${lastKeyOf(sql`${number}`)} + 1 + each.key`,
    ticket_type_note: sql`type.note`,
    ticket_type_flag: sql`type.flag`,
    updated_at: sql`${now.getTime()}`,
    updated_by: sql`${subject}`,
  }
  const values = sql.join(
    Object.keys(STORED).map((column) => added[column] as SQL),
    sql`, `,
  )
  for (const json of inValues(plan.inserts.map((row) => GIVEN.map((column) => row[column])))) {
    const each = sql`json_each(${json}) AS each`
    statements.push(
      failIf(sql`EXISTS (SELECT 1 FROM ${each} CROSS JOIN tickets
        ON session_number = ${number} AND ticket_number = ${columnOf('ticket_number')})`),
      // Fails for a type that is gone, because every ticket has its flag.
      db.insert(tickets).select(sql`SELECT ${values}
        FROM ${each} LEFT JOIN ticket_types AS type ON type.id = ${columnOf('ticket_type_id')}`),
    )
  }
  return statements
}

/** Whether a constraint has failed, which is how a transaction finds that another writer was there. */
const isConflict = (error: unknown): boolean =>
  error instanceof Error && (/constraint failed/i.test(error.message) || isConflict(error.cause))

const describeProblem = ({ row, field, message }: Problem, count: number): string =>
  `Row ${row}${field === null ? '' : `, ${field}`}: ${message}.${count > 1 ? ` ${count - 1} more problems.` : ''} Nothing was changed.`

/**
 * Imports rows, all or none, if what they would change or void is in the previewed state. `problems` are those
 * that were found before.
 *
 * @returns what it did; a call that is repeated returns its first result
 * @throws AppError as {@link previewImport}; `invalid_request` if there is a problem; `preview_outdated`
 */
export const importTickets = async (
  db: Database,
  actor: Actor,
  sessionId: string,
  { tickets: rows, problems: known }: { tickets: readonly RowTicket[]; problems: readonly Problem[] },
  options: ImportOptions,
  isAsPreviewed: (state: string) => boolean,
): Promise<ImportResult> => {
  db.moveToPrimary()
  for (let attempt = 1; ; attempt += 1) {
    const read = await readSession(db, actor, sessionId, idsIn(rows))
    if (read.record !== undefined) {
      const { inserted, updated, unchanged, voided } = read.record
      return { inserted, updated, unchanged, voided }
    }
    const { plan, state, ...found } = await compare(read, rows, options, actor.callId)
    const problems = [...known, ...found.problems]
    if (problems[0] !== undefined) {
      throw new AppError('invalid_request', describeProblem(problems[0], problems.length))
    }
    if (!isAsPreviewed(state)) throw new AppError('preview_outdated')
    const result: ImportResult = {
      ...{ inserted: plan.inserts.length, updated: plan.updates.length },
      ...{ unchanged: plan.unchanged, voided: plan.voids.length },
    }
    // What changes nothing is not recorded.
    if (result.inserted + result.updated + result.voided === 0) return result
    const givenIds = new Set(idsIn(rows))
    const ids = plan.inserts.map(({ id }) => id).filter((id) => givenIds.has(id))
    const change = {
      ...result,
      ...options,
      ...(plan.newTypes.length > 0 && { newTicketTypes: plan.newTypes.map(({ name }) => name) }),
      // The ids of the other new tickets follow from that of the record.
      ...(ids.length > 0 && { ids }),
    }
    const source = sql`FROM ${withMember(SESSION, actor.subject)} WHERE ${isAt(SESSION, { id: sessionId })} AND ${mayManage}`
    const entry = {
      ...{ action: 'tickets.import' as const, entity: entityOf(SESSION, { id: sessionId }), change },
      ...{ sessions: sql`NULL`, before: sql`NULL` },
    }
    try {
      await db.batch([
        insertAudit(db, actor, entry, source),
        ...writeStatements(db, actor, read.session, plan),
      ])
      return result
    } catch (error) {
      if (!isConflict(error)) throw error
      // Also a batch that was sent again after its response was lost: then there is a record now.
      if (attempt === MAX_ATTEMPTS) throw new AppError('preview_outdated')
    }
  }
}

/** The id of the call that takes an import back, which works once. */
const takeBackId = (importId: string): string => {
  const hex = sha256(encoder.encode(`take-back:${importId}`)).toHex()
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')
}

/**
 * Deletes the tickets that an import has created, if none of them was ever checked in.
 *
 * @returns how many; a call that is repeated returns its first result
 * @throws AppError `session_not_found`, also for non-members; `forbidden` for staff; `record_not_found`; `in_use`
 */
export const takeBackImport = async (
  db: Database,
  actor: Actor,
  sessionId: string,
  importId: string,
): Promise<{ deleted: number }> => {
  const call = { ...actor, callId: takeBackId(importId) }
  const entity = entityOf(SESSION, { id: sessionId })
  const prefix = importId.slice(0, PREFIX_CHARACTERS)
  const record = sql`audit_log AS record WHERE record.call_id = ${importId} AND record.entity_id = ${sessionId}
    AND record.action = 'tickets.import'`
  const created = sql`tickets.id IN (
      SELECT id FROM tickets WHERE id BETWEEN ${`${prefix}000000000000`} AND ${`${prefix}ffffffffffff`}
      UNION ALL SELECT ids.value FROM audit_log AS record, json_each(record.change, '$.ids') AS ids
        WHERE record.call_id = ${importId})
    AND tickets.session_number = (SELECT number FROM sessions WHERE id = ${sessionId})`
  const [[, , uses]] = TICKET.uses as [readonly [string, string, SQL]]
  const used = sql`(SELECT count(*) FROM tickets CROSS JOIN sessions ON sessions.number = tickets.session_number
    WHERE ${created} AND EXISTS (SELECT 1 ${uses}))`
  const exists = sql`EXISTS (SELECT 1 FROM ${record})`
  const [[row], , , [done]] = await db.batch([
    selectResources(db, SESSION, actor.subject, isAt(SESSION, { id: sessionId }), {
      more: { exists, used },
    }),
    insertAudit(
      db,
      call,
      {
        ...{ action: 'tickets.take-back', entity, sessions: sql`NULL`, before: sql`NULL` },
        change: sql`json_object('recordId', ${importId}, 'deleted', (SELECT count(*) FROM tickets WHERE ${created}))`,
      },
      sql`FROM ${withMember(SESSION, actor.subject)} WHERE ${isAt(SESSION, { id: sessionId })} AND ${mayManage}
        AND ${isFirstRun(call)} AND ${exists} AND ${used} = 0`,
    ),
    db.delete(tickets).where(sql`(SELECT ${wasRecorded}) AND ${created}`),
    selectRecord(db, call.callId, 'tickets.take-back', sessionId),
  ])
  const { exists: isFound, used: inUse } = requireAccess(
    row as Read<{ exists: number; used: number }> | undefined,
    'session_not_found',
  )
  if (isFound === 0) throw new AppError('record_not_found')
  if (done === undefined) {
    throw new AppError(
      'in_use',
      `${inUse.toLocaleString('en')} of the tickets were checked in. Nothing was deleted.`,
    )
  }
  return { deleted: (JSON.parse(done.change) as { deleted: number }).deleted }
}
