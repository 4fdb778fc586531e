// Reads the rows of an import as values of tickets.
import type { ErrorCode } from '../../../errors.ts'
import { COLUMNS, type Column, RULES, ruleOf, type TicketValues } from './columns.ts'

export type ImportOptions = {
  /**
   * By what a row finds its ticket: its number, its code, or e-mail, name and type together, for lists
   * without numbers. Of equal guests there are as many tickets as rows.
   */
  match: 'number' | 'code' | 'guest'
  /** What becomes of tickets that are in no row and not checked in. */
  missing: 'keep' | 'void'
  /**
   * The code of a ticket whose row has none: a random one for a new ticket, or its number, if that is what
   * was printed.
   */
  codes: 'made' | 'number'
}

export const DEFAULT_OPTIONS: ImportOptions = { match: 'number', missing: 'keep', codes: 'made' }

/**
 * What is wrong in a row. `field` is null if it is the row as a whole. `error` is that of the run, if not
 * `invalid_request`.
 */
export type Problem = { row: number; field: string | null; message: string; error?: ErrorCode }

/** The values of a ticket, and where they stand: the line of a file, or the number of a row. */
export type RowTicket = { row: number; values: TicketValues }

/** How many tickets a row makes. */
const QUANTITY = 'quantity'
const MAX_QUANTITY = 100

/** What only the download has. */
const IGNORED: readonly string[] = ['device', 'pageUrl']

const KNOWN: ReadonlySet<string> = new Set([...COLUMNS, QUANTITY, ...IGNORED])

export const isKnownColumn = (name: string): boolean => KNOWN.has(name)

export const ALL_COLUMNS = [...COLUMNS, QUANTITY].join(', ')

/** A row of a wrong file may have thousands. */
const MAX_UNKNOWN = 5
const MAX_NAME_CHARACTERS = 60

/** The columns that every row must fill. */
export const requiredColumns = ({ match, codes }: ImportOptions): Column[] => [
  ...(match === 'number' || codes === 'number' ? (['ticketNumber'] as const) : []),
  'ticketTypeName',
  ...(match === 'code' && codes === 'made' ? (['code'] as const) : []),
]

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')

type ReadRow = { tickets: RowTicket[]; problems: Problem[] }

/**
 * Reads rows: objects with columns as fields, all of them text. `transferCount` and `quantity` may be
 * numbers.
 *
 * @returns a function that returns as many tickets as a row makes, and what is wrong with it
 */
export const rowReader = (options: ImportOptions): ((row: number, fields: unknown) => ReadRow) => {
  const required: ReadonlySet<Column> = new Set(requiredColumns(options))
  return (row, fields) => {
    const problems: Problem[] = []
    const reject = (field: string | null, message: string) => problems.push({ row, field, message })
    if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) {
      reject(null, 'must be an object')
      return { tickets: [], problems }
    }
    const unknown = Object.keys(fields).filter((name) => !KNOWN.has(name))
    for (const name of unknown.slice(0, MAX_UNKNOWN)) {
      const field = name.slice(0, MAX_NAME_CHARACTERS).toWellFormed()
      reject(field, `is not a column; the columns are ${ALL_COLUMNS}`)
    }
    const values: Record<string, string | number | null> = {}
    for (const column of COLUMNS) {
      const { read, expected, empty } = ruleOf(column)
      const given = (fields as Record<string, unknown>)[column]
      const value = column === 'transferCount' && typeof given === 'number' ? String(given) : given
      if (isEmpty(value)) {
        if (value !== undefined && empty === 'clear') values[column] = null
        else if (required.has(column)) reject(column, 'is missing')
        continue
      }
      if (typeof value !== 'string') {
        reject(column, expected)
        continue
      }
      // SQLite's text functions stop at a NUL, and a lone surrogate cannot be stored as UTF-8.
      if (value.includes('\0') || !value.isWellFormed()) {
        reject(column, 'has a character that cannot be stored (NUL or half of a surrogate pair)')
        continue
      }
      // Search compares composed characters (NFC); some systems write é as e and its accent. A code is exact.
      const trimmed = value.trim()
      const parsed = read(column === 'code' ? trimmed : trimmed.normalize('NFC'))
      if (parsed === undefined) reject(column, expected)
      else values[column] = parsed
    }
    const { ticketNumber } = values
    if (options.codes === 'number' && values.code === undefined && typeof ticketNumber === 'string') {
      if (RULES.code.read(ticketNumber) === undefined)
        reject('ticketNumber', `as a code, ${RULES.code.expected}`)
      else values.code = ticketNumber
    }
    const quantity = readQuantity((fields as Record<string, unknown>)[QUANTITY])
    if (quantity === undefined) reject(QUANTITY, `must be a whole number from 1 to ${MAX_QUANTITY}`)
    else if (
      quantity > 1 &&
      ['id', 'ticketNumber', 'code'].some((name) => typeof values[name] === 'string')
    ) {
      reject(QUANTITY, 'must be 1 for a row with an id, a number or a code')
    }
    if (problems.length > 0) return { tickets: [], problems }
    return { tickets: Array(quantity).fill({ row, values: values as TicketValues }), problems }
  }
}

const readQuantity = (given: unknown): number | undefined => {
  if (isEmpty(given)) return 1
  const text = typeof given === 'number' ? String(given) : given
  if (typeof text !== 'string' || !/^\d{1,3}$/.test(text.trim())) return undefined
  const quantity = Number(text)
  return quantity >= 1 && quantity <= MAX_QUANTITY ? quantity : undefined
}
