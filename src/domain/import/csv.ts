// The download of a session's tickets as CSV (RFC 4180), which can be imported again.
import { COLUMNS } from './columns.ts'

/** `id` is missing: a file that is imported elsewhere gets tickets of its own. */
export const CSV_COLUMNS = [...COLUMNS.filter((column) => column !== 'id'), 'device', 'pageUrl'] as const

/** The start of a cell that a spreadsheet would run, some of them in full width, or that has an apostrophe already. */
const START = String.raw`['=+\-@＝＋－＠\t\r\n]`
const RUNS = new RegExp(`^${START}`)

/** An apostrophe that {@link formatRow} has put before a cell. */
const GUARD = new RegExp(`^'(?=${START})`)

/** A cell without that apostrophe. */
export const readCell = (cell: string): string => cell.replace(GUARD, '')

const formatCell = (value: string | number | null): string => {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const safe = RUNS.test(value) ? `'${value}` : value
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** A line of the file, with its end. */
export const formatRow = (values: readonly (string | number | null)[]): string =>
  `${values.map(formatCell).join(',')}\r\n`
