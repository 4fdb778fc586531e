// The one statement that a ticket list is read with, written once for each shape of a request. It gives one
// row, in which the page is a JSON text: that is what takes D1 and the Worker the least time to hand over.
import { type SQL, sql } from 'drizzle-orm'
import { type Prepared, prepare } from '../../db/client.ts'
import { events, sessions } from '../../db/schema/events.ts'
import { ticketCounts, tickets } from '../../db/schema/tickets.ts'
import { eventsByKey, mayAttend, memberOfEvent, membersByKey } from '../access.ts'
import { beyond, orderTerms, type SortKey } from './order.ts'
import {
  countHits,
  hits,
  inOrder,
  type Shape,
  selectHitPlaces,
  selectPlaces,
  type TicketStatus,
} from './places.ts'

/** How many tags of the list a caller can hold at once. */
const MAX_KNOWN_TAGS = 4

const tagName = (index: number): string => `tag${index}`

/** Values of the scope. Where one of the tags is current, or `any` tag will do, no ticket is read. */
export const scopeValues = (subject: string, sessionId: string, knownTags: readonly string[] | 'any') => ({
  subject,
  session: sessionId,
  wanted: knownTags === 'any' ? 0 : 1,
  ...Object.fromEntries(
    Array.from({ length: MAX_KNOWN_TAGS }, (_, index) => [tagName(index), knownTags[index] ?? '']),
  ),
})

/** Orders in which what a search finds often stands together. */
const FOLLOWS_SEARCHED_TEXT: readonly SortKey[] = ['seatLabel', 'holderEmail']

/** A ticket's columns as the list reads them, in their order in the JSON text. */
const COLUMNS = {
  key: tickets.key,
  id: tickets.id,
  ticketNumber: tickets.ticketNumber,
  status: tickets.status,
  ticketTypeName: tickets.ticketTypeName,
  seatLabel: tickets.seatLabel,
  currentHolderId: tickets.currentHolderId,
  holderEmail: tickets.holderEmail,
  attendeeName: tickets.attendeeName,
  attendeeEmail: tickets.attendeeEmail,
  attendeeCompany: tickets.attendeeCompany,
  checkedInAt: tickets.checkedInAt,
  transferCount: tickets.transferCount,
}

/** A ticket as the list reads it; `checkedInAt` in epoch milliseconds. */
export type PlacedTicket = Pick<typeof tickets.$inferSelect, keyof typeof COLUMNS>

/** What the statement gives; no row for who is no member of the session's organizer. */
export type ListRow = {
  allowed: number
  tag: string
  /** How many tickets are selected; null where a search was not made. */
  found: number | null
  /** JSON: an array of tickets, each an array of its columns. Null where the scope is not open. */
  page: string | null
}

/** The tickets of a row's page: the columns by their names again. */
export const readPage = (page: string): PlacedTicket[] => {
  const names = Object.keys(COLUMNS)
  return (JSON.parse(page) as unknown[][]).map((values) => {
    const ticket: Record<string, unknown> = {}
    for (let index = 0; index < names.length; index++) ticket[names[index] as string] = values[index]
    return ticket as PlacedTicket
  })
}

const counts: Record<TicketStatus, SQL> = {
  Valid: sql`${ticketCounts.valid}`,
  CheckedIn: sql`${ticketCounts.checkedIn}`,
  Refunded: sql`${ticketCounts.refunded}`,
  Voided: sql`${ticketCounts.voided}`,
}

/** How many tickets the session has, of one status or of all: counted when they were written. */
const total = (status: TicketStatus | undefined): SQL =>
  sql`(${sql.join(status === undefined ? Object.values(counts) : [counts[status]], sql` + `)})`

/**
 * `LIMIT` and `OFFSET` from values. SQLite compiles a statement a second time once it knows the value of a bare
 * parameter there; it does not look into a subquery.
 */
const limited = (limit: SQL, offset: SQL = sql`0`): SQL =>
  sql`LIMIT (SELECT ${limit}) OFFSET (SELECT ${offset})`

const [limit, offset] = [sql`${sql.placeholder('limit')}`, sql`${sql.placeholder('offset')}`]

/**
 * The session, for a member of its organizer. `open` where they may see it and hold no current tag; only then
 * is anything read of the tickets.
 */
const selectScope = ({ status }: Shape): SQL => sql`
    SELECT ${sessions.number} AS session, ${ticketCounts.tag} AS tag, ${total(status)} AS total,
      ${mayAttend} AS allowed, ${mayAttend} AND ${sql.placeholder('wanted')} AND ${sql.join(
        Array.from(
          { length: MAX_KNOWN_TAGS },
          (_, index) => sql`${ticketCounts.tag} <> ${sql.placeholder(tagName(index))}`,
        ),
        sql` AND `,
      )} AS open
    FROM ${sessions}
    CROSS JOIN ${ticketCounts} ON ${ticketCounts.sessionNumber} = ${sessions.number}
    CROSS JOIN ${eventsByKey} ON ${events.id} = ${sessions.eventId}
    CROSS JOIN ${membersByKey} ON ${memberOfEvent(sql.placeholder('subject'))}
    WHERE ${sessions.id} = ${sql.placeholder('session')}`

