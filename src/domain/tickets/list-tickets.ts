// The ticket list: one page of a session's tickets, in one round trip. First pages and pages by cursor cost
// the same in any session. A page by its number also counts index rows up to it, and a search counts its
// matches.
import type { Database } from '../../db/client.ts'
import { requireAccess } from '../access.ts'
import type { TicketStatus } from '../check-ins/rule.ts'
import { isBackwards, type StatementShape } from './keysets.ts'
import { sessionValues } from './known-versions.ts'
import { leaveOutUnreadable } from './readable.ts'
import { matchExpression } from './search.ts'
import { effectiveSort, type Position, positionOf, positionValues, type Sort } from './sort.ts'
import { type PageRow, pageFor, sessionFor } from './statements.ts'
import type { Ticket } from './ticket.ts'
import { parseSearch } from './words.ts'

/** Which tickets, in which order, for whom. */
export type TicketQuery = {
  subject: string
  sessionId: string
  sort: Sort
  status: TicketStatus | undefined
  /** The search text, not blank; undefined for no search. */
  q: string | undefined
  /** Versions of the list that the caller holds. If one is current, no ticket is read. */
  knownVersions: readonly string[] | 'any'
}

/** Which page of them: by its number, or the tickets next to a position. */
export type PageRequest = {
  page: number
  pageSize: number
  seek: { direction: 'next' | 'prev'; position: Position } | undefined
}

export type TicketPage = {
  /** The number of all tickets that match the query. */
  totalCount: number
  tickets: Ticket[]
  /** Whether more tickets precede the first of these, and follow the last. */
  hasMoreBefore: boolean
  hasMoreAfter: boolean
  first: Position | undefined
  last: Position | undefined
}

export type TicketList = {
  /** Changes with every change of a ticket of the session. */
  version: string
  /** Undefined if the caller holds this version. */
  page: TicketPage | undefined
}

/** The page's tickets in the order of the list, and the number of all that match. */
const readRows = (
  rows: readonly PageRow[],
  shape: StatementShape,
  total: number,
): { totalCount: number; tickets: Ticket[] } => {
  const [first] = rows
  const tickets = rows.filter((row) => row.key !== null)
  const isReversed = isBackwards(shape) || tickets[0]?.isReversed === 1
  return {
    totalCount: first?.key === null ? first.matchCount : total,
    tickets: isReversed ? tickets.toReversed() : tickets,
  }
}

/**
 * Lists one page of a session's tickets for a member of its organizer.
 *
 * @throws AppError `session_not_found`, also for non-members; `forbidden` for staff of another event
 */
export const listTickets = async (
  db: Database,
  { subject, sessionId, sort, status, q, knownVersions }: TicketQuery,
  { page, pageSize, seek }: PageRequest,
): Promise<TicketList> => {
  const groups = q === undefined ? undefined : parseSearch(q)
  const order = effectiveSort(sort, status)
  const paging = seek?.direction ?? (page === 1 ? 'first' : 'number')
  const shape: StatementShape = { sort: order, status, paging }
  const offset = seek === undefined ? (page - 1) * pageSize : 0
  const values = {
    ...sessionValues(subject, sessionId, knownVersions === 'any' ? [] : knownVersions),
    // One ticket more than the page shows, to find out whether there are more in this direction.
    limit: seek === undefined ? pageSize : pageSize + 1,
    offset,
    ...(seek !== undefined && positionValues(seek.position)),
    ...(groups !== undefined && { match: matchExpression(groups) }),
  }

  // A search without a letter or digit matches nothing.
  const matchesNothing = groups?.length === 0
  const [[sessionRow], rows] =
    matchesNothing || knownVersions === 'any'
      ? [...(await db.batchPrepared([sessionFor(status)], values)), []]
      : await db.batchPrepared([sessionFor(status), pageFor(shape, groups !== undefined)], values)
  const { version, total } = requireAccess(sessionRow, 'session_not_found')
  if (knownVersions === 'any' || knownVersions.includes(version)) return { version, page: undefined }

  const { totalCount, tickets } = readRows(rows, shape, matchesNothing ? 0 : total)
  const hasMore = tickets.length > pageSize
  const shown = leaveOutUnreadable(
    !hasMore ? tickets : paging === 'prev' ? tickets.slice(1) : tickets.slice(0, -1),
  )
  const position = (ticket: Ticket | undefined) => ticket && positionOf(order, ticket)
  return {
    version,
    page: {
      totalCount,
      tickets: shown,
      hasMoreBefore: seek === undefined ? page > 1 : paging === 'next' || hasMore,
      hasMoreAfter: seek === undefined ? page * pageSize < totalCount : paging === 'prev' || hasMore,
      first: position(shown[0]),
      last: position(shown.at(-1)),
    },
  }
}
