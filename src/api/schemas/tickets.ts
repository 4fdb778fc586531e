// What the ticket list takes and answers.
import * as z from 'zod'
import { SORT_KEYS, type SortKey } from '../../domain/tickets/sort.ts'
import { TICKET_STATUSES, type Ticket as TicketRow } from '../../domain/tickets/ticket.ts'
import { Instant, parameter, uuid, writeInstant } from './values.ts'

export const MAX_PAGE = 2_147_483_647
const DEFAULT_PAGE_SIZE = 20
/** More is coerced to this many: a larger page would take longer to send than two of them. */
const MAX_PAGE_SIZE = 500
const MAX_Q_CHARACTERS = 100

const digits = (message: string) => z.string().regex(/^\d+$/, message)

const page = digits(`must be a whole number from 1 to ${MAX_PAGE}`)
  .transform(Number)
  .refine((value) => value >= 1 && value <= MAX_PAGE, `must be a whole number from 1 to ${MAX_PAGE}`)

const pageSize = digits('must be a whole number, 1 or more')
  .transform(Number)
  .refine((value) => value >= 1, 'must be a whole number, 1 or more')
  .transform((value) => Math.min(value, MAX_PAGE_SIZE))

const SORTS = SORT_KEYS.flatMap((key) => [key, `-${key}`] as const)
const DEFAULT_SORT = { key: 'ticketNumber', descending: false } as const

const sort = z
  .enum(SORTS, `must be one of ${SORT_KEYS.join(', ')}, with - before it for descending`)
  .transform((value) => {
    const descending = value.startsWith('-')
    return { key: (descending ? value.slice(1) : value) as SortKey, descending }
  })

const q = z
  .string()
  .transform((value) => value.trim())
  .refine(
    (value) => [...value].length <= MAX_Q_CHARACTERS,
    `must have at most ${MAX_Q_CHARACTERS} characters`,
  )
  .transform((value) => (value === '' ? undefined : value))

export const ticketParams = { sessionId: uuid }

/** Parameters arrive as text; what they mean is said to the document by `meta`. */
export const ticketQuery = {
  /** Without it 1, or the page that the cursor leads to. */
  page: parameter(page).meta({
    type: 'integer',
    format: 'int32',
    minimum: 1,
    maximum: MAX_PAGE,
    default: 1,
    examples: [2],
    description: 'The page, from 1. Past the end: an empty page with the true figures.',
  }),
  pageSize: parameter(pageSize)
    .transform((value) => value ?? DEFAULT_PAGE_SIZE)
    .meta({
      type: 'integer',
      format: 'int32',
      minimum: 1,
      default: DEFAULT_PAGE_SIZE,
      examples: [100],
      description: `Tickets a page. More than ${MAX_PAGE_SIZE} is taken for ${MAX_PAGE_SIZE}, and \`meta.pageSize\` says so.`,
    }),
  sort: parameter(sort)
    .transform((value) => value ?? DEFAULT_SORT)
    .meta({
      enum: SORTS,
      default: DEFAULT_SORT.key,
      examples: ['-checkedInAt'],
      description:
        'The order; `-` before the key for descending. Text sorts without regard to ASCII case. A missing value comes first ascending and last descending.',
    }),
  q: parameter(q).meta({
    maxLength: MAX_Q_CHARACTERS,
    examples: ['garcia jo'],
    description:
      'Words, each of which must be the beginning of a word of the ticket’s number, seat, holder e-mail, attendee name or attendee e-mail, in any order, without regard to case and accents. The last 4 to 8 characters of a ticket number are words of it too. Signs mean nothing.',
  }),
  status: parameter(z.enum(TICKET_STATUSES, `must be one of ${TICKET_STATUSES.join(', ')}`)).meta({
    enum: TICKET_STATUSES,
    examples: ['CheckedIn'],
    description: 'Tickets of this status only.',
  }),
  cursor: parameter(z.string()).meta({
    examples: ['WyJVaFh…'],
    description:
      'From `links.next` and `links.prev`, never made by hand: seeks to its page at the same cost at any depth. Good for the session, sort, search, filter and page that it was given for.',
  }),
}

export const Ticket = z.strictObject({
  id: z.uuid(),
  ticketNumber: z.string(),
  status: z.enum(TICKET_STATUSES),
  ticketTypeName: z.string(),
  seatLabel: z.string().nullable(),
  currentHolderId: z.uuid().optional(),
  holderEmail: z.string().nullable(),
  attendee: z
    .strictObject({ name: z.string(), email: z.string().nullable(), company: z.string().nullable() })
    .nullable()
    .meta({ description: 'Null where nobody is named.' }),
  checkedInAt: Instant.optional(),
  transferCount: z.int().min(0),
})

const link = z.string().meta({ description: 'Path-absolute, with the query that was asked.' })

export const TicketPage = z.strictObject({
  data: z.array(Ticket),
  meta: z.strictObject({
    totalCount: z.int().min(0).meta({ description: 'Exact, for the search and filter asked.' }),
    page: z.int().min(1).max(MAX_PAGE),
    pageSize: z.int().min(1).max(MAX_PAGE_SIZE),
    totalPages: z.int().min(0),
    hasNext: z.boolean(),
    hasPrevious: z.boolean(),
  }),
  links: z.strictObject({
    self: link,
    first: link,
    prev: link.nullable(),
    next: link.nullable(),
    last: link,
  }),
})

/** A ticket as the wire has it: what its shape lets be null is null, what it does not is left out. */
export const writeTicket = (row: TicketRow): z.infer<typeof Ticket> => ({
  id: row.id,
  ticketNumber: row.ticketNumber,
  status: row.status,
  ticketTypeName: row.ticketTypeName,
  seatLabel: row.seatLabel,
  ...(row.currentHolderId !== null && { currentHolderId: row.currentHolderId }),
  holderEmail: row.holderEmail,
  attendee:
    row.attendeeName === null
      ? null
      : { name: row.attendeeName, email: row.attendeeEmail, company: row.attendeeCompany },
  ...(row.checkedInAt !== null && { checkedInAt: writeInstant(row.checkedInAt) }),
  transferCount: row.transferCount,
})