/** Which of the ordered places a page takes, read in the order or (`backwards`) from its end. */
type Slice = { backwards: boolean; limit: SQL; offset: SQL }

/**
 * The tickets at a slice of the ordered `places`, as JSON. Their keys come from the order's index alone; only
 * then are rows read, in the order of the places (CROSS JOIN), which is the list's, but for a slice from the end.
 */
const pageOf = ({ sort: { key, descending } }: Shape, places: SQL, slice: Slice, isPage?: SQL): SQL => {
  const order = slice.backwards ? sql`ORDER BY ${orderTerms(key, descending)}` : sql``
  const json = sql`json_group_array(json_array(${sql.join(Object.values(COLUMNS), sql`, `)}) ${order})`
  return sql`(SELECT ${isPage === undefined ? json : sql`CASE WHEN ${isPage} THEN ${json} END`}
    FROM (${places} ${limited(slice.limit, slice.offset)}) AS page CROSS JOIN ${tickets} ON ${tickets.key} = place)`
}

/**
 * A page of what a search finds. To sort all that is found, each ticket must be read. Where that is many, a
 * page is likely to be full long before: the first places of the order, twice as many as are expected to be needed,
 * are held against all that is found, and only tickets that are in both are read. Only where they do not fill the
 * page (what was found stands together at the far end) all are sorted after all.
 */
const foundPage = (shape: Shape, slice: Slice, condition: SQL): SQL => {
  const { backwards } = slice
  const page = (found: SQL, isPage?: SQL) =>
    pageOf(shape, inOrder(shape, selectHitPlaces(shape, condition, found), backwards), slice, isPage)
  const sorted = page(hits)
  if (FOLLOWS_SEARCHED_TEXT.includes(shape.sort.key)) return sorted

  const needed = sql`(${slice.limit} + ${slice.offset})`
  const expected = sql`CAST(2 * ${needed} * total / found AS INTEGER)`
  // Not correlated, so that it is made once; and `+`, so that the index is not sought in for each of its places.
  const session = sql`(SELECT session FROM scope)`
  const looked = sql`${inOrder(shape, selectPlaces(shape, condition, session), backwards)} ${limited(sql`${expected} FROM scope`)}`
  const both = sql`(SELECT hit FROM ${hits} WHERE +hit IN (SELECT place FROM (${looked})))`
  return sql`coalesce(CASE WHEN ${expected} <= found / 8 THEN ${page(both, sql`count(*) = ${slice.limit}`)} END, ${sorted})`
}

/** A page next to a position, by seeking to it. */
const soughtPage = (shape: Shape, backwards: boolean): SQL => {
  const { key, descending } = shape.sort
  const condition = sql`AND ${beyond(key, descending !== backwards)}`
  const slice = { backwards, limit, offset: sql`0` }
  if (shape.search) return foundPage(shape, slice, condition)
  return pageOf(shape, inOrder(shape, selectPlaces(shape, condition, sql`session`), backwards), slice)
}

/** A page by its number, by counting rows of the order's index from its nearer end. */
const numberedPage = (shape: Shape): SQL => {
  const fromStart = { backwards: false, limit, offset: shape.paging === 'first' ? sql`0` : offset }
  if (shape.search) return foundPage(shape, fromStart, sql``)
  const page = (slice: Slice) =>
    pageOf(shape, inOrder(shape, selectPlaces(shape, sql``, sql`session`), slice.backwards), slice)
  if (shape.paging === 'first') return page(fromStart)

  const fromEnd = {
    backwards: true,
    limit: sql`min(${limit}, total - ${offset}) FROM scope`,
    offset: sql`max(total - ${offset} - ${limit}, 0) FROM scope`,
  }
  return sql`CASE WHEN ${offset} * 2 <= total THEN ${page(fromStart)} WHEN ${offset} < total THEN ${page(fromEnd)} ELSE '[]' END`
}

const writeStatement = (shape: Shape): Prepared<ListRow> => {
  const { paging, search, status } = shape
  const sought = paging === 'next' || paging === 'prev'
  const page = sought ? soughtPage(shape, paging === 'prev') : numberedPage(shape)
  const found = search ? sql`CASE WHEN open THEN ${countHits(status)} END` : sql`total`
  return prepare(
    sql`WITH scope AS MATERIALIZED (SELECT *, ${found} AS found FROM (${selectScope(shape)}))
      SELECT allowed, tag, found, CASE WHEN open THEN ${page} END AS page FROM scope`,
  )
}

const written = new Map<string, Prepared<ListRow>>()

/** The statement of a shape, of which there are some hundreds. */
export const statementFor = (shape: Shape): Prepared<ListRow> => {
  const { sort, status, search, paging } = shape
  const name = `${sort.key} ${sort.descending} ${status} ${search} ${paging}`
  const statement = written.get(name) ?? writeStatement(shape)
  written.set(name, statement)
  return statement
}
