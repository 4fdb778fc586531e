// Statements of a list, each built once for all requests, because building takes longer than running it.
import { type SQL, sql } from 'drizzle-orm'
import { type Prepared, prepare } from '../../db/prepared.ts'
import type { TicketStatus } from '../check-in-rule.ts'
import { ticketCount } from '../ticket-counts.ts'
import { browseStatement } from './browse.ts'
import type { StatementShape } from './keysets.ts'
import { SESSION_SIZE, type SessionVersion, selectVersionWith } from './known-versions.ts'
import { searchStatement } from './search.ts'
import { type Ticket, unpackTicket } from './ticket.ts'

/**
 * A ticket of the page, which is in reverse if `isReversed` is 1. Where tickets must be counted, for a search
 * or a ticket type, a first row without a ticket gives their number: null if they are too many to be counted
 * at once.
 */
export type PageRow = (Ticket & { isReversed?: number }) | { key: null; matchCount: number | null }

/** `total` is the number of tickets with the requested status, `size` that of all. */
export type SessionRow = SessionVersion & { total: number; size: number }

/** There are 360 shapes of a page. */
const cache = new Map<string, Prepared<unknown>>()

export const buildOnce = <Row>(
  name: string,
  build: () => SQL,
  unpack?: Prepared<Row>['unpack'],
): Prepared<Row> => {
  const statement = cache.get(name) ?? prepare<unknown>(build(), unpack)
  cache.set(name, statement)
  return statement as Prepared<Row>
}

/** Different for each shape. */
export const nameOf = ({ sort, status, ofType, paging }: StatementShape): string =>
  `${sort.key} ${sort.descending} ${status} ${ofType} ${paging}`

export const sessionFor = (status: TicketStatus | undefined): Prepared<SessionRow> =>
  buildOnce(`session ${status}`, () =>
    selectVersionWith(sql`${ticketCount(status)} AS total, ${SESSION_SIZE} AS size`),
  )

export const pageFor = (shape: StatementShape, isSearch: boolean): Prepared<PageRow> =>
  buildOnce(
    `${isSearch} ${nameOf(shape)}`,
    () => (isSearch ? searchStatement(shape) : browseStatement(shape)),
    unpackTicket,
  )
