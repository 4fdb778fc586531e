// The formats of files: Doorlist's own, and exports of other systems.
import { COLUMNS } from '../table/columns.ts'
import { readCell } from '../table/csv.ts'
import { DOWNLOAD_ONLY, ROW_FIELDS } from '../table/rows.ts'
import { ALF_IO } from './alf-io.ts'
import { EVENT_TICKETS } from './event-tickets.ts'
import { EVENTBRITE } from './eventbrite.ts'
import type { ExportFormat, Format } from './format.ts'
import { HI_EVENTS } from './hi-events.ts'
import { INDICO } from './indico.ts'
import { LUMA } from './luma.ts'
import { PRETIX } from './pretix.ts'
import { TICKERA } from './tickera.ts'
import { TICKET_TAILOR } from './ticket-tailor.ts'
import { TITO } from './tito.ts'

const EXPORTS: readonly ExportFormat[] = [
  ...[PRETIX, EVENTBRITE, HI_EVENTS, ALF_IO, TITO, INDICO, LUMA, TICKET_TAILOR, EVENT_TICKETS, TICKERA],
]

/** Headings of exports that other lists do not have. */
export const EXPORT_HEADINGS: ReadonlySet<string> = new Set(
  EXPORTS.flatMap(({ identifiedBy, numberIn }) => [...identifiedBy, ...numberIn]),
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

/** Whether a table is our download, by what only that has. Others have a `list`, too. */
export const isDownload = (names: readonly string[]): boolean =>
  ['device', 'pageUrl'].every((name) => names.includes(name))

const quoted = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(' or ')

/** An export without the numbers of its tickets as a list of guests. */
const asPlain = ({ labels: { ticketNumber: _, ...labels }, ...format }: ExportFormat): Format => ({
  ...format,
  labels,
  isPlain: true,
  toColumns: (fields, reject) => {
    const { ticketNumber: _, ...columns } = format.toColumns(fields, reject)
    return columns
  },
})

/** The export by its own names of columns, or by those of other versions. */
const findExport = (
  given: readonly string[],
): { found: ExportFormat; names: readonly string[] } | undefined => {
  const exact = EXPORTS.find(({ identifiedBy }) => identifiedBy.every((name) => given.includes(name)))
  if (exact !== undefined) return { found: exact, names: given }
  for (const found of EXPORTS) {
    const { alsoCalled = {}, identifiedBy, numberIn } = found
    const names = given.map((name) => alsoCalled[name.toLowerCase()] ?? name)
    const isFound = identifiedBy.every((name) => names.includes(name))
    if (isFound && numberIn.some((name) => names.includes(name))) return { found, names }
  }
  return undefined
}

/**
 * Recognises a file's format by its headings. `doubts`: what is missing in an export. `names`: the
 * headings as the format has them.
 */
export const recogniseFormat = (
  given: readonly string[],
): { format: Format | undefined; doubts: readonly string[]; names: readonly string[] } => {
  const exported = findExport(given)
  if (exported === undefined) {
    const isOwn =
      given.includes('ticketTypeName') &&
      new Set(given).size === given.length &&
      given.every((name) => OWN.has(name))
    return { format: isOwn ? DOORLIST : undefined, doubts: [], names: given }
  }
  const { found, names } = exported
  const has = (name: string) => names.includes(name)
  const { numberIn, statusIn, labels, codeIn = labels.code === undefined ? [] : [labels.code] } = found
  const isPlain = !numberIn.some(has)
  const hasCodes = codeIn.some(has)
  return {
    names,
    format: isPlain ? asPlain(found) : found,
    doubts: [
      ...(isPlain
        ? [`an export of ${found.name} without ${quoted(numberIn)}: guests are found by name`]
        : []),
      ...(isPlain && !hasCodes && labels.code !== undefined
        ? [`the codes of the tickets are not in it. The column ${quoted([labels.code])} has them`]
        : []),
      ...(statusIn !== undefined && !has(statusIn)
        ? [`an export of ${found.name} without ${quoted([statusIn])}: everybody in it is valid`]
        : []),
    ],
  }
}
