// The ticket list: parameters and response.
import * as z from 'zod'
import { SORT_KEYS, type SortKey } from '../../domain/tickets/sort.ts'
import { TICKET_STATUSES, type Ticket as TicketRow } from '../../domain/tickets/ticket.ts'
import { countWords } from '../../domain/tickets/words.ts'
import {
  formatInstant,
  hasCharacters,
  Instant,
  pageSizeParam,
  queryParam,
  uuidSchema,
  wholeNumber,
} from './values.ts'

/** The largest 32-bit integer, because `page` is an int32. */
export const MAX_PAGE = 2_147_483_647
const DEFAULT_PAGE_SIZE = 20
/** A larger value is reduced to this: sending one larger page takes longer than sending two of these. */
const MAX_PAGE_SIZE = 500
const MAX_Q_CHARACTERS = 100
/** Each word costs a look-up in the search index; no name, seat and e-mail together need more. */
const MAX_Q_WORDS = 12

const PAGE_RULE = `must be a whole number from 1 to ${MAX_PAGE}`

const page = wholeNumber(PAGE_RULE).refine((value) => value >= 1 && value <= MAX_PAGE, PAGE_RULE)

const SORTS = SORT_KEYS.flatMap((key) => [key, `-${key}`] as const)
const DEFAULT_SORT = { key: 'ticketNumber', descending: false } as const

const sort = z
  .enum(SORTS, `must be one of ${SORT_KEYS.join(', ')}, optionally with - in front for descending`)
  .transform((value) => {
    const descending = value.startsWith('-')
    return { key: (descending ? value.slice(1) : value) as SortKey, descending }
  })

const q = z
  .string()
  .transform((value) => value.trim())
  .refine(hasCharacters(0, MAX_Q_CHARACTERS), `must have at most ${MAX_Q_CHARACTERS} characters`)
  .refine((value) => countWords(value) <= MAX_Q_WORDS, `must have at most ${MAX_Q_WORDS} words`)
  .transform((value) => (value === '' ? undefined : value))

export const ticketParams = { sessionId: uuidSchema }

/** Parameters arrive as text. `meta` describes the value that the text stands for in the OpenAPI document. */
export const ticketQuery = {
  /** Defaults to 1, or to the page of the cursor. */
  page: queryParam(page).meta({
    type: 'integer',
    format: 'int32',
    minimum: 1,
    maximum: MAX_PAGE,
    default: 1,
    examples: [2],
    description:
      'The page number, starting at 1. A page past the end is empty, and its `meta` is still exact.',
  }),
  pageSize: pageSizeParam(
    DEFAULT_PAGE_SIZE,
    MAX_PAGE_SIZE,
    `Tickets per page, at most ${MAX_PAGE_SIZE}. A larger value is reduced to ${MAX_PAGE_SIZE}, as \`meta.pageSize\` shows.`,
  ),
  sort: queryParam(sort)
    .transform((value) => value ?? DEFAULT_SORT)
    .meta({
      default: DEFAULT_SORT.key,
      examples: ['-checkedInAt'],
      description:
        'The sort key; `-` in front sorts descending. Text sorts without regard to ASCII case. Missing values come first when ascending and last when descending.',
    }),
  q: queryParam(q).meta({
    maxLength: MAX_Q_CHARACTERS,
    examples: ['garcia jo'],
    description: `At most ${MAX_Q_WORDS} words. Each must be the beginning of a word of the ticket’s number, seat, holder e-mail, attendee name or attendee e-mail. Order, case, accents and punctuation do not matter, and letters that a keyboard may lack are found by what people type for them (oneill finds O’Neill, mueller finds Müller, lukasz finds Łukasz). The last 4 to 8 characters of a ticket number count as words of it too.`,
  }),
  status: queryParam(z.enum(TICKET_STATUSES, `must be one of ${TICKET_STATUSES.join(', ')}`)).meta({
    examples: ['CheckedIn'],
    description: 'Only tickets with this status.',
  }),
  cursor: queryParam(z.string()).meta({
    examples: ['WyJVaFh…'],
    description:
      'Opaque. Part of `links.next` and `links.prev`, which cost the same at any depth. Valid only with the session, sort, search, filter and page of its link.',
  }),
}

export const TicketStatus = z.enum(TICKET_STATUSES)

export const TicketSort = z.enum(SORTS)

const count = z.int().min(0)

export const TicketCounts = z
  .strictObject({ Valid: count, CheckedIn: count, Refunded: count, Voided: count })
  .meta({ description: 'How many tickets of each status the session has.' })

export const Attendee = z.strictObject({
  name: z.string(),
  email: z.string().nullable(),
  company: z.string().nullable(),
})

export const Ticket = z.strictObject({
  id: z.uuid(),
  ticketNumber: z.string(),
  status: TicketStatus,
  ticketTypeName: z.string(),
  seatLabel: z.string().nullable(),
  currentHolderId: z.uuid().optional(),
  holderEmail: z.string().nullable(),
  attendee: Attendee.nullable().meta({ description: 'Null if no attendee is named.' }),
  checkedInAt: Instant.optional(),
  transferCount: z.int().min(0),
})

const link = z.string().meta({ description: 'Path-absolute, with the query of the request.' })

export const PageMeta = z.strictObject({
  totalCount: z.int().min(0).meta({ description: 'Exact, for the search and filter of the request.' }),
  page: z.int().min(1).max(MAX_PAGE),
  pageSize: z.int().min(1).max(MAX_PAGE_SIZE),
  totalPages: z.int().min(0),
  hasNext: z.boolean(),
  hasPrevious: z.boolean(),
})

export const PageLinks = z.strictObject({
  self: link,
  first: link,
  prev: link.nullable(),
  next: link.nullable(),
  last: link,
})

export const TicketPage = z.strictObject({ data: z.array(Ticket), meta: PageMeta, links: PageLinks })

/** The ticket in a response. Without a value, a field is null if its shape allows null, and left out otherwise. */
export const serializeTicket = (row: TicketRow): z.infer<typeof Ticket> => ({
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
  ...(row.checkedInAt !== null && { checkedInAt: formatInstant(row.checkedInAt) }),
  transferCount: row.transferCount,
})
