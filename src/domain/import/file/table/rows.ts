// Reads the rows of an import as ticket values.
import type { ErrorCode } from '../../../../errors.ts'
import { isVisible } from '../../../visible-text.ts'
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
   * Rows of another session keep their codes only if they are `kept`.
   */
  codes: 'made' | 'number' | 'kept'
  /** Whether rows that say so check new tickets in. */
  checkIns: 'ignore' | 'keep'
  /** Whether guests who are on the list already are added again, skipped, or changed on the list. */
  doubles: 'add' | 'skip' | 'change'
}

export const DEFAULT_OPTIONS: ImportOptions = {
  match: 'number',
  missing: 'keep',
  codes: 'made',
  checkIns: 'ignore',
  doubles: 'add',
}

/**
 * A problem of a row; `field` is null if it concerns the whole row.
 * `error` is the code that the run fails with, if not `invalid_request`.
 */
export type Problem = { row: number; field: string | null; message: string; error?: ErrorCode }

/** The values of a ticket, and the line of the file or number of the row that they come from. */
export type RowTicket = {
  row: number
  values: TicketValues
  /** Whether other tickets come from the row: a guest with companions. */
  isParty?: boolean
  /** What it is of a companion who has a name of their own, or the guest's with a number. */
  companion?: 'named' | 'numbered'
  /** Whether it is of another session. Then it is matched by guest, and its number is only a wish. */
  isElsewhere?: boolean
}

const MAX_PLUS_ONES = 99
/** Of a name that ends in " +2". */
const MAX_IN_NAME = 20

/** Fields of a row that are not values of a ticket. */
export const ROW_FIELDS = ['plusOnes', 'quantity', 'session'] as const

/** Names of companions, which only rows of programs and JSON Lines have as a list. */
const COMPANIONS = 'companions'

/** Columns that only the download has. */
export const DOWNLOAD_ONLY: readonly string[] = ['device', 'pageUrl', 'list']

const KNOWN: ReadonlySet<string> = new Set([...COLUMNS, ...ROW_FIELDS, COMPANIONS, ...DOWNLOAD_ONLY])

const ALL_COLUMNS = [...COLUMNS, ...ROW_FIELDS, COMPANIONS].join(', ')

/** The wrong file may have thousands of unknown columns. */
const MAX_UNKNOWN = 5
const MAX_NAME_CHARACTERS = 60

const requiredColumns = ({ match, codes }: ImportOptions): Column[] => [
  ...(match === 'number' || codes === 'number' ? (['ticketNumber'] as const) : []),
  'ticketTypeName',
  ...(match === 'code' && codes !== 'number' ? (['code'] as const) : []),
]

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')

const textIn = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

export type ReadRow = {
  tickets: RowTicket[]
  problems: Problem[]
  /** Whether it says `CheckedIn`. */
  isCheckedIn: boolean
  /** Whether it is a refunded or void ticket of another session. */
  isLeftOut: boolean
}

const IN_NAME = /^(.*\S)\s+\+(\d{1,2})$/su

/** A name that ends in the number of companions, and that number. */
export const splitName = (name: string): [name: string, plusOnes: number] | undefined => {
  const [, guest, digits] = IN_NAME.exec(name) ?? []
  const plusOnes = Number(digits)
  return guest !== undefined && plusOnes >= 1 && plusOnes <= MAX_IN_NAME ? [guest, plusOnes] : undefined
}

/** A whole number in a range; undefined for anything else. */
const readNumber = (given: unknown, min: number, max: number): number | undefined => {
  const text = typeof given === 'number' ? String(given) : given
  if (typeof text !== 'string' || !/^\+?\d{1,3}$/.test(text.trim())) return undefined
  const number = Number(text)
  return number >= min && number <= max ? number : undefined
}

/** Why the text cannot be stored; undefined if it can. */
const characterError = (text: string): string | undefined =>
  // SQLite's text functions stop at a NUL, and UTF-8 cannot encode a lone surrogate.
  text.includes('\0') || !text.isWellFormed()
    ? 'has a character that cannot be stored (NUL or half of a surrogate pair)'
    : undefined

/** The names of companions in a row, or what is wrong with them. */
const readNames = (given: unknown): string[] | { message: string } => {
  if (given === undefined || given === null) return []
  const names = Array.isArray(given) ? given.map(textIn) : ['']
  if (names.length > MAX_PLUS_ONES || names.includes('')) {
    return { message: `must be a list of up to ${MAX_PLUS_ONES} names` }
  }
  const message = characterError(names.join())
  return message === undefined ? names.map((name) => name.normalize('NFC')) : { message }
}

/** A ticket of another session as a new guest here, who is expected. */
export const asNewGuest = (
  { ticketTypeName, ...values }: TicketValues,
  codes: ImportOptions['codes'],
): TicketValues => {
  const {
    id: _,
    status: __,
    checkedInAt: ___,
    transferCount: ____,
    currentHolderId: _____,
    code,
    ...guest
  } = values
  return { ...guest, ticketTypeName, ...(codes === 'kept' && code !== undefined && { code }) }
}

/**
 * Reads rows: objects with columns as fields, all of them text, except that `transferCount`, `plusOnes` and
 * `quantity` can be numbers, and `companions` is a list of names. `rows` are all rows that are read.
 *
 * @returns a function that returns the tickets of a row, and its problems
 */
