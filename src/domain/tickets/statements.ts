// The statements of a list. Each is built once for all requests, because building one takes longer than
// running it.
import { type SQL, sql } from 'drizzle-orm'
import { type Prepared, prepare } from '../../db/prepared.ts'
import type { TicketStatus } from '../check-ins/rule.ts'
import { ticketCount } from '../sessions/ticket-counts.ts'
import { browseStatement } from './browse.ts'
import type { StatementShape } from './keysets.ts'
import { type SessionVersion, selectVersionWith } from './known-versions.ts'
import { searchStatement } from './search.ts'
import type { Ticket } from './ticket.ts'

/**
 * A ticket of the page; of a page that comes last ticket first, if `isReversed` is 1. A search has a row
 * before them, without a ticket, that gives the number of matches.
 */
export type PageRow = (Ticket & { isReversed?: number }) | { key: null; matchCount: number }

/** `total` is the number of tickets of the status that was asked for, or of all. */
export type SessionRow = SessionVersion & { total: number }

/** There are 280 shapes of a page. */
const cache = new Map<string, Prepared<unknown>>()

const buildOnce = <Row>(name: string, build: () => SQL): Prepared<Row> => {
  const statement = cache.get(name) ?? prepare<unknown>(build())
  cache.set(name, statement)
  return statement as Prepared<Row>
}

export const sessionFor = (status: TicketStatus | undefined): Prepared<SessionRow> =>
  buildOnce(`session ${status}`, () => selectVersionWith(sql`${ticketCount(status)} AS total`))

export const pageFor = (shape: StatementShape, isSearch: boolean): Prepared<PageRow> => {
  const { sort, status, paging } = shape
  return buildOnce(`${isSearch} ${sort.key} ${sort.descending} ${status} ${paging}`, () =>
    isSearch ? searchStatement(shape) : browseStatement(shape),
  )
}
