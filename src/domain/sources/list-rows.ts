// The rows of a source as the plan takes them: their tickets, or what can be read of a row with a problem.
import type { LineError } from '../import/file/read.ts'
import { RULES, type TicketValues } from '../import/file/table/columns.ts'
import {
  DEFAULT_OPTIONS,
  type ImportOptions,
  type RowTicket,
  rowReader,
  splitName,
} from '../import/file/table/rows.ts'
import { type ReadRows, SourceError } from './reader.ts'

/** What one source may have. */
export const MAX_SOURCE_ROWS = 20_000

export type SourceMatch = ImportOptions['match']

/** A row of the list. `tickets` are none if the row has a problem; then `key` is what can be read of it. */
export type ListRow = {
  row: number
  tickets: readonly RowTicket[]
  hasProblem: boolean
  /** Undefined if nobody can tell whose row it is. */
  key: TicketValues | undefined
}

export type RowProblem = { row: number; field: string | null; message: string }

/** The type of guests where nothing says another one. */
export const DEFAULT_TYPE = 'Guest list'

/** What a list says of tickets elsewhere, and not of these. */
const LEFT_OUT = ['id', 'session', 'checkedInAt', 'currentHolderId', 'transferCount']

const ROUNDED = /^[+-]?\d+([.,]\d+)?E[+-]\d+$/i

const textIn = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

type Fields = Record<string, unknown>

const has = (fields: Fields, field: string): boolean => textIn(fields[field]) !== ''

/** What its tickets are found by: the surest of what all rows have. */
export const chooseMatch = (rows: readonly { fields: Fields }[]): SourceMatch => {
  const have = (field: string) => rows.every(({ fields }) => has(fields, field))
  if (have('ticketNumber')) return 'number'
  return have('code') ? 'code' : 'guest'
}

const readKey = (match: SourceMatch, fields: Fields): TicketValues | undefined => {
  const ticketTypeName = textIn(fields.ticketTypeName)
  if (match === 'guest') {
    const name = textIn(fields.attendeeName).normalize('NFC')
    if (name === '' && !has(fields, 'attendeeEmail') && !has(fields, 'holderEmail')) return undefined
    return {
      ticketTypeName,
      attendeeName: splitName(name)?.[0] ?? (name === '' ? null : name),
      attendeeEmail: textIn(fields.attendeeEmail) || null,
      holderEmail: textIn(fields.holderEmail) || null,
    }
  }
  const field = match === 'number' ? 'ticketNumber' : 'code'
  const text = textIn(fields[field])
  const value = RULES[field].read(match === 'number' ? text.normalize('NFC') : text)
  return value === undefined || ROUNDED.test(value) ? undefined : { ticketTypeName, [field]: value }
}

const placeOf = ({ line, sheet = '' }: { line: number; sheet?: string }): string => `${line} ${sheet}`

const toProblem = ({ line, sheet, message }: LineError): RowProblem => {
  const [, field = null, rest = message] = /^(\w+): (.*)$/s.exec(message) ?? []
  const isField = field !== null && (field in RULES || ['plusOnes', 'quantity', 'companions'].includes(field))
  const inSheet = sheet === undefined ? '' : `${sheet}: `
  return isField
    ? { row: line, field, message: inSheet + rest }
    : { row: line, field: null, message: inSheet + message }
}

/**
 * Reads the rows. `problems` name the lines of the list; `lineOf` is the line of a row of the plan.
 *
 * @throws SourceError if there are too many
 */
export const toListRows = (
  { rows, problems: errors }: Pick<ReadRows, 'rows' | 'problems'>,
  {
    sessionId,
    match,
    ticketTypeName,
  }: { sessionId: string; match: SourceMatch; ticketTypeName: string | null },
): { rows: ListRow[]; problems: RowProblem[]; lineOf: (row: number) => number; tickets: number } => {
  if (rows.length > MAX_SOURCE_ROWS) throw tooMany('rows')
  const typeName = ticketTypeName ?? DEFAULT_TYPE
  const all = rows.map(({ fields }): Fields => {
    const own = Object.fromEntries(Object.entries(fields).filter(([field]) => !LEFT_OUT.includes(field)))
    return has(own, 'ticketTypeName') ? own : { ...own, ticketTypeName: typeName }
  })
  const readRow = rowReader({ ...DEFAULT_OPTIONS, match }, sessionId, all)
  const wrong = Map.groupBy(errors, placeOf)
  const problems = errors.map(toProblem)
  const list: ListRow[] = []
  const places = new Set<string>()
  let tickets = 0
  for (const [index, fields] of all.entries()) {
    const source = rows[index] as (typeof rows)[number]
    const row = index + 1
    const read = readRow(row, fields)
    problems.push(...read.problems.map(({ field, message }) => ({ row: source.line, field, message })))
    let hasProblem = read.problems.length > 0 || wrong.has(placeOf(source))
    places.add(placeOf(source))
    const key = readKey(match, fields)
    if (!hasProblem && key === undefined) {
      problems.push({ row: source.line, field: 'attendeeName', message: 'is missing' })
      hasProblem = true
    }
    list.push({ row, hasProblem, key, tickets: hasProblem ? [] : read.tickets })
    tickets += read.tickets.length
    if (tickets > MAX_SOURCE_ROWS) throw tooMany('guests')
  }
  // Lines that gave no guest.
  const lost = [...wrong.keys()].filter((place) => !places.has(place))
  for (const index of lost.keys()) {
    list.push({ row: all.length + 1 + index, hasProblem: true, key: undefined, tickets: [] })
  }
  return { rows: list, problems, lineOf: (row) => rows[row - 1]?.line ?? row, tickets }
}

const tooMany = (what: string): SourceError =>
  new SourceError(
    `The list has more than ${MAX_SOURCE_ROWS.toLocaleString('en')} ${what}. Nothing was changed.`,
  )
