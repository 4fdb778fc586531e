// One organizer's rows, made ready for a database that others use: numbered after theirs.
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Database, Row } from '../lib/database.ts'
import { sqlText } from '../lib/sql-text.ts'
import { rowsOf } from './organizer.ts'
import { MODE, readPages } from './read.ts'
import { insertStatements } from './statements.ts'
import type { BackupTable } from './tables.ts'

/** Tables whose rows are numbered in one database. */
const NUMBERED = { sessions: 'number', audit_log: 'id', check_ins: 'number' } as const

type Numbered = keyof typeof NUMBERED

/** What each number of a table grows by. */
type Shifts = Record<Numbered, number>

/** Numbers left for what others write before the first row is there. */
const GAP = 1_000

/** The bits of a key below the number of its session or record (see the schema). */
const KEY = 2 ** 20

/** By table and column: what the column grows by. */
const SHIFTED: Record<string, Record<string, (shifts: Shifts) => number>> = {
  sessions: { number: ({ sessions }) => sessions },
  guest_lists: { session_number: ({ sessions }) => sessions },
  tickets: { key: ({ sessions }) => sessions * KEY, session_number: ({ sessions }) => sessions },
  kept_values: {
    key: ({ audit_log }) => audit_log * KEY,
    session_number: ({ sessions }) => sessions,
  },
  audit_log: { id: ({ audit_log }) => audit_log },
  check_ins: { number: ({ check_ins }) => check_ins },
}

const bounds = async (database: Database, bound: 'min' | 'max'): Promise<Row> => {
  const [[row = {}] = []] = await database.read(
    `SELECT ${Object.entries(NUMBERED)
      .map(([table, column]) => `(SELECT coalesce(${bound}(${column}), 0) FROM ${table}) AS ${table}`)
      .join(', ')}`,
  )
  return row
}

/** So that the lowest number of the source follows the highest one of the target. */
const shiftsTo = async (source: Database, target: Database): Promise<Shifts> => {
  const lowest = await bounds(source, 'min')
  const highest = await bounds(target, 'max')
  const shift = (table: Numbered): number => Number(highest[table]) + GAP - Number(lowest[table])
  return { sessions: shift('sessions'), audit_log: shift('audit_log'), check_ins: shift('check_ins') }
}

/** The values of a ticket that was moved to another session have the numbers of the two. */
const shiftedValues = (json: unknown, { sessions }: Shifts): string => {
  const values = JSON.parse(String(json))
  if (values.session_number !== undefined) values.session_number += sessions
  return JSON.stringify(values)
}

const shifted = (table: BackupTable, row: Row, shifts: Shifts): Row => ({
  ...row,
  ...Object.fromEntries(
    Object.entries(SHIFTED[table.name] ?? {}).map(([column, by]) => [
      column,
      Number(row[column]) + by(shifts),
    ]),
  ),
  ...(table.name === 'kept_values' && {
    before: shiftedValues(row.before, shifts),
    after: shiftedValues(row.after, shifts),
  }),
})

/** Columns that are unique in a database. Of tickets and records the constraints find out. */
const UNIQUE: Record<string, readonly string[]> = {
  organizers: ['id'],
  venues: ['id'],
  events: ['id'],
  areas: ['id'],
  ticket_types: ['id'],
  series: ['id'],
  sessions: ['id'],
  guest_lists: ['id'],
  sources: ['id'],
  devices: ['id'],
  programs: ['id'],
  webhooks: ['id'],
  listings: ['id', 'slug'],
}

const LOOKED_UP_AT_ONCE = 500

/** Which of the values the target has in the column. */
const findTaken = async (
  target: Database,
  table: string,
  column: string,
  values: readonly string[],
): Promise<string[]> => {
  const taken: string[] = []
  for (let start = 0; start < values.length; start += LOOKED_UP_AT_ONCE) {
    const some = values.slice(start, start + LOOKED_UP_AT_ONCE).map(sqlText)
    const [rows = []] = await target.read(
      `SELECT ${column} AS taken FROM ${table} WHERE ${column} IN (${some.join(', ')})`,
    )
    taken.push(...rows.map(({ taken: value }) => String(value)))
  }
  return taken
}

const valuesOf = async (
  source: Database,
  table: BackupTable,
  column: string,
  organizerId: string,
): Promise<string[]> => {
  const values: string[] = []
  const columns = { ...table, columns: [column] }
  for await (const rows of readPages(source, columns, rowsOf(organizerId))) {
    values.push(...rows.map((row) => String(row[column])))
  }
  return values
}

/** @throws Error if the target has an id or a slug of the organizer */
const requireFree = async (
  source: Database,
  target: Database,
  tables: readonly BackupTable[],
  organizerId: string,
): Promise<void> => {
  const taken: string[] = []
  for (const table of tables) {
    for (const column of UNIQUE[table.name] ?? []) {
      const values = await findTaken(
        target,
        table.name,
        column,
        await valuesOf(source, table, column, organizerId),
      )
      if (values.length > 0) taken.push(`${table.name}.${column} ${values.slice(0, 3).join(', ')}`)
    }
  }
  if (taken.length > 0) {
    throw new Error(`Taken in this database: ${taken.join('; ')}. Nothing was restored.`)
  }
}

/** The ids of the organizer's people whom the target has already, from another organizer that moved there. */
const findKnownPeople = async (
  source: Database,
  target: Database,
  tables: readonly BackupTable[],
  organizerId: string,
): Promise<Set<string>> => {
  const people = tables.find(({ name }) => name === 'people')
  if (people === undefined) return new Set()
  return new Set(await findTaken(target, 'people', 'id', await valuesOf(source, people, 'id', organizerId)))
}

/**
 * Writes an organizer's rows to a file of SQL for the target, and returns how many rows each table has. The
 * source is a database that nobody else uses.
 *
 * @throws Error if the target has an id or a slug of the organizer
 */
export const writePlaced = async (
  source: Database,
  target: Database,
  tables: readonly BackupTable[],
  organizerId: string,
  file: string,
): Promise<Map<string, number>> => {
  await requireFree(source, target, tables, organizerId)
  const known = await findKnownPeople(source, target, tables, organizerId)
  const shifts = await shiftsTo(source, target)
  const counts = new Map<string, number>()
  const lines = async function* () {
    for (const table of tables) {
      let count = 0
      for await (const page of readPages(source, table, rowsOf(organizerId))) {
        const rows = page
          .filter(({ id }) => table.name !== 'people' || !known.has(String(id)))
          .map((row) => shifted(table, row, shifts))
        count += page.length
        for (const statement of insertStatements(table, rows)) yield `${statement};\n`
      }
      counts.set(table.name, count)
    }
  }
  await pipeline(Readable.from(lines()), createWriteStream(file, { mode: MODE }))
  return counts
}
