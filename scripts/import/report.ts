// What an import prints. Text of the file or the service is made safe for a terminal.
import type { GuestFile } from '../../src/domain/import/file/guest-file.ts'
import type { ReadStatus } from '../../src/domain/import/file/import-rows.ts'
import type { LineError } from '../../src/domain/import/file/read.ts'
import type { ImportOptions } from '../../src/domain/import/file/table/rows.ts'
import type { Schemas } from '../../web/shared/schemas.ts'

const MAX_ERRORS_SHOWN = 20
const MAX_WARNINGS_SHOWN = 100
const MAX_DOUBLES_SHOWN = 20
const MAX_LINE_CHARACTERS = 500

const formatNumber = (value: number): string => value.toLocaleString('en')

/** One line as a terminal may show it: control and direction characters escaped, very long text cut. */
export const printable = (line: string): string => {
  const cut = line.length > MAX_LINE_CHARACTERS ? `${line.slice(0, MAX_LINE_CHARACTERS)}…` : line
  return cut.replace(
    /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  )
}

const count = (what: string, value: number): string =>
  `  ${what.padEnd(10)} ${formatNumber(value).padStart(9)}`

/** The file, what its columns are, and its number of rows. */
export const describeFile = (
  name: string,
  { format, columns, mapping, isPasted }: GuestFile,
  rows: number,
): string => {
  const meanings = columns.flatMap(({ name }, index) =>
    mapping[index] === '' ? [] : [name === mapping[index] ? name : `${name} (${mapping[index]})`],
  )
  const what =
    format === undefined
      ? `a list with ${meanings.join(', ')}`
      : isPasted
        ? format.name
        : `columns of ${format.name}`
  return [printable(`${name}, ${what}`), count('rows', rows)].join('\n')
}

/** By the code of the warning. */
const WARNINGS: Readonly<Record<string, string>> = {
  over_capacity: 'more tickets than the capacity of the session',
  checked_in_without_time:
    'CheckedIn without checkedInAt. These tickets come last when the list is sorted by arrival',
  not_admitted:
    'refunded or voided in the session, but not in the file. They stay so; the status Valid makes them valid again',
  renamed: 'whose number or code is that of another guest in the file. They get the other name',
  coming_back:
    'new, of guests who have a refunded or void one in the session. They can come in with the new one',
  kept_by_others: 'not in the file, but of a source or a guest list. They stay as they are',
  checked_in_again: 'void or refunded in the session, and checked in before. They are checked in again',
  still_checked_in: 'refunded or voided in the file, but checked in. They stay checked in',
}

/** What the file has beside the rows that are imported. */
type Found = {
  warnings: readonly LineError[]
  statuses: readonly ReadStatus[]
  elsewhere: number
  skipped: readonly string[]
  notes: readonly string[]
  checkIns: ImportOptions['checkIns']
  doubles: ImportOptions['doubles']
  /** The line of a row and the name of its guest. */
  guestOf: (row: number) => { line: number; name: string }
}

const tickets = (value: number): string => `${formatNumber(value)} ${value === 1 ? 'ticket' : 'tickets'}`

const byPlace = (a: LineError, b: LineError): number =>
  (a.sheet ?? '').localeCompare(b.sheet ?? '') || a.line - b.line

const describePlaced = ({ sheet, line, message }: LineError): string =>
  `${sheet === undefined ? '' : `${sheet}, `}line ${line}: ${message}`

/** The first warnings about the file. */
export const describeWarnings = (warnings: readonly LineError[]): string[] => {
  const more = warnings.length - MAX_WARNINGS_SHOWN
  return [
    ...warnings
      .toSorted(byPlace)
      .slice(0, MAX_WARNINGS_SHOWN)
      .map((warning) => printable(`Warning: ${describePlaced(warning)}.`)),
    ...(more > 0 ? [`and ${formatNumber(more)} more warnings`] : []),
  ]
}

const WHAT_OF_DOUBLES: Readonly<Record<ImportOptions['doubles'], string>> = {
  add: 'They are added once more; --doubles skip leaves them out, and --doubles change changes the guests on the list',
  skip: 'They are left out',
  change: 'They change the guests on the list; those who were moved are left out',
}

type Double = Schemas['ImportPreview']['doubles'][number]

