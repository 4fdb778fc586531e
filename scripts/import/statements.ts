// A plan as SQL statements with literal values, the same for the local and the deployed database.
import type { TicketRow } from '../../src/domain/import/columns.ts'
import type { Plan } from '../../src/domain/import/plan.ts'
import type { Value } from '../lib/database.ts'
import type { SessionState } from './session.ts'

/** D1 accepts statements of up to 100,000 bytes. */
export const MAX_STATEMENT_BYTES = 90_000

/**
 * Text as an SQL literal. Text of letters, digits and some punctuation is quoted. Any other text is written as the hex
 * of its bytes, so that nothing in it (`;`, `--`, a line end, `BEGIN TRANSACTION`) can mislead wrangler or D1 when they
 * split a file into statements. Throws for a NUL, at which SQLite's text functions stop.
 */
export const sqlText = (text: string): string => {
  if (text.includes('\0')) throw new Error('Text with a NUL cannot be written.')
  const isPlain =
    /^[\p{L}\p{M}\p{N} .,:@_+&()'-]*$/u.test(text) && !text.includes('--') && !/transaction/i.test(text)
  return isPlain ? `'${text.replaceAll("'", "''")}'` : `CAST(X'${Buffer.from(text).toString('hex')}' AS TEXT)`
}

const sqlValue = (value: Value): string =>
  value === null ? 'NULL' : typeof value === 'number' ? String(value) : sqlText(value)

/** Yields statements of `head`, as many rows as fit, and `tail`. */
const inChunks = function* (head: string, rows: Iterable<Value[]>, tail = ''): Generator<string> {
  let parts: string[] = []
  let size = 0
  for (const row of rows) {
    const part = `(${row.map(sqlValue).join(',')})`
    const bytes = Buffer.byteLength(part) + 1
    if (parts.length > 0 && size + bytes > MAX_STATEMENT_BYTES) {
      yield `${head} ${parts.join(',')}${tail}`
      parts = []
      size = 0
    }
    parts.push(part)
    size += bytes
  }
  if (parts.length > 0) yield `${head} ${parts.join(',')}${tail}`
}

/** Inserts rows of one shape, many with each statement. */
const insertRows = (table: string, rows: readonly Record<string, Value>[]): Iterable<string> =>
  inChunks(
    `INSERT INTO ${table} (${Object.keys(rows[0] ?? {}).join(',')}) VALUES`,
    rows.map((row) => Object.values(row)),
  )

/** Groups updates by the columns they set, so that indexes of other columns are not written. */
const updateTickets = function* (
  updates: readonly { key: number; change: Partial<TicketRow> }[],
): Generator<string> {
  const groups = new Map<string, { columns: (keyof TicketRow)[]; rows: Value[][] }>()
  for (const { key, change } of updates) {
    const columns = Object.keys(change) as (keyof TicketRow)[]
    const name = columns.join(',')
    const group = groups.get(name) ?? { columns, rows: [] }
    group.rows.push([key, ...(Object.values(change) as Value[])])
    groups.set(name, group)
  }
  for (const { columns, rows } of groups.values()) {
    yield* inChunks(
      `WITH change (key,${columns.join(',')}) AS (VALUES`,
      rows,
      `) UPDATE tickets SET ${columns.map((column) => `${column} = change.${column}`).join(', ')}
       FROM change WHERE tickets.key = change.key`,
    )
  }
}

/**
 * The statements that carry out a plan, to be run as one transaction. The first one fails, by inserting a second row of
 * counts for the session, if any ticket of the session has changed since it was read. A new type is not inserted if
 * another writer has added one with its name; then its tickets fail, because the plan's id does not exist.
 */
export const writeStatements = (
  session: Pick<SessionState, 'number' | 'eventId' | 'listVersion'>,
  plan: Plan,
): string[] => {
  const changes = [
    ...plan.updates.map(({ present, change }) => ({ key: present.key, change })),
    ...plan.voids.map(({ key }) => ({ key, change: { status: 'Voided' } })),
  ]
  if (plan.inserts.length + changes.length === 0) return []
  return [
    `INSERT INTO ticket_counts (session_number) SELECT session_number FROM ticket_counts
     WHERE session_number = ${session.number} AND list_version <> ${sqlText(session.listVersion)}`,
    ...plan.newTypes.map(
      ({ id, name }) => `INSERT INTO ticket_types (id, event_id, name)
       SELECT ${sqlText(id)}, ${sqlText(session.eventId)}, ${sqlText(name)} WHERE NOT EXISTS
       (SELECT 1 FROM ticket_types WHERE event_id = ${sqlText(session.eventId)} AND name = ${sqlText(name)} COLLATE NOCASE)`,
    ),
    ...updateTickets(changes),
    ...insertRows('tickets', plan.inserts),
  ]
}
