// The ticket changes: parameters and response. Tickets are arrays of values, because most devices load thousands.
import * as z from 'zod'
import { MAX_CHANGES_PAGE_SIZE } from '../../domain/tickets/list-changes.ts'
import type { Ticket } from '../../domain/tickets/ticket.ts'
import { TicketCounts, TicketStatus } from './tickets.ts'
import { formatInstant, Instant, pageSizeParam, queryParam } from './values.ts'

const DEFAULT_PAGE_SIZE = 1_000

export const ticketChangesQuery = {
  since: queryParam(z.string()).meta({
    examples: ['WyJmVU5…'],
    description: 'Opaque: `next` of the response before. Without it, the response begins the whole list.',
  }),
  pageSize: pageSizeParam(
    DEFAULT_PAGE_SIZE,
    MAX_CHANGES_PAGE_SIZE,
    `Tickets per response, at most ${MAX_CHANGES_PAGE_SIZE}. A larger value is reduced to ${MAX_CHANGES_PAGE_SIZE}. If texts are long, a response can have fewer.`,
  ),
}

/** The values of a row, in their order. */
const ROW = {
  id: z.uuid(),
  ticketNumber: z.string(),
  status: TicketStatus,
  ticketTypeName: z.string(),
  seatLabel: z.string().nullable(),
  holderEmail: z.string().nullable(),
  attendeeName: z.string().nullable(),
  attendeeEmail: z.string().nullable(),
  attendeeCompany: z.string().nullable(),
  checkedInAt: Instant.nullable(),
  transferCount: z.int().min(0),
}

const FIELDS = Object.keys(ROW) as (keyof typeof ROW)[]

export const TicketRow = z
  .tuple([
    ROW.id,
    ROW.ticketNumber,
    ROW.status,
    ROW.ticketTypeName,
    ROW.seatLabel,
    ROW.holderEmail,
    ROW.attendeeName,
    ROW.attendeeEmail,
    ROW.attendeeCompany,
    ROW.checkedInAt,
    ROW.transferCount,
  ])
  .meta({ description: 'A ticket as it is now: its values in the order of `fields`.' })

export const TicketChanges = z.strictObject({
  fields: z.array(z.enum(FIELDS)).meta({ description: 'The names of the values in each row.' }),
  rows: z.array(TicketRow),
  removed: z.array(z.uuid()).meta({ description: 'Ids of tickets that the session no longer has.' }),
  counts: TicketCounts,
  more: z.boolean().meta({ description: 'Whether to ask again at once, with `since` set to `next`.' }),
  next: z.string().meta({ description: 'Opaque: `since` of the next request.' }),
})

const serializeRow = (ticket: Ticket): z.infer<typeof TicketRow> => [
  ticket.id,
  ticket.ticketNumber,
  ticket.status,
  ticket.ticketTypeName,
  ticket.seatLabel,
  ticket.holderEmail,
  ticket.attendeeName,
  ticket.attendeeEmail,
  ticket.attendeeCompany,
  ticket.checkedInAt === null ? null : formatInstant(ticket.checkedInAt),
  ticket.transferCount,
]

type Changes = { tickets: Ticket[] } & Pick<
  z.infer<typeof TicketChanges>,
  'removed' | 'counts' | 'more' | 'next'
>

export const serializeChanges = ({
  tickets,
  removed,
  counts,
  more,
  next,
}: Changes): z.infer<typeof TicketChanges> => ({
  fields: FIELDS,
  rows: tickets.map(serializeRow),
  removed,
  counts,
  more,
  next,
})
