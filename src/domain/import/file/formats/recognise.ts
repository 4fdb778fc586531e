// The formats of files: Doorlist's own, and exports of other systems.
import { COLUMNS } from '../table/columns.ts'
import { readCell } from '../table/csv.ts'
import { DOWNLOAD_ONLY, ROW_FIELDS } from '../table/rows.ts'
import { ALF_IO } from './alf-io.ts'
import { EVENTBRITE } from './eventbrite.ts'
import type { Format } from './format.ts'
import { HI_EVENTS } from './hi-events.ts'
import { INDICO } from './indico.ts'
import { PRETIX } from './pretix.ts'
import { TITO } from './tito.ts'

const EXPORTS = [PRETIX, EVENTBRITE, HI_EVENTS, ALF_IO, TITO, INDICO]

/** Headings of exports that other lists do not have. */
export const EXPORT_HEADINGS: ReadonlySet<string> = new Set(
  EXPORTS.flatMap(({ identifiedBy, required }) => [...identifiedBy, ...required]),
)

/** Doorlist's own columns. Cells are without the apostrophes of the download. */
export const DOORLIST: Format = {
  name: 'Doorlist',
  labels: {},
  scope: [],
  toColumns: (fields) =>
    Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, readCell(value as string)])),
}

const OWN: ReadonlySet<string> = new Set([...COLUMNS, ...ROW_FIELDS, ...DOWNLOAD_ONLY])

/** Whether a table is our download, by what only that has. */
export const isDownload = (names: readonly string[]): boolean =>
  DOWNLOAD_ONLY.every((name) => names.includes(name))

/** Recognises a file's format by its headings. `doubt`: why it is probably the wrong export. */
export const recogniseFormat = (
  names: readonly string[],
): { format: Format | undefined; doubt: string | undefined } => {
  const has = (name: string) => names.includes(name)
  const format = EXPORTS.find(({ identifiedBy }) => identifiedBy.every(has))
  const missing = format?.required.filter((name) => !has(name)).map((name) => `"${name}"`) ?? []
  if (format !== undefined && missing.length > 0) {
    const doubt = `looks like an export of ${format.name}, without ${missing.join(', ')}. ${format.hint}`
    return { format: undefined, doubt }
  }
  if (format !== undefined) return { format, doubt: undefined }
  const isOwn =
    has('ticketTypeName') && new Set(names).size === names.length && names.every((name) => OWN.has(name))
  return { format: isOwn ? DOORLIST : undefined, doubt: undefined }
}
