// A page of a session’s tickets, in one round trip. First pages and pages by cursor cost the same in any
// session. A page by number also counts index rows up to it, a search counts its matches, and the tickets of
// a type are counted: in a large session these are heavy, and may be read in parts.
import type { Database } from '../../db/client.ts'
import { perDatabase } from '../../db/databases.ts'
import { requireAccess } from '../access.ts'
import type { TicketStatus } from '../check-in-rule.ts'
import { searchInParts, typeInParts, walkInParts } from './cut.ts'
import { isBackwards, type StatementShape } from './keysets.ts'
import { sessionValues } from './known-versions.ts'
import { inParts, type PartSize, partSize } from './parts.ts'
import { isFiltered, MAX_LIGHT_TICKETS, MAX_SORTED, matchExpression } from './search.ts'
import { effectiveSort, type Position, positionOf, positionValues, type Sort } from './sort.ts'
import { type PageRow, pageFor, type SessionRow, sessionFor } from './statements.ts'
import { omitUnreadable, type Ticket } from './ticket.ts'
import { parseSearch } from './words.ts'

export type TicketQuery = {
  subject: string
  sessionId: string
  sort: Sort
  status: TicketStatus | undefined
  /** Only tickets of the type with this name, ignoring ASCII case. */
  ticketTypeName: string | undefined
  /** The search text, not blank; undefined without a search. */
  q: string | undefined
  /** Versions that the caller has. If one is current, no ticket is read. */
  knownVersions: readonly string[] | 'any'
}

/** A page by number, or the tickets next to a position. */
export type PageRequest = {
  page: number
  pageSize: number
  seek: { direction: 'next' | 'prev'; position: Position } | undefined
}

export type TicketPage = {
  /** The number of tickets that match the query. */
  totalCount: number
  tickets: Ticket[]
  /** Whether there are more tickets before the first, and after the last. */
  hasMoreBefore: boolean
  hasMoreAfter: boolean
  first: Position | undefined
  last: Position | undefined
}

export type TicketList = {
  /** Changes with every change of a ticket of the session. */
  version: string
  /** Undefined if the caller has this version. */
  page: TicketPage | undefined
}

/** Runs what is heavy about a request. */
type Heavily = <Result>(work: () => Promise<Result>) => Promise<Result>

type Found = Pick<TicketPage, 'totalCount' | 'tickets'>

/** The part of a request that selects, sorts and pages. */
type Asked = { shape: StatementShape; isSearch: boolean; limit: number; offset: number }

const readRows = (rows: readonly PageRow[], shape: StatementShape, total: number): Found => {
  const [first] = rows
  const tickets = rows.filter((row) => row.key !== null)
  const isReversed = isBackwards(shape) || tickets[0]?.isReversed === 1
  return {
    totalCount: first?.key === null ? (first.matchCount ?? 0) : total,
    tickets: isReversed ? tickets.toReversed() : tickets,
  }
}

/** Sessions of more than `MAX_LIGHT_TICKETS` when this isolate last read them. Saves them a round trip. */
const largeAt = perDatabase(() => new Set<string>())
const MAX_LARGE = 10_000

const NO_LIMIT = Number.MAX_SAFE_INTEGER

/** Whether the statement gave up: its page would have read too much. */
const isCut = (
  { size, total }: SessionRow,
  { shape, isSearch, limit, offset }: Asked,
  [first, ...tickets]: readonly PageRow[],
  { maxSkipped, maxSorted }: PartSize,
): boolean => {
  if (size <= MAX_LIGHT_TICKETS) return false
  if (!isSearch && shape.ofType) return true
  if (!isSearch) return shape.paging === 'number' && Math.min(offset, total - offset - limit) > maxSkipped
  if (first?.key !== null) return false
  const { matchCount } = first
  if (matchCount === null || shape.ofType) return matchCount === null
  const isSortedOrWalked = matchCount <= maxSorted || total <= 2 * matchCount
  return !isSortedOrWalked && offset < matchCount && tickets.length < limit
}

