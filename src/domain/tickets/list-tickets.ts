// The ticket list: a page of a session's tickets in one round trip, at a cost that does not depend on the
// size of the session or of the database.
import type { Database } from '../../db/client.ts'
import { requireAccess } from '../access.ts'
import { orderWidth, type Position } from './order.ts'
import { cutWords } from './search.ts'
import {
  countHits,
  type PlacedTicket,
  type Selection,
  selectHead,
  selectNumberedPage,
  selectSoughtPage,
} from './statements.ts'

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
  { q, ...query }: Omit<Selection, 'words'> & { q: string | undefined },
  { page, pageSize, seek }: Paging,
): Promise<TicketList> => {
  const words = q === undefined ? undefined : cutWords(q)
  const selection: Selection = { ...query, words }
  const { sort, knownTags } = selection
  // A search without a letter or digit finds nothing, and nobody need look.
  const idle = words?.length === 0
  const counts = words === undefined || idle ? [] : [countHits(db, selection, words)]
  const pages = idle
    ? []
    : seek === undefined
      ? selectNumberedPage(db, selection, page, pageSize)
      : [selectSoughtPage(db, selection, seek.direction, seek.position, pageSize + 1)]

  const [heads, ...results] = await db.batch([selectHead(db, selection), ...counts, ...pages])
  const head = requireAccess(heads[0], 'session_not_found', 'session')
  const { tag } = head
  if (knownTags === 'any' || knownTags.includes(tag)) return { tag, page: undefined }

  const found = results.slice(0, counts.length) as { total: number }[][]
  const rows = (results.slice(counts.length) as PlacedTicket[][]).flat()
  const totalCount = words === undefined ? head.total : (found[0]?.[0]?.total ?? 0)
  // One ticket more than the page holds was sought, to know whether the links go on.
  const more = rows.length > pageSize
  if (more && seek?.direction === 'prev') rows.shift()
  else if (more) rows.pop()

  const width = orderWidth(sort.key)
  const positionOf = (row: PlacedTicket | undefined): Position | undefined =>
    row && { values: [row.o0, row.o1].slice(0, width) as Position['values'], key: row.key }
  return {
    tag,
    page: {
      totalCount,
      tickets: rows,
      before: seek === undefined ? page > 1 : seek.direction === 'next' || more,
      behind: seek === undefined ? page * pageSize < totalCount : seek.direction === 'prev' || more,
      first: positionOf(rows[0]),
      last: positionOf(rows.at(-1)),
    },
  }
}
