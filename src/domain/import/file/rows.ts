// Reads the rows of an import as ticket values.
import type { ErrorCode } from '../../../errors.ts'
import { COLUMNS, type Column, RULES, ruleOf, type TicketValues } from './columns.ts'

export type ImportOptions = {
  /**
   * How a row is matched to its ticket: by number, by code, or by e-mail, name and type together, for lists
   * without numbers. Equal guests get as many tickets as rows.
   */
  match: 'number' | 'code' | 'guest'
  /** What happens to tickets that match no row and are not checked in. */
  missing: 'keep' | 'void'
  /**
   * The code if a row has none: random for a new ticket, or the ticket number if that is what was printed.
   */
  codes: 'made' | 'number'
}

export const DEFAULT_OPTIONS: ImportOptions = { match: 'number', missing: 'keep', codes: 'made' }

/**
 * A problem of a row; `field` is null if it concerns the whole row.
 * `error` is the code that the run fails with, if not `invalid_request`.
 */
export type Problem = { row: number; field: string | null; message: string; error?: ErrorCode }

/** The values of a ticket, and the line of the file or number of the row that they come from. */
export type RowTicket = { row: number; values: TicketValues }

/** How many tickets a row creates. */
const QUANTITY = 'quantity'
const MAX_QUANTITY = 100

/** Columns that only the download has. */
const IGNORED: readonly string[] = ['device', 'pageUrl']

const KNOWN: ReadonlySet<string> = new Set([...COLUMNS, QUANTITY, ...IGNORED])

export const isKnownColumn = (name: string): boolean => KNOWN.has(name)

export const ALL_COLUMNS = [...COLUMNS, QUANTITY].join(', ')

/** The wrong file may have thousands of unknown columns. */
const MAX_UNKNOWN = 5
const MAX_NAME_CHARACTERS = 60

export const requiredColumns = ({ match, codes }: ImportOptions): Column[] => [
  ...(match === 'number' || codes === 'number' ? (['ticketNumber'] as const) : []),
  'ticketTypeName',
  ...(match === 'code' && codes === 'made' ? (['code'] as const) : []),
]

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')

type ReadRow = { tickets: RowTicket[]; problems: Problem[] }

/**
 * Reads rows: objects with columns as fields, all of them text,
 * except that `transferCount` and `quantity` can be numbers.
 *
 * @returns a function that returns the tickets of a row, and its problems
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
      // SQLite's text functions stop at a NUL, and UTF-8 cannot encode a lone surrogate.
      if (value.includes('\0') || !value.isWellFormed()) {
        reject(column, 'has a character that cannot be stored (NUL or half of a surrogate pair)')
        continue
      }
      // Search compares composed characters (NFC), which some systems decompose. Codes stay exact.
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
