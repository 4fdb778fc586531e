// The formats of files: Doorlist's own, and the exports of other systems.
import { COLUMNS } from '../columns.ts'
import { readCell } from '../csv.ts'
import type { LineError, Source } from '../read.ts'
import { ALL_COLUMNS, type ImportOptions, isKnownColumn, requiredColumns } from '../rows.ts'
import { ALF_IO } from './alf-io.ts'
import { EVENTBRITE } from './eventbrite.ts'
import type { Format } from './format.ts'
import { HI_EVENTS } from './hi-events.ts'
import { INDICO } from './indico.ts'
import { PRETIX } from './pretix.ts'
import { TITO } from './tito.ts'

const EXPORTS = [PRETIX, EVENTBRITE, HI_EVENTS, ALF_IO, TITO, INDICO]

const JSON_LINES: Format = { name: 'Doorlist', labels: {}, scope: [], toColumns: (fields) => fields }

const CSV: Format = {
  ...JSON_LINES,
  toColumns: (fields) =>
    Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, readCell(value as string)])),
}

/** Recognises a file's format by its columns. Returns null and errors if it cannot be imported. */
export const recogniseFormat = (
  { header }: Source,
  options: ImportOptions,
): { format: Format | null; errors: LineError[] } => {
  if (header === undefined) return { format: JSON_LINES, errors: [] }
  const { line, names } = header
  const reject = (messages: readonly string[]) => ({
    format: null,
    errors: messages.map((message) => ({ line, message })),
  })
  const has = (name: string) => names.includes(name)
  const format = EXPORTS.find(({ identifiedBy }) => identifiedBy.every(has))
  if (format !== undefined) {
    const missing = format.required.filter((name) => !has(name)).map((name) => `"${name}"`)
    if (missing.length === 0) return { format, errors: [] }
    return reject([`looks like an export of ${format.name}, without ${missing.join(', ')}. ${format.hint}`])
  }
  const errors = [
    ...names
      .filter((name) => !isKnownColumn(name))
      .map((name) =>
        name === '' ? 'a column has no name' : `unknown column "${name}"; the columns are ${ALL_COLUMNS}`,
      ),
    ...requiredColumns(options)
      .filter((column) => !has(column))
      .map((column) => `the column ${column} is missing`),
    ...COLUMNS.filter((column) => names.filter((name) => name === column).length > 1).map(
      (column) => `the column ${column} is given twice`,
    ),
  ]
  return errors.length > 0 ? reject(errors) : { format: CSV, errors: [] }
}
