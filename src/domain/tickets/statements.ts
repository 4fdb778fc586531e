// The one statement that a ticket list is read with, written once for each shape of a request. It gives one
// row, in which the page is a JSON text: that is what takes D1 and the Worker the least time to hand over.
import { type SQL, sql } from 'drizzle-orm'
import { type Prepared, prepare } from '../../db/client.ts'
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

/** What decides the text of the statement; all else is a value in it. */
export type Shape = {
  sort: Sort
  status: TicketStatus | undefined
  search: boolean
  /** A page by its number (the first, or any), or the tickets next to a position. */
  paging: 'first' | 'number' | 'next' | 'prev'
}

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
  total: number | null
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

const isOfStatus = (status: TicketStatus): SQL => sql`${tickets.status} = ${sql.raw(`'${status}'`)}`

/**
 * `scope`: the session, for a member of its organizer. `open` where they may see it and hold no current tag;
 * only then is anything read of the tickets.
 */
const withScope = ({ status }: Shape): SQL => sql`WITH scope AS MATERIALIZED (
    SELECT ${sessions.number} AS session, ${ticketCounts.tag} AS tag, ${total(status)} AS total,
      ${mayAttend} AS allowed, ${mayAttend} AND ${sql.placeholder('wanted')} AND ${ticketCounts.tag} NOT IN (${sql.join(
        Array.from({ length: MAX_KNOWN_TAGS }, (_, index) => sql`${sql.placeholder(tagName(index))}`),
        sql`, `,
      )}) AS open
    FROM ${sessions}
    CROSS JOIN ${ticketCounts} ON ${ticketCounts.sessionNumber} = ${sessions.number}
    CROSS JOIN ${events} ON ${events.id} = ${sessions.eventId}
    CROSS JOIN ${members} ON ${memberOfEvent(sql.placeholder('subject'))}
    WHERE ${sessions.id} = ${sql.placeholder('session')})`

/** The bounds of the session's keys; read where the scope is open, and so never NULL. */
const firstKey = sql.raw(`(SELECT session << ${TICKET_KEY_BITS} FROM scope)`)
const lastKey = sql.raw(`(SELECT (session + 1 << ${TICKET_KEY_BITS}) - 1 FROM scope)`)

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

/** How many tickets a search finds. */
const countHits = (status: TicketStatus | undefined): SQL =>
  sql`(SELECT count(*) ${fromHits(status, status !== undefined)})`

/** Keys and places in the order of all selected tickets for which `condition` holds. */
const selectPlaces = ({ sort, status, search }: Shape, condition: SQL): SQL => {
  const columns = sql`SELECT ${tickets.key} AS place, ${orderColumns(sort.key)}`
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

/** Which of the ordered places a page takes, read in the order or (`backwards`) from its end. */
type Slice = { backwards: boolean; limit: SQL; offset: SQL }

/**
 * The tickets at a slice of `places`, as JSON. Their keys come from the order's index alone; only then are
 * rows read, in the order of the places (CROSS JOIN), which is the list's, but for a slice from the end.
 */
const pageOf = (
  { sort: { key, descending } }: Shape,
  places: SQL,
  { backwards, limit, offset }: Slice,
): SQL => {
  const inOrder = backwards ? sql`ORDER BY ${orderTerms(key, descending)}` : sql``
  return sql`(SELECT json_group_array(json_array(${sql.join(Object.values(COLUMNS), sql`, `)}) ${inOrder})
    FROM (${places} ORDER BY ${orderTerms(key, descending !== backwards)} LIMIT ${limit} OFFSET ${offset}) AS page
    CROSS JOIN ${tickets} ON ${tickets.key} = place)`
}

/** A page next to a position, by seeking to it. */
const soughtPage = (shape: Shape, backwards: boolean): SQL => {
  const { key, descending } = shape.sort
  const places = selectPlaces(shape, sql`AND ${beyond(key, descending !== backwards)}`)
  return pageOf(shape, places, { backwards, limit: sql`${sql.placeholder('limit')}`, offset: sql`0` })
}

/** A page by its number, by counting rows of the order's index from its nearer end. */
const numberedPage = (shape: Shape): SQL => {
  const [limit, offset] = [sql`${sql.placeholder('limit')}`, sql`${sql.placeholder('offset')}`]
  const places = selectPlaces(shape, sql``)
  if (shape.paging === 'first') return pageOf(shape, places, { backwards: false, limit, offset: sql`0` })
  const fromStart = pageOf(shape, places, { backwards: false, limit, offset })
  if (shape.search) return fromStart

  const fromEnd = pageOf(shape, places, {
    backwards: true,
    limit: sql`(SELECT min(${limit}, total - ${offset}) FROM scope)`,
    offset: sql`(SELECT max(total - ${offset} - ${limit}, 0) FROM scope)`,
  })
  return sql`CASE WHEN ${offset} * 2 <= total THEN ${fromStart} WHEN ${offset} < total THEN ${fromEnd} ELSE '[]' END`
}

const writeStatement = (shape: Shape): Prepared<ListRow> => {
  const { paging, search, status } = shape
  const sought = paging === 'next' || paging === 'prev'
  const page = sought ? soughtPage(shape, paging === 'prev') : numberedPage(shape)
  const found = search ? sql`CASE WHEN open THEN ${countHits(status)} END` : sql`total`
  return prepare(
    sql`${withScope(shape)} SELECT allowed, tag, ${found} AS total, CASE WHEN open THEN ${page} END AS page FROM scope`,
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
