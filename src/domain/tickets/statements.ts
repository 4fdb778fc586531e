// The statements that a ticket list is read with, written once for each shape of a request. They share the
// scope: the session, if the caller may see it and does not hold its current tag already.
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { build, prepare } from '../../db/client.ts'
import {
  events,
  members,
  sessions,
  TICKET_KEY_BITS,
  TICKET_STATUSES,
  ticketCounts,
  tickets,
} from '../../db/schema.ts'
import { mayAttend, memberOfEvent } from '../access.ts'
import { beyond, orderColumns, orderTerms, type Sort } from './order.ts'

export type TicketStatus = (typeof TICKET_STATUSES)[number]

/** What decides the text of the statements; all else is a value in it. */
export type Shape = {
  sort: Sort
  status: TicketStatus | undefined
  search: boolean
  /** A page by its number (the first, or any), or the tickets next to a position. */
  paging: 'first' | 'number' | 'next' | 'prev'
}

/** How many tags of the list a caller can hold at once. */
export const MAX_KNOWN_TAGS = 4

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

const named = <Value>(value: SQL | typeof tickets.id, name: string) => sql<Value>`${value}`.as(name)

/** A ticket's columns, as the list reads them, with its key. */
const placedTicket = {
  key: named<number>(sql`page.key`, 'key'),
  id: named<string>(sql`${tickets.id}`, 'id'),
  ticketNumber: named<string>(sql`${tickets.ticketNumber}`, 'ticketNumber'),
  status: named<TicketStatus>(sql`${tickets.status}`, 'status'),
  ticketTypeName: named<string>(sql`${tickets.ticketTypeName}`, 'ticketTypeName'),
  seatLabel: named<string | null>(sql`${tickets.seatLabel}`, 'seatLabel'),
  currentHolderId: named<string | null>(sql`${tickets.currentHolderId}`, 'currentHolderId'),
  holderEmail: named<string | null>(sql`${tickets.holderEmail}`, 'holderEmail'),
  attendeeName: named<string | null>(sql`${tickets.attendeeName}`, 'attendeeName'),
  attendeeEmail: named<string | null>(sql`${tickets.attendeeEmail}`, 'attendeeEmail'),
  attendeeCompany: named<string | null>(sql`${tickets.attendeeCompany}`, 'attendeeCompany'),
  /** Epoch milliseconds. */
  checkedInAt: named<number | null>(sql`${tickets.checkedInAt}`, 'checkedInAt'),
  transferCount: named<number>(sql`${tickets.transferCount}`, 'transferCount'),
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

const isOfStatus = (status: TicketStatus): SQL => sql`${tickets.status} = ${sql.raw(`'${status}'`)}`

/** Access, tag and count (without search). No row for who is no member of the session's organizer. */
const selectHead = ({ status }: Shape) =>
  build
    .select({
      allowed: named<number>(mayAttend, 'allowed'),
      tag: named<string>(sql`${ticketCounts.tag}`, 'tag'),
      total: named<number>(total(status), 'total'),
    })
    .from(sessions)
    .innerJoin(events, eq(events.id, sessions.eventId))
    .innerJoin(members, memberOfEvent(sql.placeholder('subject')))
    .innerJoin(ticketCounts, eq(ticketCounts.sessionNumber, sessions.number))
    .where(eq(sessions.id, sql.placeholder('session')))

/**
 * `scope`: one row, or none where the caller may not see the session, knows its tag, or `condition` fails.
 * Joined in this order (CROSS), so that a known tag ends it first.
 */
const withScope = ({ status }: Shape, condition = sql`true`): SQL => sql`WITH scope AS MATERIALIZED (
    SELECT ${sessions.number} AS session, ${total(status)} AS total
    FROM ${sessions}
    CROSS JOIN ${ticketCounts} ON ${ticketCounts.sessionNumber} = ${sessions.number}
    CROSS JOIN ${events} ON ${events.id} = ${sessions.eventId}
    CROSS JOIN ${members} ON ${memberOfEvent(sql.placeholder('subject'))}
    WHERE ${and(
      eq(sessions.id, sql.placeholder('session')),
      sql`${sql.placeholder('wanted')}`,
      ...Array.from(
        { length: MAX_KNOWN_TAGS },
        (_, i) => sql`${ticketCounts.tag} <> ${sql.placeholder(tagName(i))}`,
      ),
      mayAttend,
      condition,
    )})`

/** The bounds of the session's keys; never NULL, which the search index would take for no bound. */
const firstKey = sql.raw(`coalesce((SELECT session << ${TICKET_KEY_BITS} FROM scope), -1)`)
const lastKey = sql.raw(`coalesce((SELECT (session + 1 << ${TICKET_KEY_BITS}) - 1 FROM scope), -1)`)

/**
 * `FROM` and `WHERE` of the tickets that a search finds. The session is a range of keys, and the index is
 * read within it only; that needs bounds that are integers, as these are by what they are made of.
 */
const fromHits = (status: TicketStatus | undefined, joinTickets: boolean): SQL => {
  const hits = sql`(SELECT rowid AS hit FROM ticket_search
    WHERE ticket_search MATCH ${sql.placeholder('match')} AND rowid BETWEEN ${firstKey} AND ${lastKey})`
  if (!joinTickets) return sql`FROM ${hits}`
  const ofStatus = status === undefined ? sql`true` : isOfStatus(status)
  return sql`FROM ${hits} CROSS JOIN ${tickets} ON ${tickets.key} = hit WHERE ${ofStatus}`
}

/** How many tickets a search finds: one row, `total`, or none where there is no scope. */
const countHits = (shape: Shape) => {
  const hits = fromHits(shape.status, shape.status !== undefined)
  return build
    .select({ total: named<number>(sql`total`, 'total') })
    .from(sql`(${withScope(shape)} SELECT (SELECT count(*) ${hits}) AS total FROM scope)`)
}

/** Keys and places in the order of all selected tickets for which `condition` holds. */
const selectPlaces = ({ sort, status, search }: Shape, condition: SQL): SQL => {
  const columns = sql`SELECT ${tickets.key} AS key, ${orderColumns(sort.key)}`
  if (search) return sql`${columns} ${fromHits(status, true)} ${condition}`

  const ofSession = sql`${columns} FROM ${tickets}
    WHERE ${tickets.sessionNumber} = (SELECT session FROM scope)`
  if (status === undefined && sort.key === 'status') return sql`${ofSession} ${condition}`
  // The tickets of a status are a range of the sort's index. Without a filter SQLite merges the four.
  return sql.join(
    (status === undefined ? TICKET_STATUSES : [status]).map(
      (one) => sql`${ofSession} AND ${isOfStatus(one)} ${condition}`,
    ),
    sql` UNION ALL `,
  )
}

/** Which of the ordered places a page takes; `limit` and `offset` may name what the scope has. */
type Slice = { backwards: boolean; limit: SQL; offset: SQL }

/**
 * The tickets at a slice of `places`, read in the order (`backwards`: from its end). Their keys come from
 * the order's index alone; only then are rows read. Without a scope the limit is 0, and nothing is read.
 */
const selectTickets = (
  { sort: { key, descending } }: Shape,
  scope: SQL,
  places: SQL,
  { backwards, limit, offset }: Slice,
) =>
  build
    .select(placedTicket)
    .from(
      sql`(${scope} ${places} ORDER BY ${orderTerms(key, descending !== backwards)}
        LIMIT coalesce((SELECT ${limit} FROM scope), 0) OFFSET ${offset}) AS page`,
    )
    .crossJoin(tickets)
    .where(sql`${tickets.key} = page.key`)
    .orderBy(orderTerms(key, descending))

export type PlacedTicket = Awaited<ReturnType<typeof selectTickets>>[number]

/** Up to `limit` tickets next to a position, by seeking to it. */
const selectSoughtPage = (shape: Shape, backwards: boolean) => {
  const { key, descending } = shape.sort
  const places = selectPlaces(shape, sql`AND ${beyond(key, descending !== backwards)}`)
  const limit = sql`${sql.placeholder('limit')}`
  return selectTickets(shape, withScope(shape), places, { backwards, limit, offset: sql`0` })
}

/**
 * A page by its number, by counting rows of the order's index: from its start, and for the second half
 * of a session in a second statement from its end, of which one finds nothing and reads nothing.
 */
const selectNumberedPage = (shape: Shape) => {
  const [limit, offset] = [sql`${sql.placeholder('limit')}`, sql`${sql.placeholder('offset')}`]
  const places = selectPlaces(shape, sql``)
  const select = (condition: SQL, slice: Slice) =>
    selectTickets(shape, withScope(shape, condition), places, slice)
  if (shape.paging === 'first') return [select(sql`true`, { backwards: false, limit, offset: sql`0` })]
  const fromStart = { backwards: false, limit, offset }
  if (shape.search) return [select(sql`true`, fromStart)]

  const count = total(shape.status)
  const fromEnd = {
    backwards: true,
    limit: sql`min(${limit}, total - ${offset})`,
    offset: sql`coalesce((SELECT max(total - ${offset} - ${limit}, 0) FROM scope), 0)`,
  }
  return [
    select(sql`${offset} * 2 <= ${count}`, fromStart),
    select(sql`${offset} * 2 > ${count} AND ${offset} < ${count}`, fromEnd),
  ]
}

const writeStatements = (shape: Shape) => {
  const { paging } = shape
  const pages =
    paging === 'next' || paging === 'prev'
      ? [selectSoughtPage(shape, paging === 'prev')]
      : selectNumberedPage(shape)
  return {
    head: prepare(selectHead(shape)),
    /** How many the search finds; none without one. */
    counts: shape.search ? [prepare(countHits(shape))] : [],
    /** The page is what these give together. */
    pages: pages.map((page) => prepare(page)),
  }
}

const written = new Map<string, ReturnType<typeof writeStatements>>()

/** The statements of a shape, of which there are some hundreds. */
export const statementsFor = (shape: Shape): ReturnType<typeof writeStatements> => {
  const { sort, status, search, paging } = shape
  const name = `${sort.key} ${sort.descending} ${status} ${search} ${paging}`
  const statements = written.get(name) ?? writeStatements(shape)
  written.set(name, statements)
  return statements
}