export const rowReader = (
  options: ImportOptions,
  sessionId: string,
  rows: readonly unknown[] = [],
): ((row: number, fields: unknown) => ReadRow) => {
  const required: ReadonlySet<Column> = new Set(requiredColumns(options))
  const memberKey = (reference: string, name: string) => JSON.stringify([reference, name.toLowerCase()])
  const members = new Set(
    rows.map((fields) => {
      const { reference, attendeeName } = Object(fields)
      return memberKey(textIn(reference), textIn(attendeeName))
    }),
  )

  return (row, fields) => {
    const problems: Problem[] = []
    const none = { tickets: [], problems, isCheckedIn: false, isLeftOut: false }
    const reject = (field: string | null, message: string) => problems.push({ row, field, message })
    if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) {
      reject(null, 'must be an object')
      return none
    }
    const given = fields as Record<string, unknown>
    const unknown = Object.keys(given).filter((name) => !KNOWN.has(name))
    for (const name of unknown.slice(0, MAX_UNKNOWN)) {
      const field = name.slice(0, MAX_NAME_CHARACTERS).toWellFormed()
      reject(field, `is not a column; the columns are ${ALL_COLUMNS}`)
    }
    const session = isEmpty(given.session) ? sessionId : RULES.id.read(textIn(given.session))
    if (session === undefined) reject('session', RULES.id.expected)
    const isElsewhere = session !== undefined && session !== sessionId
    if (isElsewhere && options.match === 'code') {
      reject('session', 'is another session, whose tickets are not matched by code')
    }
    const values: Record<string, string | number | null> = {}
    for (const column of COLUMNS) {
      const { read, expected, empty } = ruleOf(column)
      const value =
        column === 'transferCount' && typeof given[column] === 'number'
          ? String(given[column])
          : given[column]
      const isNameless = column === 'attendeeName' && typeof value === 'string' && !isVisible(value)
      if (isEmpty(value) || isNameless) {
        if (value !== undefined && empty === 'clear') values[column] = null
        else if (required.has(column) && !(isElsewhere && column !== 'ticketTypeName')) {
          reject(column, 'is missing')
        }
        continue
      }
      if (typeof value !== 'string') {
        reject(column, expected)
        continue
      }
      const message = characterError(value)
      if (message !== undefined) {
        reject(column, message)
        continue
      }
      // Search compares composed characters (NFC), which some systems decompose. Codes stay exact.
      const trimmed = value.trim()
      const parsed = read(column === 'code' ? trimmed : trimmed.normalize('NFC'))
      if (parsed === undefined) reject(column, expected)
      else values[column] = parsed
    }
    const { ticketNumber, attendeeName, reference } = values
    const isTicket = ['id', 'ticketNumber', 'code'].some((name) => typeof values[name] === 'string')
    if (
      !isElsewhere &&
      options.codes === 'number' &&
      values.code === undefined &&
      typeof ticketNumber === 'string'
    ) {
      if (RULES.code.read(ticketNumber) === undefined)
        reject('ticketNumber', `as a code, ${RULES.code.expected}`)
      else values.code = ticketNumber
    }

    // A ticket of its own keeps its name, and so does a companion beside their guest.
    const inName =
      typeof attendeeName === 'string' && !isTicket && !isElsewhere ? splitName(attendeeName) : undefined
    const isMember =
      inName !== undefined && typeof reference === 'string' && members.has(memberKey(reference, inName[0]))
    let plusOnes = isMember ? undefined : inName?.[1]
    for (const [field, min] of [
      ['plusOnes', 0],
      ['quantity', 1],
    ] as const) {
      if (isEmpty(given[field])) continue
      const number = readNumber(given[field], min, MAX_PLUS_ONES + min)
      if (number === undefined) {
        reject(field, `must be a whole number from ${min} to ${MAX_PLUS_ONES + min}`)
      } else if (number > min && isTicket) {
        reject(field, `must be ${min} for a row with an id, a number or a code`)
      } else if (plusOnes !== undefined && plusOnes !== number - min) {
        reject(field, `is another number of people than the row has ${plusOnes + 1} of elsewhere`)
      } else plusOnes = number - min
    }
    const names = readNames(given[COMPANIONS])
    if ('message' in names) reject(COMPANIONS, names.message)
    else if (names.length > 0 && isTicket) {
      reject(COMPANIONS, 'must be empty for a row with an id, a number or a code')
    } else if (names.length > (plusOnes ?? names.length)) {
      reject(COMPANIONS, `has more names than the row has companions: ${plusOnes}`)
    } else if (names.length > 0) plusOnes ??= names.length
    if (problems.length > 0 || 'message' in names) return none

    const isCheckedIn = values.status === 'CheckedIn'
    if (isElsewhere && (values.status === 'Refunded' || values.status === 'Voided')) {
      return { ...none, isLeftOut: true }
    }
    if (options.checkIns === 'ignore') {
      delete values.checkedInAt
      if (isCheckedIn) delete values.status
    }
    const name = inName !== undefined && !isMember ? inName[0] : attendeeName
    const whole = { ...values, ...(typeof name === 'string' && { attendeeName: name }) } as TicketValues
    const guest = isElsewhere ? asNewGuest(whole, options.codes) : whole
    const { attendeeEmail, ...shared } = guest
    const tickets = Array.from({ length: 1 + (plusOnes ?? 0) }, (_, index) => ({
      row,
      values:
        index === 0 || (typeof name !== 'string' && names[index - 1] === undefined)
          ? guest
          : {
              ...shared,
              attendeeName: names[index - 1] ?? `${name} +${index}`,
              // The guest's own address is where the companions can be reached.
              ...(attendeeEmail && !guest.holderEmail && { holderEmail: attendeeEmail }),
            },
      ...(plusOnes !== undefined && plusOnes > 0 && { isParty: true }),
      ...(index > 0 && names[index - 1] !== undefined && { companion: 'named' as const }),
      ...(index > names.length && typeof name === 'string' && { companion: 'numbered' as const }),
      ...(isElsewhere && { isElsewhere }),
    }))
    return { tickets, problems, isCheckedIn, isLeftOut: false }
  }
}
