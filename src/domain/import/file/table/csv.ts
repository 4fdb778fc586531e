// The download of a session's tickets as CSV (RFC 4180), which can be imported again.
import { COLUMNS } from './columns.ts'

/** Without `id`, which never changes. By `session` an import notices guests of another session. */
export const CSV_COLUMNS = [
  ...COLUMNS.filter((column) => column !== 'id'),
  'session',
  'device',
  'pageUrl',
  'list',
] as const

/** What spreadsheets run as a formula, also in full width. */
const FORMULA = String.raw`[" ]*[=+\-@＝＋－＠]`
/** Where a cell begins, also in spreadsheets that split cells at semicolons or tabs, quoted or not. */
const BEGIN = String.raw`^|(?<=[;\t\r\n])`
/** Gets an apostrophe: a formula, and a cell that already begins with one, so that reading can remove it. */
const GUARDED = `(?:'|${FORMULA})`

const UNGUARDED_BEGIN = new RegExp(`(?:${BEGIN})(?=${GUARDED})|^(?=[\t\r\n])`, 'g')
const GUARD = new RegExp(`(?:${BEGIN})'(?=${GUARDED})|^'(?=[\t\r\n])`, 'g')

/** A cell without the apostrophes of {@link formatRow}. */
export const readCell = (cell: string): string => cell.replace(GUARD, '')

const formatCell = (value: string | number | null): string => {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const safe = value.replace(UNGUARDED_BEGIN, "'")
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** A line of the file, including its line end. */
export const formatRow = (values: readonly (string | number | null)[]): string =>
  `${values.map(formatCell).join(',')}\r\n`
