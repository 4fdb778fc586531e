// The ticket list: a page of a session's tickets in one round trip, at a cost that does not depend on the
// size of the session or of the database.
import type { Database } from '../../db/client.ts'
import { requireAccess } from '../access.ts'
import { orderOf, type Position, positionOf, positionValues, type Sort } from './order.ts'
import type { TicketStatus } from './places.ts'
import { cutWords, matchExpression } from './search.ts'
import { type PlacedTicket, readPage, scopeValues, statementFor } from './statements.ts'

/** Which tickets, in which order, for whom. */
export type Selection = {
  subject: string
  sessionId: string
  sort: Sort
  status: TicketStatus | undefined
  /** What was typed into the search box, not empty; or undefined for no search. */
  q: string | undefined
  /** Tags of the list that the caller holds: where one is current, no ticket is read. */
  knownTags: readonly string[] | 'any'
}

/** Which part of the selected tickets: a page by its number, or the tickets next to a position. */
export type Paging = {
  page: number
  pageSize: number
  seek: { direction: 'next' | 'prev'; position: Position } | undefined
}

/** A page of tickets, and how it lies among the selected ones. */
export type TicketPage = {
  /** Of all selected tickets. */
  totalCount: number
  tickets: PlacedTicket[]
  /** Whether there are tickets before the first and behind the last of these. */
  before: boolean
  behind: boolean
  first: Position | undefined
  last: Position | undefined
}

export type TicketList = {
  /** Another value after every change of a ticket of the session. */
  tag: string
  /** Undefined where the caller holds the list with this tag. */
  page: TicketPage | undefined
}

/**
 * Lists one page of a session's tickets for a member of its organizer.
 *
 * @throws AppError `session_not_found`, also for who is no member; `forbidden` for another event's staff
 */
export const listTickets = async (
  db: Database,
  { subject, sessionId, sort, status, q, knownTags }: Selection,
  { page, pageSize, seek }: Paging,
): Promise<TicketList> => {
  const words = q === undefined ? undefined : cutWords(q)
  const order = orderOf(sort, status)
  const paging = seek?.direction ?? (page === 1 ? 'first' : 'number')
  const statement = statementFor({ sort: order, status, search: words !== undefined, paging })
  // A search without a letter or digit finds nothing, and nobody need look.
  const idle = words?.length === 0

  const row = await db.queryFirst(statement, {
    ...scopeValues(subject, sessionId, idle ? 'any' : knownTags),
    ...(words !== undefined && { match: matchExpression(words) }),
    ...(seek === undefined
      ? { limit: pageSize, offset: (page - 1) * pageSize }
      : // One more than the page holds, to know whether the links go on.
        { limit: pageSize + 1, ...positionValues(seek.position) }),
  })
  const { tag, found, page: json } = requireAccess(row, 'session_not_found', 'session')
  if (knownTags === 'any' || knownTags.includes(tag)) return { tag, page: undefined }

  const tickets = json === null ? [] : readPage(json)
  const totalCount = idle ? 0 : (found ?? 0)
  const more = tickets.length > pageSize
  if (more && paging === 'prev') tickets.shift()
  else if (more) tickets.pop()

  const place = (ticket: PlacedTicket | undefined) => ticket && positionOf(order, ticket)
  return {
    tag,
    page: {
      totalCount,
      tickets,
      before: seek === undefined ? page > 1 : seek.direction === 'next' || more,
      behind: seek === undefined ? page * pageSize < totalCount : seek.direction === 'prev' || more,
      first: place(tickets[0]),
      last: place(tickets.at(-1)),
    },
  }
}
