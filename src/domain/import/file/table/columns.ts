// The columns of an import: how values are parsed, and where the table `tickets` stores them.
import { FLAGS, MAX_REFERENCE, STATUSES } from '../../../../db/schema/ticket-constants.ts'

type ColumnRule = {
  /** The column of the table. */
  stored: string
  /** Parses non-empty text; undefined if invalid. */
  read: (text: string) => string | number | undefined
  /** The message for invalid text. */
  expected: string
  /** Whether an empty value keeps or clears the ticket’s value. */
  empty: 'keep' | 'clear'
  /** The value of a new ticket if the row gives none. */
  initial: string | number | null
}

const line = (max: number) => {
  const pattern = new RegExp(`^\\P{Cc}{1,${max}}$`, 'u')
  return {
    read: (value: string) => (pattern.test(value) ? value : undefined),
    expected: `must have 1 to ${max} characters, and no control characters`,
  }
}

/** The largest `transferCount` of an import: six digits. */
const MAX_TRANSFERS = 999_999

const text = <Stored extends string>(stored: Stored) =>
  ({
    stored,
    read: (value: string) => value,
    expected: 'must be text',
    empty: 'clear',
    initial: null as string | null,
  }) as const

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const readUuid = (value: string): string | undefined => (UUID.test(value) ? value.toLowerCase() : undefined)

const uuid = { read: readUuid, expected: 'must be a UUID' } as const

const INSTANT = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/

/** The end of the year 9999 in UTC. */
const MAX_EPOCH = Date.UTC(10_000, 0, 1) - 1

/** Epoch milliseconds. The table accepts nothing before 1970. */
const readEpoch = (value: string): number | undefined => {
  const day = INSTANT.exec(value)?.[1]
  // `Date` would read 30 February as 2 March.
  if (day === undefined || !isDay(day)) return undefined
  const epoch = Date.parse(value)
  return epoch >= 0 && epoch <= MAX_EPOCH ? epoch : undefined
}

const isDay = (day: string): boolean => {
  const date = new Date(day)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day)
}

const readTransfers = (value: string): number | undefined =>
  /^\d+$/.test(value) && Number(value) <= MAX_TRANSFERS ? Number(value) : undefined

/** By column name in a file, and field name in a request. */
export const RULES = {
  id: { stored: 'id', ...uuid, empty: 'keep', initial: '' as string },
  ticketNumber: {
    ...text('ticket_number'),
    ...line(100),
    empty: 'keep',
    initial: '' as string,
  },
  status: {
    stored: 'status',
    read: (value) => STATUSES.find((status) => status === value),
    expected: `must be one of ${STATUSES.join(', ')}`,
    empty: 'keep',
    initial: 'Valid' as string,
  },
  ticketTypeName: {
    ...text('ticket_type_name'),
    ...line(200),
    empty: 'keep',
    initial: '' as string,
  },
  code: {
    stored: 'code',
    ...line(200),
    empty: 'keep',
    initial: '' as string,
  },
  note: {
    ...text('note'),
    ...line(280),
  },
  flag: {
    stored: 'flag',
    read: (value) => FLAGS.find((flag) => flag === value),
    expected: `must be one of ${FLAGS.join(', ')}`,
    empty: 'keep',
    initial: 'None' as string,
  },
  seatLabel: {
    ...text('seat_label'),
  },
  // An import may have made it for a party, so a file without it keeps it.
  reference: {
    ...text('reference'),
    ...line(MAX_REFERENCE),
    empty: 'keep',
  },
  currentHolderId: { ...text('current_holder_id'), ...uuid },
  holderEmail: text('holder_email'),
  attendeeName: {
    ...text('attendee_name'),
  },
  attendeeEmail: text('attendee_email'),
  attendeeCompany: {
    ...text('attendee_company'),
  },
  checkedInAt: {
    stored: 'checked_in_at',
    read: readEpoch,
    expected: 'must be an ISO 8601 date and time with Z or an offset such as +02:00',
    empty: 'clear',
    initial: null as number | null,
  },
  transferCount: {
    stored: 'transfer_count',
    read: readTransfers,
    expected: `must be a whole number from 0 to ${MAX_TRANSFERS}`,
    empty: 'keep',
    initial: 0 as number,
  },
} as const satisfies Record<string, ColumnRule>

export type Column = keyof typeof RULES

export const COLUMNS = Object.keys(RULES) as Column[]

export const ruleOf = (column: Column): ColumnRule => RULES[column]

/** The values that a row gives a ticket. Absent ones are kept; null clears. */
export type TicketValues = { ticketTypeName: string } & {
  -readonly [Name in Column]?: (typeof RULES)[Name]['initial']
}

/** A row of the table `tickets`. */
export type TicketRow = {
  key: number
  session_number: number
  ticket_type_id: string
  cover: string | null
  cover_record: string | null
  source_id: string | null
  guest_list_id: string | null
  guest_list_entry: number | null
} & {
  -readonly [Name in Column as (typeof RULES)[Name]['stored']]: (typeof RULES)[Name]['initial']
}

/** The values of a ticket, without missing ones. */
export const valuesOf = (row: TicketRow): TicketValues =>
  Object.fromEntries(
    COLUMNS.map((column) => [column, row[RULES[column].stored]]).filter(([, value]) => value !== null),
  )

export const STORED_COLUMNS = [
  'key',
  'session_number',
  'ticket_type_id',
  'cover',
  'cover_record',
  'source_id',
  'guest_list_id',
  'guest_list_entry',
  ...COLUMNS.map((column) => RULES[column].stored),
] as const
