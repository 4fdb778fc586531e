// The statements that carry out an import.
import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { Database } from '../../db/client.ts'
import { MAX_TICKETS_BY_API, ticketCounts, tickets } from '../../db/schema/tickets.ts'
import type { Actor } from '../actor.ts'
import { isRecorded } from '../audit.ts'
import { MAX_IN_EVENT } from '../resources/limits.ts'
import { ticketCount } from '../ticket-counts.ts'
import { layCover, layGiven } from '../tickets/cover.ts'
import { insertTypes, lastKeyOf } from '../tickets/create-tickets.ts'
import { STORED_COLUMNS, type TicketRow } from './file/table/columns.ts'
import type { Plan } from './plan.ts'
import { selectOwnedElsewhere } from './preview-import.ts'

/** D1 binds values of up to 2 MB. */
const MAX_VALUE_BYTES = 1_000_000

const encoder = new TextEncoder()

type Value = string | number | null
type Column = (typeof STORED_COLUMNS)[number]

/** Rows as JSON arrays, each as large as a value can be. */
export const inValues = function* (rows: Iterable<readonly Value[]>): Generator<string> {
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

export const valueAt = (index: number): SQL => sql`each.value ->> ${sql.raw(String(index))}`

const GIVEN = STORED_COLUMNS.filter((column) => column !== 'key')
const columnOf = (column: (typeof GIVEN)[number]): SQL => valueAt(GIVEN.indexOf(column))

/**
 * Above this many sets of changed columns, one statement writes
 * the columns of all, because D1 limits statements.
 */
const MAX_GROUPS = 30

/** Groups updates by the columns that they set, so that indexes of other columns are not written. */
const groupUpdates = (updates: Plan['updates']): { columns: Column[]; updates: Plan['updates'] }[] => {
  const groups = Map.groupBy(updates, ({ change }) => Object.keys(change).join())
  const named = [...groups].map(([columns, updates]) => ({
    columns: columns.split(',') as Column[],
    updates,
  }))
  if (named.length <= MAX_GROUPS) return named
  return [{ columns: [...new Set(named.flatMap(({ columns }) => columns))], updates }]
}

/** Drizzle's names of stored columns, by their names in the table. */
const STORED = Object.fromEntries(
  Object.entries(getTableColumns(tickets))
    .filter(([, { generated }]) => generated === undefined)
    .map(([property, { name }]) => [name, property]),
)

/** Statement that aborts the batch by inserting a second row of counts for the session. */
export const abortIf = (db: Database, number: number, condition: SQL) =>
  db.insert(ticketCounts).select(sql`SELECT ${number}, '', 0, 0, 0, 0, 0, 0, 0, '' WHERE ${condition}`)

/** The same, unless the session has the tickets of the rows, which begin with the key and the id. */
export const abortUnlessFound = (db: Database, number: number, json: string) =>
  abortIf(
    db,
    number,
    sql`EXISTS (SELECT 1 FROM json_each(${json}) AS each WHERE NOT EXISTS (
      SELECT 1 FROM tickets WHERE tickets.key = ${valueAt(0)} AND tickets.id = ${valueAt(1)}))`,
  )

/**
 * Statements that carry out a plan. One of them fails if a value that they write has changed since; with
 * `isExact`, also if anything else of the ticket has, such as a check-in.
 */
export const writeStatements = (
  db: Database,
  { now, subject, callId }: Actor,
  {
    number,
    eventId,
    organizerId,
    lastChange = 0,
  }: { number: number; eventId: string; organizerId: string; lastChange?: number },
  plan: Pick<Plan, 'newTypes' | 'inserts' | 'updates' | 'voids' | 'newCodes' | 'findsGuests' | 'lastKey'>,
  { isExact = false } = {},
) => {
  const failIf = (condition: SQL) => abortIf(db, number, condition)
  const failUnlessFound = (rows: readonly TicketRow[]) =>
    [...inValues(rows.map(({ key, id }) => [key, id]))].map((json) => abortUnlessFound(db, number, json))
  const failIfChanged = (json: string) =>
    failIf(sql`EXISTS (SELECT 1 FROM json_each(${json}) AS each CROSS JOIN ticket_changes
      ON session_number = ${number} AND ticket_id = ${valueAt(1)} WHERE change > ${lastChange})`)
  const updated = plan.updates.map(({ present }) => present)
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
    failIf(sql`NOT ${isRecorded({ callId })}`),
    ...failUnlessFound([...(isExact ? [] : updated), ...plan.voids]),
    ...[...inValues(isExact ? updated.map(({ key, id }) => [key, id]) : [])].map(failIfChanged),
  ]
  if (plan.newCodes.length > 0) {
    statements.push(failIf(sql`EXISTS ${selectOwnedElsewhere(db, plan.newCodes, organizerId)}`))
  }
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
    const sets = columns
      .filter((column) => column !== 'status')
      .map((column) => [STORED[column], place(column)])
    const status = columns.includes('status') ? layGiven(place('status'), callId) : {}
    const were = columns.map((column, index) => {
      const before = valueAt(1 + columns.length + index)
      return sql`tickets.${sql.raw(column)} IS ${before} COLLATE BINARY`
    })
    // Text in an integer column violates a CHECK, which aborts the batch.
    const updatedAt = sql`iif(${sql.join(were, sql` AND `)}, ${now.getTime()}, 'changed')`
    const rows = updates.map(({ present, change }) => [
      present.key,
      ...columns.map((column) =>
        column === 'status' ? (change.status ?? null) : { ...present, ...change }[column],
      ),
      ...columns.map((column) => present[column]),
    ])
    for (const json of inValues(rows)) {
      statements.push(update(json, { ...Object.fromEntries(sets), ...status, updatedAt }))
      if (columns.includes('ticket_number')) {
        statements.push(numberTaken(json, place('ticket_number'), sql`tickets.key <> ${valueAt(0)}`))
      }
    }
  }
  for (const json of inValues(plan.voids.map(({ key, id }) => [key, id]))) {
    statements.push(
      failIfChanged(json),
      update(json, { ...layCover('Voided', callId), updatedAt: sql`${now.getTime()}` }),
    )
  }
  // A new ticket that is void or refunded is a valid one with a cover.
  const isCovered = sql`${columnOf('status')} IN ('Refunded', 'Voided')`
  const added: Record<string, SQL> = {
    ...Object.fromEntries(GIVEN.map((column) => [column, columnOf(column)])),
    checked_in_at: sql`iif(${isCovered}, NULL, ${columnOf('checked_in_at')})`,
    cover: sql`iif(${isCovered}, ${columnOf('status')}, NULL)`,
    cover_record: sql`iif(${isCovered}, ${callId}, NULL)`,
    // Tickets sold since have taken keys.
    key: sql`${lastKeyOf(sql`${number}`)} + 1 + each.key`,
    updated_at: sql`${now.getTime()}`,
    updated_by: sql`${subject}`,
    device: sql`NULL`,
    presence: sql`NULL`,
  }
  const values = sql.join(
    Object.keys(STORED).map((column) => added[column] as SQL),
    sql`, `,
  )
  // New tickets may be the same guests from another list.
  if (plan.findsGuests && plan.inserts.length > 0) {
    statements.push(failIf(sql`${lastKeyOf(sql`${number}`)} > ${plan.lastKey}`))
  }
  for (const json of inValues(plan.inserts.map((row) => GIVEN.map((column) => row[column])))) {
    const each = sql`json_each(${json}) AS each`
    statements.push(
      numberTaken(json, columnOf('ticket_number')),
      // Fails if a type was deleted.
      db.insert(tickets).select(sql`SELECT ${values} FROM ${each} WHERE true`),
    )
  }
  if (plan.inserts.length > 0) {
    statements.push(
      failIf(
        sql`(SELECT ${ticketCount(undefined)} FROM ticket_counts WHERE session_number = ${number}) > ${MAX_TICKETS_BY_API}`,
      ),
    )
  }
  return statements
}
