// What the ticket list takes and answers.
import * as z from 'zod'
import { TICKET_STATUSES } from '../../db/schema/tickets.ts'
import { SORT_KEYS, type SortKey } from '../../domain/tickets/order.ts'
import type { PlacedTicket } from '../../domain/tickets/statements.ts'
import { Instant, parameter, uuid, writeInstant } from './values.ts'

const MAX_PAGE = 2_147_483_647
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

const sort = z
  .enum(
    SORT_KEYS.flatMap((key) => [key, `-${key}`] as const),
    `must be one of ${SORT_KEYS.join(', ')}, with - before it for descending`,
  )
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

export const ticketQuery = {
  /** Without it 1, or the page that the cursor leads to. */
  page: parameter(page),
  pageSize: parameter(pageSize).transform((value) => value ?? DEFAULT_PAGE_SIZE),
  sort: parameter(sort).transform((value) => value ?? { key: 'ticketNumber' as const, descending: false }),
  q: parameter(q),
  status: parameter(z.enum(TICKET_STATUSES, `must be one of ${TICKET_STATUSES.join(', ')}`)),
  cursor: parameter(z.string()),
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
    .nullable(),
  checkedInAt: Instant.optional(),
  transferCount: z.int(),
})

const link = z.string()

export const TicketPage = z.strictObject({
  data: z.array(Ticket),
  meta: z.strictObject({
    totalCount: z.int(),
    page: z.int(),
    pageSize: z.int(),
    totalPages: z.int(),
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
export const writeTicket = (row: PlacedTicket): z.infer<typeof Ticket> => ({
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