const describeSame = (sameAs: Double['sameAs'], guestOf: Found['guestOf']): string => {
  if ('row' in sameAs) return `is also line ${guestOf(sameAs.row).line}`
  const { ticketNumber, ticketTypeName, movedTo } = sameAs
  const ticket = `ticket ${ticketNumber}, ${ticketTypeName}`
  if (movedTo === undefined) return `is also ${ticket}`
  const { startsAt, timeZone, eventName } = movedTo
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone }).format(new Date(startsAt))
  return `was moved to ${day}, ${eventName}: ${ticket}`
}

/** Who is on the list already, or elsewhere, and what becomes of them. */
const describeDoubles = (
  { doubles, doubleCount }: Schemas['ImportPreview'],
  guestOf: Found['guestOf'],
  option: ImportOptions['doubles'],
): string[] => {
  if (doubleCount === 0) return []
  const shown = doubles.slice(0, MAX_DOUBLES_SHOWN).map(({ row, sameAs, companions = [], companion }) => {
    const { line, name } = guestOf(row)
    const more = companions.length > 0 ? ` (with ${companions.join(', ')})` : ''
    return printable(`  line ${line}: "${companion ?? name}"${more} ${describeSame(sameAs, guestOf)}`)
  })
  const more = doubleCount - shown.length
  const isElsewhere = doubles.some(({ sameAs }) => 'movedTo' in sameAs)
  return [
    `Warning: ${formatNumber(doubleCount)} ${doubleCount === 1 ? 'guest is' : 'guests are'} on the list already${isElsewhere ? ', or moved to another date' : ''}. ${WHAT_OF_DOUBLES[option]}.`,
    ...shown,
    ...(more > 0 ? [`  and ${formatNumber(more)} more`] : []),
  ]
}

/** What the import would change. */
export const describePreview = (
  preview: Schemas['ImportPreview'],
  { notes, warnings, statuses, elsewhere, skipped, checkIns, doubles, guestOf }: Found,
): string =>
  [
    count('to insert', preview.toInsert),
    ...Object.entries(preview.toInsertByStatus)
      .filter(([status, value]) => value > 0 && status !== 'Valid')
      .map(([status, value]) => `    ${formatNumber(value)} ${status}`),
    count('to update', preview.toUpdate),
    ...(preview.toVoid > 0 ? [count('to void', preview.toVoid)] : []),
    count('unchanged', preview.unchanged),
    ...(preview.newTicketTypes.length > 0
      ? [`  new ticket types: ${printable(preview.newTicketTypes.join(', '))}`]
      : []),
    ...statuses.map(({ word, status, rows }) =>
      printable(`  ${tickets(rows)} with the state "${word}": read as ${status}`),
    ),
    ...(preview.checkedInRows > 0 && preview.toInsert > 0 && checkIns === 'ignore'
      ? [
          `  ${formatNumber(preview.checkedInRows)} rows say CheckedIn. New tickets are expected; --check-ins keep checks them in`,
        ]
      : []),
    ...(elsewhere > 0
      ? [
          `  ${tickets(elsewhere)} of another session: these guests are expected, ${formatNumber(preview.leftOut)} refunded or void ones are left out`,
        ]
      : []),
    ...(skipped.length > 0 ? [printable(`Warning: not imported: ${skipped.join(', ')}.`)] : []),
    ...notes.map((note) => printable(`Warning: ${note}.`)),
    ...describeWarnings(warnings),
    ...describeDoubles(preview, guestOf, doubles),
    ...preview.warnings.map(
      ({ code, tickets }) => `Warning: ${formatNumber(tickets)} ${printable(WARNINGS[code] ?? code)}.`,
    ),
  ].join('\n')

/** The first errors by line, and how many there are: `total`, if not all are known. */
export const describeErrors = (errors: readonly LineError[], total = errors.length): string => {
  const shown = errors.toSorted(byPlace).slice(0, MAX_ERRORS_SHOWN)
  const more = total - shown.length
  return [
    ...shown.map((error) => printable(describePlaced(error))),
    ...(more > 0 ? [`and ${formatNumber(more)} more`] : []),
    `${total === 1 ? '1 error' : `${formatNumber(total)} errors`}: nothing was imported.`,
  ].join('\n')
}
