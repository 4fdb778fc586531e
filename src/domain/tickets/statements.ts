// The statements that a ticket list is read with. They share the scope: the session, if the caller may
// see it and does not hold its current tag already.
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
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
import { beyond, orderColumns, orderTerms, type Position, type Sort } from './order.ts'
import { matchExpression } from './search.ts'

export type TicketStatus = (typeof TICKET_STATUSES)[number]

/** Which tickets, in which order, for whom. */
export type Selection = {
  subject: string
  sessionId: string
  sort: Sort
  status: TicketStatus | undefined
  /** Words to search for, or undefined for no search. */
  words: readonly string[] | undefined
  /** Tags of the list that the caller holds: where one is current, no ticket is read. */
  knownTags: readonly string[] | 'any'
}

/** A ticket's columns, as the list reads them, with its place in the order. */
const placedTicket = {
  key: sql<number>`page.key`.as('key'),
  o0: sql<string | number>`page.o0`.as('o0'),
  o1: sql<string | number | null>`page.o1`.as('o1'),
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

const counts: Record<TicketStatus, SQL> = {
  Valid: sql`${ticketCounts.valid}`,
  CheckedIn: sql`${ticketCounts.checkedIn}`,
  Refunded: sql`${ticketCounts.refunded}`,
  Voided: sql`${ticketCounts.voided}`,
}

/** How many tickets the session has, of one status or of all: counted when they were written. */
const total = (status: TicketStatus | undefined): SQL<number> =>
  sql`(${sql.join(status === undefined ? Object.values(counts) : [counts[status]], sql` + `)})`

/** Access, tag and count (without search). No row for who is no member of the session's organizer. */
export const selectHead = (db: Database, { subject, sessionId, status }: Selection) =>
  db.sql
    .select({
      allowed: sql<number>`${mayAttend}`.as('allowed'),
      tag: ticketCounts.tag,
      total: total(status).as('total'),
    })
    .from(sessions)
    .innerJoin(events, eq(events.id, sessions.eventId))
    .innerJoin(members, memberOfEvent(subject))
    .innerJoin(ticketCounts, eq(ticketCounts.sessionNumber, sessions.number))
    .where(eq(sessions.id, sessionId))

/**
 * `scope`: one row, or none where the caller may not see the session, knows its tag, or `condition` fails.
 * Joined in this order (CROSS), so that a known tag ends it first.
 */
const withScope = (
  { subject, sessionId, status, knownTags }: Selection,
  condition = sql`true`,
): SQL => sql`WITH scope AS MATERIALIZED (
    SELECT ${sessions.number} AS session, ${total(status)} AS total
    FROM ${sessions}
    CROSS JOIN ${ticketCounts} ON ${ticketCounts.sessionNumber} = ${sessions.number}
    CROSS JOIN ${events} ON ${events.id} = ${sessions.eventId}
    CROSS JOIN ${members} ON ${memberOfEvent(subject)}
    WHERE ${and(
      eq(sessions.id, sessionId),
      mayAttend,
      knownTags === 'any'
        ? sql`false`
        : sql.join([sql`true`, ...knownTags.map((tag) => sql`${ticketCounts.tag} <> ${tag}`)], sql` AND `),
      condition,
    )})`

/** The bounds of the session's keys; never NULL, which the search index would take for no bound. */
const firstKey = sql.raw(`coalesce((SELECT session << ${TICKET_KEY_BITS} FROM scope), -1)`)
const lastKey = sql.raw(`coalesce((SELECT (session + 1 << ${TICKET_KEY_BITS}) - 1 FROM scope), -1)`)

/**
 * `FROM` and `WHERE` of the tickets that a search finds. The session is a range of keys, and the index is
 * read within it only; that needs bounds that are integers, as these are by what they are made of.
 */
const fromHits = (words: readonly string[], status: TicketStatus | undefined, joinTickets: boolean): SQL => {
  const hits = sql`(SELECT rowid AS hit FROM ticket_search
    WHERE ticket_search MATCH ${matchExpression(words)} AND rowid BETWEEN ${firstKey} AND ${lastKey})`
  if (!joinTickets) return sql`FROM ${hits}`
  const ofStatus = status === undefined ? sql`true` : eq(tickets.status, status)
  return sql`FROM ${hits} CROSS JOIN ${tickets} ON ${tickets.key} = hit WHERE ${ofStatus}`
}

/** How many tickets a search finds: one row, `total`, or none where there is no scope. */
export const countHits = (db: Database, selection: Selection, words: readonly string[]) => {
  const { status } = selection
  const hits = fromHits(words, status, status !== undefined)
  return db.sql
    .select({ total: sql<number>`total`.as('total') })
    .from(sql`(${withScope(selection)} SELECT (SELECT count(*) ${hits}) AS total FROM scope)`)
}

/** Keys and places in the order of all selected tickets for which `condition` holds. */
const selectPlaces = ({ sort, status, words }: Selection, condition: SQL): SQL => {
  const columns = sql`SELECT ${tickets.key} AS key, ${orderColumns(sort.key)}`
  if (words !== undefined) return sql`${columns} ${fromHits(words, status, true)} ${condition}`

  const ofSession = sql`${columns} FROM ${tickets}
    WHERE ${tickets.sessionNumber} = (SELECT session FROM scope)`
  if (status === undefined && sort.key === 'status') return sql`${ofSession} ${condition}`
  // The tickets of a status are a range of the sort's index. Without a filter SQLite merges the four.
  return sql.join(
    (status === undefined ? TICKET_STATUSES : [status]).map(
      (one) => sql`${ofSession} AND ${eq(tickets.status, one)} ${condition}`,
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
  db: Database,
  { sort: { key, descending } }: Selection,
  scope: SQL,
  places: SQL,
  { backwards, limit, offset }: Slice,
) =>
  db.sql
    .select(placedTicket)
    .from(
      sql`(${scope} SELECT * FROM (${places}) ORDER BY ${orderTerms(key, descending !== backwards)}
        LIMIT coalesce((SELECT ${limit} FROM scope), 0) OFFSET ${offset}) AS page`,
    )
    .crossJoin(tickets)
    .where(sql`${tickets.key} = page.key`)
    .orderBy(orderTerms(key, descending))

export type PlacedTicket = Awaited<ReturnType<typeof selectTickets>>[number]

/** Up to `limit` tickets next to a position, by seeking to it. */
export const selectSoughtPage = (
  db: Database,
  selection: Selection,
  direction: 'next' | 'prev',
  position: Position,
  limit: number,
) => {
  const { key, descending } = selection.sort
  const backwards = direction === 'prev'
  const places = selectPlaces(selection, sql`AND ${beyond(key, descending !== backwards, position)}`)
  return selectTickets(db, selection, withScope(selection), places, {
    backwards,
    limit: sql`${limit}`,
    offset: sql`0`,
  })
}

/**
 * A page by its number, by counting rows of the order's index: from its start, and for the second half
 * of a session in a second statement from its end, of which one finds nothing and reads nothing.
 */
export const selectNumberedPage = (db: Database, selection: Selection, page: number, pageSize: number) => {
  const offset = (page - 1) * pageSize
  const places = selectPlaces(selection, sql``)
  const select = (condition: SQL, slice: Slice) =>
    selectTickets(db, selection, withScope(selection, condition), places, slice)
  const fromStart = { backwards: false, limit: sql`${pageSize}`, offset: sql`${offset}` }
  if (page === 1 || selection.words !== undefined) return [select(sql`true`, fromStart)]

  const count = total(selection.status)
  const fromEnd = {
    backwards: true,
    limit: sql`min(${pageSize}, total - ${offset})`,
    offset: sql`coalesce((SELECT max(total - ${offset} - ${pageSize}, 0) FROM scope), 0)`,
  }
  return [
    select(sql`${offset} * 2 <= ${count}`, fromStart),
    select(sql`${offset} * 2 > ${count} AND ${offset} < ${count}`, fromEnd),
  ]
}
