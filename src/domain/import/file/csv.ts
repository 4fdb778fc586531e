// The download of a session's tickets as CSV (RFC 4180), which can be imported again.
import { COLUMNS } from './columns.ts'

/** `id` is missing: a file that is imported elsewhere gets tickets of its own. */
export const CSV_COLUMNS = [...COLUMNS.filter((column) => column !== 'id'), 'device', 'pageUrl'] as const

/** What a spreadsheet runs as a formula, some of it in full width. */
const FORMULA = String.raw`[" ]*[=+\-@＝＋－＠]`
/** Where a cell begins, also for a spreadsheet whose cells end at semicolons or tabs, quoted or not. */
const BEGIN = String.raw`^|(?<=[;\t\r\n])`
/**
 * What gets an apostrophe there: a formula, and what has an apostrophe already, so that it can be taken off
 * again.
 */
const GUARDED = `(?:'|${FORMULA})`

const UNGUARDED_BEGIN = new RegExp(`(?:${BEGIN})(?=${GUARDED})|^(?=[\t\r\n])`, 'g')
const GUARD = new RegExp(`(?:${BEGIN})'(?=${GUARDED})|^'(?=[\t\r\n])`, 'g')

/** A cell without the apostrophes that {@link formatRow} has put into it. */
export const readCell = (cell: string): string => cell.replace(GUARD, '')

const formatCell = (value: string | number | null): string => {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const safe = value.replace(UNGUARDED_BEGIN, "'")
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** A line of the file, with its end. */
export const formatRow = (values: readonly (string | number | null)[]): string =>
  `${values.map(formatCell).join(',')}\r\n`
