// What an import prints. Text of the file or the database is made safe for a terminal.
import type { Format } from '../../src/domain/import/file/formats/format.ts'
import type { LineError } from '../../src/domain/import/file/read.ts'
import type { Plan } from '../../src/domain/import/plan.ts'

const MAX_ERRORS_SHOWN = 20
const MAX_LINE_CHARACTERS = 500
const ROWS_BETWEEN_PROGRESS = 20_000
const SECONDS_BETWEEN_PROGRESS = 5

const formatNumber = (value: number): string => value.toLocaleString('en')

/** One line as a terminal may show it: control and direction characters escaped, very long text cut. */
export const printable = (line: string): string => {
  const cut = line.length > MAX_LINE_CHARACTERS ? `${line.slice(0, MAX_LINE_CHARACTERS)}…` : line
  return cut.replace(
    /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  )
}

/** Prints the progress of a long step on stderr. A short step prints nothing. */
export const progressOf = (step: string) => (done: number, total: number) => {
  if (done % ROWS_BETWEEN_PROGRESS === 0 && done < total) {
    console.error(`  ${step}: ${formatNumber(done)} of ${formatNumber(total)}`)
  }
}

/** Prints on stderr that a write is still running, because a transaction reports no progress. */
export const whileWriting = async (rows: number, write: () => Promise<void>): Promise<void> => {
  let seconds = 0
  const timer = setInterval(() => {
    seconds += SECONDS_BETWEEN_PROGRESS
    console.error(`  writing ${formatNumber(rows)} tickets: ${seconds} seconds`)
  }, SECONDS_BETWEEN_PROGRESS * 1000)
  try {
    await write()
  } finally {
    clearInterval(timer)
  }
}

const count = (what: string, value: number): string =>
  `  ${what.padEnd(10)} ${formatNumber(value).padStart(9)}`

/** The file, its format and its number of rows. */
export const describeFile = (file: string, format: Format, rows: number): string =>
  [`${printable(file)}, columns of ${format.name}`, count('rows', rows)].join('\n')

const warn = (what: string, tickets: number, effect: string): string[] =>
  tickets === 0 ? [] : [`Warning: ${what}: ${formatNumber(tickets)}. ${effect}`]

/** The changes of the import. */
export const describePlan = (plan: Plan): string =>
  [
    count('to insert', plan.inserts.length),
    count('to update', plan.updates.length),
    ...(plan.voids.length > 0 ? [count('to void', plan.voids.length)] : []),
    count('unchanged', plan.unchanged),
    ...(plan.newTypes.length > 0
      ? [`  new ticket types: ${printable(plan.newTypes.map(({ name }) => name).join(', '))}`]
      : []),
    ...warn(
      'CheckedIn without checkedInAt',
      plan.checkedInWithoutTime,
      'These tickets come last when the list is sorted by arrival.',
    ),
    ...warn(
      'refunded or voided here, but not in the file',
      plan.notAdmitted,
      'They stay so. The status Valid makes them valid again.',
    ),
    ...warn(
      'refunded or voided in the file, but checked in here',
      plan.stillCheckedIn,
      'They stay checked in.',
    ),
  ].join('\n')

/** The first errors by line, and how many there are. */
export const describeErrors = (errors: readonly LineError[]): string => {
  const sorted = errors.toSorted((a, b) => a.line - b.line)
  const shown = sorted.slice(0, MAX_ERRORS_SHOWN)
  const more = sorted.length - shown.length
  return [
    ...shown.map(({ line, message }) => printable(`line ${line}: ${message}`)),
    ...(more > 0 ? [`and ${formatNumber(more)} more`] : []),
    `${errors.length === 1 ? '1 error' : `${formatNumber(errors.length)} errors`}: nothing was written.`,
  ].join('\n')
}
