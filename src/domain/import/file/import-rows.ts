// The rows of an import that follow from a file of guests, by what a person says of its columns.

import { hasWhole, type Mapped, mapColumns, partFor, valueFor } from './column-values.ts'
import { textOf } from './formats/format.ts'
import { isDownload } from './formats/recognise.ts'
import { type GuestFile, isTotalWord, WHO } from './guest-file.ts'
import type { Meaning } from './headings.ts'
import { isTypeAlone, peopleIn } from './pasted.ts'
import { type LineError, type Place, placeOf, type TableRow } from './read.ts'
import { addressesIn, isFailed, isNothing, readCompanions, readCount } from './table/cells.ts'
import { ruleOf } from './table/columns.ts'
import { readCell } from './table/csv.ts'
import { type ImportOptions, splitName } from './table/rows.ts'
import { readState } from './table/states.ts'

export type Reading = {
  mapping: readonly (Meaning | '')[]
  /** The type of guests whose row has none; '' leaves them without. */
  typeName: string
  /** The value that each of {@link scopesOf} must have. */
  scope: Readonly<Record<string, string>>
  /** Ticket types that are left out. */
  without: ReadonlySet<string>
  /** Whether a line of a list with several names, such as "Ana & Bo", is several guests. */
  splitsNames?: boolean
}

/** A row of an import, by Doorlist’s columns, and its place in the file. */
export type ImportRow = Place & { fields: Record<string, unknown> }

/** Values of a column that name the event or date, in the order in which they come. */
export const valuesOf = (file: GuestFile, column: string): string[] => [
  ...new Set(file.rows.map(({ fields }) => textOf(fields[column]))),
]

/** Columns with the event or date that have several values: a file belongs to one session. */
export const scopesOf = (file: GuestFile): string[] =>
  (file.format?.scope ?? []).filter(
    (column) => file.columns.some(({ name }) => name === column) && valuesOf(file, column).length > 1,
  )

/** Rows of another event or date than the first. */
export const scopeErrors = (file: GuestFile): LineError[] =>
  scopesOf(file).flatMap((column) => {
    const [first] = file.rows
    const expected = textOf(first?.fields[column])
    return file.rows
      .filter(({ fields }) => textOf(fields[column]) !== expected)
      .map((row) => ({
        ...placeOf(row),
        message: `${column}: must be "${expected}" as on line ${first?.line}; a file belongs to one session`,
      }))
  })

/** The parts of a name; undefined without a column. */
type NameParts = { first: string | undefined; middle: string; infix: string; last: string | undefined }

/**
 * Without a column of last names, a name that lacks the first one is the last: "Vorname", "Name".
 * Without one of first names, a name that lacks the last one is the first.
 */
const fullName = (name: string, { first, middle, infix, last }: NameParts): string => {
  const lacks = (part = '') => !name.toLowerCase().includes(part.toLowerCase())
  const join = (...parts: string[]) => parts.filter(Boolean).join(' ')
  const family = (rest: string) =>
    ` ${rest} `.toLowerCase().includes(` ${infix} `.toLowerCase()) ? rest : join(infix, rest)
  const given = join(first ?? '', middle)
  if (name === '') return join(given, family(last ?? ''))
  if (last === undefined) {
    return first !== undefined && (first === '' || lacks(first)) ? join(given, family(name)) : name
  }
  return first === undefined && lacks(last) ? join(name, middle, family(last)) : name
}

/** The names of companions beside a column that says how many come, or whether somebody does. */
const namesBeside = (count: string, row: TableRow, mapping: Reading['mapping']): string[] => {
  const cells = mapping.flatMap((meaning, index) => (meaning === 'plusOnes' ? [row.cells[index] ?? ''] : []))
  const number = readCompanions(count)
  if (cells.length < 2 || typeof number !== 'number' || number === 0) return []
  return cells.map((cell) => readCompanions(cell)).find((names) => Array.isArray(names)) ?? []
}

/** Whether a name and its parts are of two people, who may have the same last name. */
const areTwoNames = (name: string, first = '', last = ''): boolean => {
  const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  const words = fold(first || last)
    .split(/[\s-]+/)
    .filter(Boolean)
  return name !== '' && words.length > 0 && !words.some((word) => fold(name).includes(word))
}