/** A heavy page: as one statement if it is not too long for others, else in parts. */
const readHeavy = async (
  db: Database,
  asked: Asked,
  values: Record<string, unknown>,
): Promise<[SessionRow | undefined, Found]> => {
  const { shape, isSearch, limit, offset } = asked
  const read = async (limits: object) => {
    const [[session], rows] = await db.batchPrepared([sessionFor(shape.status), pageFor(shape, isSearch)], {
      ...values,
      ...limits,
    })
    return { session, rows, found: readRows(rows, shape, session?.total ?? 0) }
  }
  return inParts(
    async () => {
      const size = partSize(db)
      const { session, rows, found } = await read({
        maxTickets: shape.ofType && !isSearch ? MAX_LIGHT_TICKETS : NO_LIMIT,
        maxMatches: size.maxCounted(isFiltered(shape)),
        maxSorted: size.maxSorted,
        maxSkipped: size.maxSkipped,
      })
      if (session === undefined || !isCut(session, asked, rows, size)) return [session, found]
      const cut = { db, shape, values, version: session.version, size }
      if (isSearch) return [session, await searchInParts(cut, limit, offset)]
      if (shape.ofType) return [session, await typeInParts(cut, limit, offset)]
      const tickets = await walkInParts(cut, limit, offset, session.total)
      return [session, { totalCount: session.total, tickets }]
    },
    async () => {
      const { session, found } = await read({
        maxTickets: NO_LIMIT,
        maxMatches: NO_LIMIT,
        maxSorted: NO_LIMIT,
        maxSkipped: NO_LIMIT,
      })
      return [session, found]
    },
  )
}

/**
 * @param heavily runs what a search or a page by number reads of a large session
 * @throws AppError `session_not_found`, also for non-members; `forbidden` for staff of another event
 */
export const listTickets = async (
  db: Database,
  { subject, sessionId, sort, status, ticketTypeName, q, knownVersions }: TicketQuery,
  { page, pageSize, seek }: PageRequest,
  heavily: Heavily,
): Promise<TicketList> => {
  const groups = q === undefined ? undefined : parseSearch(q)
  const order = effectiveSort(sort, { status, ticketTypeName })
  const paging = seek?.direction ?? (page === 1 ? 'first' : 'number')
  const ofType = ticketTypeName !== undefined
  const shape: StatementShape = { sort: order, status, ofType, paging }
  const isSearch = groups !== undefined
  const known = knownVersions === 'any' ? [] : knownVersions
  const values = {
    ...sessionValues(subject, sessionId, known),
    // One more shows whether there are more in this direction.
    limit: seek === undefined ? pageSize : pageSize + 1,
    offset: seek === undefined ? (page - 1) * pageSize : 0,
    ...(seek !== undefined && positionValues(seek.position)),
    ...(groups !== undefined && { match: matchExpression(groups) }),
    ...(ofType && { ticketTypeName }),
    maxTickets: MAX_LIGHT_TICKETS,
    maxMatches: NO_LIMIT,
    maxSorted: MAX_SORTED,
    maxSkipped: NO_LIMIT,
  }
  const { limit, offset } = values
  const asked: Asked = { shape, isSearch, limit, offset }
  // A search without a letter or digit matches nothing.
  const matchesNothing = groups?.length === 0
  const canBeHeavy = !matchesNothing && (isSearch || ofType || paging === 'number')

  const read = async (): Promise<[SessionRow | undefined, Found]> => {
    const large = largeAt(db.binding)
    if (canBeHeavy && known.length === 0 && knownVersions !== 'any' && large.has(sessionId)) {
      return heavily(() => readHeavy(db, asked, values))
    }
    const [[session], rows] =
      matchesNothing || knownVersions === 'any'
        ? [...(await db.batchPrepared([sessionFor(status)], values)), []]
        : await db.batchPrepared([sessionFor(status), pageFor(shape, isSearch)], values)
    const isLarge = session?.allowed === 1 && session.size > MAX_LIGHT_TICKETS
    if (isLarge && large.size >= MAX_LARGE) large.clear()
    if (isLarge) large.add(sessionId)
    const isNeeded = knownVersions !== 'any' && !known.includes(session?.version ?? '')
    if (isLarge && canBeHeavy && isNeeded) return heavily(() => readHeavy(db, asked, values))
    return [session, readRows(rows, shape, matchesNothing ? 0 : (session?.total ?? 0))]
  }

  const [sessionRow, { totalCount, tickets }] = await read()
  const { version } = requireAccess(sessionRow, 'session_not_found')
  if (knownVersions === 'any' || knownVersions.includes(version)) return { version, page: undefined }

  const hasMore = tickets.length > pageSize
  const shown = omitUnreadable(
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
