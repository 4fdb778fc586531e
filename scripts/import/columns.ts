// The columns of a file with tickets: how a cell is read, and where the table `tickets` keeps its value.
import { INSTANT_RULE, instantSchema, UUID_RULE, uuidSchema } from '../../src/api/resources/values.ts'
import { FLAGS } from '../../src/db/schema/tickets.ts'
import { TICKET_STATUSES } from '../../src/domain/tickets/ticket.ts'

type ColumnRule = {
  /** The column of the table. */
  stored: string
  /** Parses the text of a cell that is not empty. Returns undefined if it is not valid. */
  read: (text: string) => string | number | undefined
  /** The message for a cell that is not valid. */
  expected: string
  /** `required`: a cell must not be empty. `keep`: an empty cell keeps the ticket's value. `clear`: it clears it. */
  empty: 'required' | 'keep' | 'clear'
  /** The value of a new ticket whose row does not give one. */
  initial: string | number | null
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

const readUuid = (value: string): string | undefined => uuidSchema.safeParse(value).data

/** Epoch milliseconds. The table accepts none before 1970. */
const readEpoch = (value: string): number | undefined => {
  const instant = instantSchema.safeParse(value).data?.getTime()
  return instant !== undefined && instant >= 0 ? instant : undefined
}

const readTransfers = (value: string): number | undefined =>
  /^\d+$/.test(value) && Number(value) <= MAX_TRANSFERS ? Number(value) : undefined

/** By the names of the header of CSV and the fields of JSON Lines. */
export const RULES = {
  id: { stored: 'id', read: readUuid, expected: UUID_RULE, empty: 'keep', initial: '' as string },
  ticketNumber: { ...text('ticket_number'), empty: 'required', initial: '' as string },
  status: {
    stored: 'status',
    read: (value) => TICKET_STATUSES.find((status) => status === value),
    expected: `must be one of ${TICKET_STATUSES.join(', ')}`,
    empty: 'keep',
    initial: 'Valid' as string,
  },
  ticketTypeName: { ...text('ticket_type_name'), empty: 'required', initial: '' as string },
  code: {
    stored: 'code',
    read: (value) => (/^\P{Cc}{1,200}$/u.test(value) ? value : undefined),
    expected: 'must have 1 to 200 characters, and no control characters',
    empty: 'keep',
    initial: '' as string,
  },
  note: {
    ...text('note'),
    read: (value) => (/^\P{Cc}{1,280}$/u.test(value) ? value : undefined),
    expected: 'must have at most 280 characters, on one line',
  },
  flag: {
    stored: 'flag',
    read: (value) => FLAGS.find((flag) => flag === value),
    expected: `must be one of ${FLAGS.join(', ')}`,
    empty: 'keep',
    initial: 'None' as string,
  },
  seatLabel: text('seat_label'),
  currentHolderId: { ...text('current_holder_id'), read: readUuid, expected: UUID_RULE },
  holderEmail: text('holder_email'),
  attendeeName: text('attendee_name'),
  attendeeEmail: text('attendee_email'),
  attendeeCompany: text('attendee_company'),
  checkedInAt: {
    stored: 'checked_in_at',
    read: readEpoch,
    expected: INSTANT_RULE,
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

/** The values that a file gives a ticket. A field that is absent keeps the ticket's value; null clears it. */
export type TicketValues = { ticketNumber: string; ticketTypeName: string } & {
  -readonly [Name in Column]?: (typeof RULES)[Name]['initial']
}

/** A row of the table `tickets`. */
export type TicketRow = { key: number; session_number: number; ticket_type_id: string } & {
  -readonly [Name in Column as (typeof RULES)[Name]['stored']]: (typeof RULES)[Name]['initial']
}

export const STORED_COLUMNS = [
  'key',
  'session_number',
  'ticket_type_id',
  ...COLUMNS.map((column) => RULES[column].stored),
] as const