const ofMapping = (
  row: TableRow,
  mapped: Mapped,
  warn: (message: string) => void,
): Record<string, unknown> => {
  const values: Partial<Record<Meaning, string>> = {}
  for (const meaning of mapped.indexes.keys()) {
    values[meaning] = readCell(valueFor(meaning, row, mapped) ?? '')
  }
  const { firstName, lastName, ...fields } = values
  const name = fullName(fields.attendeeName ?? '', {
    first: hasWhole('firstName', mapped) ? firstName : undefined,
    middle: readCell(partFor('firstName', 'middle', row, mapped)),
    infix: readCell(partFor('lastName', 'infix', row, mapped)),
    last: hasWhole('lastName', mapped) ? lastName : undefined,
  })
  if (firstName !== undefined && lastName !== undefined && areTwoNames(name, firstName, lastName)) {
    const other = [firstName, lastName].filter(Boolean).join(' ')
    warn(`has two names, "${name}" and "${other}"; "${name}" is read`)
  }
  const names = namesBeside(fields.plusOnes ?? '', row, mapped.mapping)
  const isNamed = [fields.attendeeName, firstName, lastName].some((part) => part !== undefined)
  return {
    ...fields,
    ...(names.length > 0 && { companions: names }),
    ...(isNamed && { attendeeName: name }),
    // Without a flag, a note is not shown at the door.
    ...(fields.note && !fields.flag && { flag: 'Info' }),
  }
}

const EMAILS: readonly string[] = ['holderEmail', 'attendeeEmail']

/**
 * A code or number without what a spreadsheet shows around it: an apostrophe that keeps zeros, and grouping,
 * currency and empty decimals. A dot alone may belong to it.
 */
