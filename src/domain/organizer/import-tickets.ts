// Imports rows of tickets into a session: what they would change, the change in one transaction, and the take-back of what an
// import has created.
import { sha256 } from '@noble/hashes/sha2.js'
import { and, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { Database } from '../../db/client.ts'
import { databaseUnavailable } from '../../db/failures.ts'
import { type AuditAction, auditLog } from '../../db/schema/audit-log.ts'
import { TICKET_KEY_BITS, ticketCounts, tickets, ticketTypes } from '../../db/schema/tickets.ts'
import { AppError } from '../../errors.ts'
import { mayManage, requireAccess } from '../access.ts'
import type { Actor } from '../actor.ts'
import { insertAudit, isAbout, wasRecorded } from '../audit.ts'
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

type Session = Read<
  TicketCounts & { id: string; eventId: string; capacity: number; number: number; lastChange: number }
>

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
      more: {
        number: sql`sessions.number`,
        lastChange: sql`(SELECT coalesce(max(change), 0) FROM ticket_changes
          WHERE ticket_changes.session_number = sessions.number)`,
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

/** The id of an import's call: nobody can choose it, although the id in a version is the client's. */
const callIdOf = (subject: string, sessionId: string, importId: string): string => {
  const hex = sha256(encoder.encode(JSON.stringify(['import', subject, sessionId, importId]))).toHex()
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')
}

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
  state.update(encoder.encode(String(plan.inserts.length)))
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
  { subject, importId }: { subject: string; importId: string },
  sessionId: string,
  rows: readonly RowTicket[],
  options: ImportOptions,
): Promise<ImportPreview> => {
  const callId = callIdOf(subject, sessionId, importId)
  return compare(await readSession(db, { subject, callId }, sessionId, idsIn(rows)), rows, options, callId)
}

type Value = string | number | null
type Column = (typeof STORED_COLUMNS)[number]

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

/** With more sets of changed columns than this, one statement writes the columns of all: D1 limits statements. */
const MAX_GROUPS = 30

/** Updates by the columns that they set, so that indexes of other columns are not written. */
const groupUpdates = (updates: Plan['updates']): { columns: Column[]; updates: Plan['updates'] }[] => {
  const groups = Map.groupBy(updates, ({ change }) => Object.keys(change).join())
  const named = [...groups].map(([columns, updates]) => ({
    columns: columns.split(',') as Column[],
    updates,
  }))
  if (named.length <= MAX_GROUPS) return named
  return [{ columns: [...new Set(named.flatMap(({ columns }) => columns))], updates }]
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
  { number, eventId, lastChange }: { number: number; eventId: string; lastChange: number },
  plan: Plan,
  { match }: ImportOptions,
) => {
  /** Fails by inserting a second row of counts for the session. */
  const failIf = (condition: SQL) =>
    db.insert(ticketCounts).select(sql`SELECT ${number}, '', 0, 0, 0, 0, 0, 0, '' WHERE ${condition}`)
  const failUnlessFound = (rows: readonly TicketRow[]) =>
    [...inValues(rows.map(({ key, id }) => [key, id]))].map((json) =>
      failIf(sql`EXISTS (SELECT 1 FROM json_each(${json}) AS each WHERE NOT EXISTS (
        SELECT 1 FROM tickets WHERE tickets.key = ${valueAt(0)} AND tickets.id = ${valueAt(1)}))`),
    )
  const update = (json: string, values: Record<string, SQL>) =>
    db
      .update(tickets)
      .set({ ...values, updatedBy: subject })
      .from(sql`json_each(${json}) AS each`)
      .where(sql`tickets.key = ${valueAt(0)}`)
  const numberTaken = (json: string, number_: SQL, isOther = sql`true`) =>
    failIf(sql`EXISTS (SELECT 1 FROM json_each(${json}) AS each CROSS JOIN tickets
      ON session_number = ${number} AND ticket_number = ${number_} WHERE ${isOther})`)
  const statements: BatchItem<'sqlite'>[] = [
    failIf(sql`NOT EXISTS (SELECT 1 FROM audit_log WHERE call_id = ${callId})`),
    ...failUnlessFound([...plan.updates.map(({ present }) => present), ...plan.voids]),
  ]
  for (const json of inValues(plan.newTypes.map(({ id, name }) => [id, name]))) {
    const type = {
      name: valueAt(1),
      id: sql`max(${valueAt(0)})`,
      rows: sql`FROM json_each(${json}) AS each WHERE true`,
    }
    statements.push(
      insertTypes(db, sql`${eventId}`, type),
      failIf(
        sql`(SELECT count(*) FROM ticket_types WHERE event_id = ${eventId}) > ${MAX_IN_EVENT.ticket_types}`,
      ),
    )
  }
  for (const { columns, updates } of groupUpdates(plan.updates)) {
    const place = (column: Column) => valueAt(1 + columns.indexOf(column))
    const sets = columns.map((column) => [STORED[column], place(column)])
    const were = columns.map((column, index) => {
      const before = valueAt(1 + columns.length + index)
      return sql`tickets.${sql.raw(column)} IS ${before} COLLATE BINARY`
    })
    // The table accepts no text for the time.
    const updatedAt = sql`iif(${sql.join(were, sql` AND `)}, ${now.getTime()}, 'changed')`
    const rows = updates.map(({ present, change }) => [
      present.key,
      ...columns.map((column) => ({ ...present, ...change })[column]),
      ...columns.map((column) => present[column]),
    ])
    for (const json of inValues(rows)) {
      statements.push(update(json, { ...Object.fromEntries(sets), updatedAt }))
      if (columns.includes('ticket_number')) {
        statements.push(numberTaken(json, place('ticket_number'), sql`tickets.key <> ${valueAt(0)}`))
      }
    }
  }
  for (const json of inValues(plan.voids.map(({ key, id }) => [key, id]))) {
    statements.push(
      failIf(sql`EXISTS (SELECT 1 FROM json_each(${json}) AS each CROSS JOIN ticket_changes
        ON session_number = ${number} AND ticket_id = ${valueAt(1)} WHERE change > ${lastChange})`),
      update(json, { status: sql`'Voided'`, updatedAt: sql`${now.getTime()}` }),
    )
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
  // Another list of the same guests.
  if (match === 'guest' && plan.inserts.length > 0) {
    statements.push(failIf(sql`${lastKeyOf(sql`${number}`)} > ${plan.lastKey}`))
  }
  for (const json of inValues(plan.inserts.map((row) => GIVEN.map((column) => row[column])))) {
    const each = sql`json_each(${json}) AS each`
    statements.push(
      numberTaken(json, columnOf('ticket_number')),
      // Fails for a type that is gone, because every ticket has its flag.
      db.insert(tickets).select(sql`SELECT ${values}
        FROM ${each} LEFT JOIN ticket_types AS type ON type.id = ${columnOf('ticket_type_id')}`),
    )
  }
  return statements
}

/** Whether a constraint has failed, which is how a transaction finds that another writer was there. */
const isConflict = (error: unknown): boolean =>
  error instanceof Error && (/constraint/i.test(error.message) || isConflict(error.cause))

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
  {
    tickets: rows,
    problems: known,
    problemCount,
  }: {
    tickets: readonly RowTicket[]
    problems: readonly Problem[]
    problemCount: number
  },
  options: ImportOptions,
  { importId, isAsPreviewed }: { importId: string; isAsPreviewed: (state: string) => boolean },
): Promise<ImportResult> => {
  const call = { ...actor, callId: callIdOf(actor.subject, sessionId, importId) }
  db.moveToPrimary()
  for (let attempt = 1; ; attempt += 1) {
    const read = await readSession(db, call, sessionId, idsIn(rows))
    if (read.record !== undefined) {
      const { inserted, updated, unchanged, voided } = read.record
      return { inserted, updated, unchanged, voided }
    }
    const { plan, state, ...found } = await compare(read, rows, options, call.callId)
    const problems = [...known, ...found.problems]
    if (problems[0] !== undefined) {
      throw new AppError(
        'invalid_request',
        describeProblem(problems[0], problemCount + found.problems.length),
      )
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
        insertAudit(db, call, entry, source),
        ...writeStatements(db, call, read.session, plan, options),
      ])
      return result
    } catch (error) {
      if (!isConflict(error)) throw error
      // Also a batch that was sent again after its response was lost: then there is a record now.
      if (attempt === MAX_ATTEMPTS) throw databaseUnavailable(error)
    }
  }
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
  const entity = entityOf(SESSION, { id: sessionId })
  const prefix = importId.slice(0, PREFIX_CHARACTERS)
  const record = sql`audit_log AS record WHERE record.call_id = ${importId} AND record.entity_id = ${sessionId}
    AND record.action = 'tickets.import'`
  const created = sql`tickets.id IN (
      SELECT id FROM tickets WHERE id BETWEEN ${`${prefix}000000000000`} AND ${`${prefix}ffffffffffff`}
      UNION ALL SELECT ids.value FROM audit_log AS record, json_each(record.change, '$.ids') AS ids
        WHERE record.call_id = ${importId})
    AND tickets.session_number = (SELECT number FROM sessions WHERE id = ${sessionId})
    AND NOT EXISTS (SELECT 1 FROM audit_log AS gone INDEXED BY audit_log_by_entity
      WHERE gone.entity_id = tickets.id AND gone.action = 'ticket.delete')`
  const [[, , uses]] = TICKET.uses as [readonly [string, string, SQL]]
  const used = sql`(SELECT count(*) FROM tickets CROSS JOIN sessions ON sessions.number = tickets.session_number
    WHERE ${created} AND EXISTS (SELECT 1 ${uses}))`
  const exists = sql`EXISTS (SELECT 1 FROM ${record})`
  /** What is recorded of taking it back before, which works once. */
  const done = sql`audit_log AS done INDEXED BY audit_log_by_entity WHERE done.entity_id = ${sessionId}
    AND done.action = 'tickets.take-back' AND done.change ->> 'recordId' = ${importId}`
  const [[row], , , [result]] = await db.batch([
    selectResources(db, SESSION, actor.subject, isAt(SESSION, { id: sessionId }), {
      more: { exists, used },
    }),
    insertAudit(
      db,
      actor,
      {
        ...{ action: 'tickets.take-back', entity, sessions: sql`NULL`, before: sql`NULL` },
        change: sql`json_object('recordId', ${importId}, 'deleted', (SELECT count(*) FROM tickets WHERE ${created}))`,
      },
      sql`FROM ${withMember(SESSION, actor.subject)} WHERE ${isAt(SESSION, { id: sessionId })} AND ${mayManage}
        AND NOT EXISTS (SELECT 1 FROM ${done}) AND ${exists} AND ${used} = 0`,
    ),
    db.delete(tickets).where(sql`(SELECT ${wasRecorded}) AND ${created}`),
    db.select({ change: sql<string>`change`.as('change') }).from(sql`${done}`),
  ])
  const { exists: isFound, used: inUse } = requireAccess(
    row as Read<{ exists: number; used: number }> | undefined,
    'session_not_found',
  )
  if (isFound === 0) throw new AppError('record_not_found')
  if (result === undefined) {
    throw new AppError(
      'in_use',
      `${inUse.toLocaleString('en')} of the tickets were checked in. Nothing was deleted.`,
    )
  }
  return { deleted: (JSON.parse(result.change) as { deleted: number }).deleted }
}