const readDigits = (cell: string): string => {
  const [, whole] =
    /^(?:\p{Sc}\s?)?(\d{1,3}(?:[,'’ ]\d{3})+(?:\.0+)?|\d{1,3}(?:\.\d{3}){2,}(?:,0+)?)(?:\s?\p{Sc})?$/u.exec(
      cell,
    ) ?? []
  return whole === undefined
    ? cell.replace(/^'(?=\d+$)/, '').replace(/^(\d{4,})\.0$/, '$1')
    : whole.replace(/[.,]0{1,2}$/, '').replace(/\D/g, '')
}

const COUNTED: readonly string[] = ['quantity', 'transferCount']

/** The first address of a cell; undefined if it has none. */
const readAddress = (cell: string, warn: (message: string) => void): string | undefined => {
  const [first, ...others] = addressesIn(cell)
  if (first === undefined) warn(`"${cell}" is no e-mail address and is left out`)
  if (others.length > 0) warn(`"${cell}" has several e-mail addresses; ${first} is read`)
  return first
}

/** Values as a service takes them, of cells as people write them. */
const toValues = (
  fields: Record<string, unknown>,
  warn: (message: string) => void,
  reject: (label: string, message: string) => void,
): Record<string, unknown> => {
  const values: Record<string, unknown> = {}
  for (const [field, given] of Object.entries(fields)) {
    const cell = textOf(given)
    if (given === undefined) continue
    if (Array.isArray(given)) {
      values[field] = given
      values.plusOnes = String(Math.max(Number(values.plusOnes ?? 0), given.length))
      continue
    }
    if (isNothing(field, cell)) values[field] = ''
    else if (EMAILS.includes(field)) {
      // Without a value, an address that the ticket has stays.
      const address = readAddress(cell, warn)
      if (address !== undefined) values[field] = address
    } else if (field === 'plusOnes') {
      const companions = readCompanions(cell)
      if (companions === undefined) reject(field, `"${cell}" is neither a number nor names`)
      else if (typeof companions === 'number') values.plusOnes = String(companions)
      else values.companions = companions
    } else if (field === 'quantity' && /[,+]/.test(cell) && readCount(cell) === undefined) {
      reject(field, `"${cell}" is no number of people`)
    } else if (COUNTED.includes(field)) values[field] = readCount(cell) ?? given
    else if (DIGIT_COLUMNS.some((column) => column === field)) values[field] = readDigits(cell)
    else values[field] = given
  }
  return values
}

/** A row of a list, with the status that its word means. */
const withStatus = (
  fields: Record<string, unknown>,
  warn: (message: string) => void,
): Record<string, unknown> => {
  const cell = textOf(fields.status)
  const state = isKnownStatus(cell) ? undefined : readState(cell)
  if (state?.isUnsure) warn(`"${cell}" is read as a guest who comes`)
  const status = state?.status ?? cell
  if (status === '') return fields
  // Who does not come may count nobody.
  const isNobody = status === 'Voided' && textOf(fields.quantity) === '0'
  return { ...fields, status, ...(isNobody && { quantity: '' }) }
}

/** How many people a row of a report is for. Its column has several names. */
const peopleOf = (row: TableRow, mapped: Mapped): Record<string, unknown> => {
  const quantity = valueFor('quantity', row, mapped)
  return quantity === undefined ? {} : { quantity }
}

const TICKETS: readonly string[] = ['id', 'ticketNumber', 'code']
/** `Ana ++`, `Ana x2-3`, `Ana, Bo, Cy`: what may be several people. */
const MAY_COUNT = /\+|\s[x×]\s?\d|[([]\d+[)\]]$|[,;].*[,;]/iu

/** `+1`, which is no phone number. */
const NOTE_COUNTS = /(?<!\d)\+\s?\d{1,2}(?![\d\s().-]*\d)|(?<!\p{L})plus[\s-](?:one|1)(?![\p{L}\d])/iu

/** A row whose name also says how many come, as people write it in a list: `Ana (+2)`, `Ana and guest`. */
const withPeople = (
  fields: Record<string, unknown>,
  warn: (message: string) => void,
): Record<string, unknown> => {
  const name = textOf(fields.attendeeName)
  const note = textOf(fields.note)
  if (NOTE_COUNTS.test(note) && !['plusOnes', 'quantity'].some((field) => textOf(fields[field]) !== ''))
    warn(`the note "${note}" may be a number of people, and is not counted`)
  // The service reads `Ana +2`.
  const isSaid = name === '' || splitName(name) !== undefined
  if (isSaid || TICKETS.some((field) => textOf(fields[field]) !== '')) return fields
  const { guest, more = 0, isSeveral } = peopleIn(name)
  const plusOnes = textOf(fields.plusOnes)
  const column = plusOnes || (textOf(fields.quantity) && String(Number(fields.quantity) - 1))
  if (guest === undefined || (column && column !== String(more))) {
    if (guest !== undefined || (!column && (isSeveral || MAY_COUNT.test(name))))
      warn(`"${name}" is one guest`)
    return fields
  }
  const { attendeeName, companions } = guest
  warn(`"${name}" is "${attendeeName}" with ${more} more`)
  const notes = [note, textOf(guest.note)].filter(Boolean).join(' - ')
  return {
    ...fields,
    attendeeName,
    plusOnes: String(more),
    ...(companions !== undefined && fields.companions === undefined && { companions }),
    ...(notes !== '' && { note: notes, flag: textOf(fields.flag) || 'Info' }),
  }
}

const isKnownStatus = (cell: string): boolean => ruleOf('status').read(cell) !== undefined

const hasValue = (fields: Record<string, unknown>): boolean =>
  Object.entries(fields).some(([field, value]) => !isNothing(field, textOf(value)))

/** A word of another system, the status that it is read as, and in how many rows. */
export type ReadStatus = { word: string; status: string; rows: number }

/** A number that a spreadsheet has rounded. 12E345 is a code. */
const ROUNDED = /^[+-]?\d+([.,]\d+)?E[+-]\d+$/i

/** Columns of digits, which spreadsheets take for numbers. */
const DIGIT_COLUMNS = ['code', 'ticketNumber', 'reference'] as const

/** The guests of a line: the first has the address and the companions. */
const splitNames = (
  { holderEmail: _, plusOnes: __, quantity: ___, ...shared }: Record<string, unknown>,
  fields: Record<string, unknown>,
  names: readonly string[],
): Record<string, unknown>[] =>
  names.map((attendeeName, index) => ({ ...(index === 0 ? fields : shared), attendeeName }))

/** The rows of an import, what is wrong with them before the service sees them, warnings, and statuses. */
export const toImportRows = (
  file: GuestFile,
  reading: Reading,
): { rows: ImportRow[]; errors: LineError[]; warnings: LineError[]; statuses: ReadStatus[] } => {
  const errors = [...file.errors]
  const warnings = [...file.warnings]
  const isExact = file.table === undefined || isDownload(file.columns.map(({ name }) => name))
  const isOwn = file.format !== undefined && file.format.stateOf === undefined
  const statuses = new Map<string, ReadStatus>()
  const mapped = mapColumns(file.columns, reading.mapping)
  const hasWho = reading.mapping.some((meaning) => WHO.includes(meaning))
  // The type that a row gives to those after it.
  let group = ''
  const rows = file.rows
    .filter(({ fields }) =>
      Object.entries(reading.scope).every(([column, value]) => textOf(fields[column]) === value),
    )
    .flatMap((source) => {
      const reject = (label: string, message: string) =>
        errors.push({ ...placeOf(source), message: `${label}: ${message}` })
      const warn = (message: string) => warnings.push({ ...placeOf(source), message })
      const { sheet, names } = source
      if (!isExact && source.cells.some(isFailed))
        warn('has a formula that failed, whose cell is read as empty')
      const given = file.format?.toColumns(source.fields, reject) ?? ofMapping(source, mapped, warn)
      const people = file.format?.isPlain ? peopleOf(source, mapped) : {}
      const values = isExact ? given : toValues({ ...given, ...people }, warn, reject)
      const read = isExact || file.format !== undefined ? values : withPeople(withStatus(values, warn), warn)
      if (!isExact && !hasValue(given)) {
        warn('has no value in a column that is read, and is left out')
        return []
      }
      if (file.format === undefined) {
        const found = Object.keys(read).filter((field) => !isNothing(field, textOf(read[field])))
        const name = textOf(read.attendeeName)
        if (found.length === 1 && name !== '' && file.columns.length > 1 && isTypeAlone(name)) {
          group = name
          warn(`"${name}" is the ticket type of the guests after it`)
          return []
        }
        if (hasWho && !found.some((field) => WHO.includes(field)))
          warn('has no name, e-mail address, number or code, and is read as a guest')
        else if (
          found.length === 1 &&
          file.columns.length > 1 &&
          /(?<![\p{L}\p{N}+])\p{N}{2}|[:：]|^\*|(?:\s\p{Ll}+){3}/u.test(name)
        )
          warn(`"${name}" is read as a guest`)
        else if (isTotalWord(name)) warn(`"${name}" is read as a guest`)
      }
      // A person, or the sheet, says what guests are whose row does not.
      const isList = file.format === undefined || file.isPasted || file.format.isPlain
      const chosen = isList ? reading.typeName : ''
      const type = file.format === undefined ? group || chosen || sheet || '' : (sheet ?? chosen)
      const isTypeless = type !== '' && textOf(read.ticketTypeName) === ''
      const fields = isTypeless ? { ...read, ticketTypeName: type } : read
      if (reading.without.has(String(fields.ticketTypeName ?? ''))) return []
      for (const column of DIGIT_COLUMNS) {
        if (ROUNDED.test(textOf(fields[column]))) {
          reject(
            file.format?.labels[column] ?? column,
            'the spreadsheet has rounded this number. Format the column as text and enter it again.',
          )
        }
      }
      const { status } = fields
      if (!isOwn && (status === 'Voided' || status === 'Refunded')) {
        const word = file.format?.stateOf?.(source.fields) ?? textOf(given.status)
        const known = statuses.get(word) ?? { word, status, rows: 0 }
        statuses.set(word, { ...known, rows: known.rows + 1 })
      }
      if (names === undefined) return [{ ...placeOf(source), fields }]
      if (reading.splitsNames)
        return splitNames(fields, fields, names).map((each) => ({ ...placeOf(source), fields: each }))
      warn(`"${String(fields.attendeeName)}" is one guest`)
      return [{ ...placeOf(source), fields }]
    })
  return { rows, errors, warnings, statuses: [...statuses.values()] }
}

const has = ({ fields }: ImportRow, field: string): boolean => String(fields[field] ?? '').trim() !== ''

/** Whether a row tells who comes. A file without any is none of guests. */
export const hasGuests = (rows: readonly ImportRow[]): boolean =>
  rows.some((row) =>
    ['attendeeName', 'holderEmail', 'attendeeEmail', 'ticketNumber', 'code'].some((field) => has(row, field)),
  )

/** How many rows are of another session, such as last week’s. */
export const countElsewhere = (rows: readonly ImportRow[], sessionId: string): number =>
  rows.filter((row) => has(row, 'session') && String(row.fields.session).trim().toLowerCase() !== sessionId)
    .length

/** By what the rows find their tickets: the surest of what they have. Exports have numbers. */
export const matchOf = (
  { format }: Pick<GuestFile, 'format'>,
  rows: readonly ImportRow[],
): ImportOptions['match'] => {
  const have = (field: string) => rows.every((row) => has(row, field))
  if (format?.labels.ticketNumber !== undefined || have('ticketNumber')) return 'number'
  return have('code') ? 'code' : 'guest'
}
