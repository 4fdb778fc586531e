// Reads what a run compares its rows with: the session, its types and tickets, and what the source remembers.
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { auditLog } from '../../db/schema/audit-log.ts'
import { sourceRows } from '../../db/schema/sources.ts'
import { MAX_TICKETS_BY_API, TICKET_KEY_BITS, ticketTypes } from '../../db/schema/tickets.ts'
import type { TicketRow } from '../import/file/table/columns.ts'
import { hasMoves, type MovedGuest, readMovedGuests } from '../import/moved-guests.ts'
import type { TicketType } from '../import/plan.ts'
import { idOf, readPages, referenceOf, selectOwnedElsewhere, selectPage } from '../import/preview-import.ts'
import { MAX_IN_EVENT } from '../resources/limits.ts'
import { ticketCount } from '../ticket-counts.ts'
import type { Remembered } from './own-values.ts'

/** A row of what is remembered is small. */
const PAGE = 20_000

export type SourceState = {
  session: {
    number: number
    eventId: string
    organizerId: string
    lastChange: number
    count: number
    capacity: number
    sold: number
    maxTickets: number
    types: readonly TicketType[]
  }
  /** Whether the run has written already what it reads for. */
  isDone: boolean
  remembered: Remembered[]
  pages: AsyncIterable<readonly TicketRow[]>
  idOf: (index: number) => string
  referenceOf: (index: number) => string
  ownedElsewhere: (codes: readonly string[]) => Promise<ReadonlySet<string>>
  movedGuests: () => Promise<readonly MovedGuest[]>
}

const selectRemembered = (db: Database, sourceId: SQL, after: string) =>
  db
    .select({
      ticketId: sourceRows.ticketId,
      hash: sourceRows.hash,
      parts: sourceRows.parts,
      written: sourceRows.written,
      coverRecord: sourceRows.coverRecord,
      erased: sourceRows.erased,
    })
    .from(sourceRows)
    .where(and(sql`${sourceRows.sourceId} = ${sourceId}`, sql`${sourceRows.ticketId} > ${after}`))
    .orderBy(sourceRows.ticketId)
    .limit(PAGE)

/**
 * `lease`: only while the run has it; null for a preview.
 *
 * @returns undefined if the source is gone or another run has the lease
 */
export const readState = async (
  db: Database,
  { id, sessionId }: { id: string; sessionId: string },
  { lease, callId }: { lease: string | null; callId: string },
): Promise<SourceState | undefined> => {
  const own = sql`(SELECT id FROM sources WHERE id = ${id} AND (${lease} IS NULL OR lease = ${lease}))`
  const number = sql`(SELECT number FROM sessions WHERE id = ${sessionId} AND ${own} IS NOT NULL)`
  const [[session], types, [record], first, known] = await db.batch([
    db
      .select({
        number: sql<number>`sessions.number`.as('number'),
        eventId: sql<string>`sessions.event_id`.as('event_id'),
        organizerId: sql<string>`sessions.organizer_id`.as('organizer_id'),
        capacity: sql<number>`sessions.capacity`.as('capacity'),
        lastChange: sql<number>`(SELECT coalesce(max(change), 0) FROM ticket_changes
          WHERE ticket_changes.session_number = sessions.number)`.as('last_change'),
        count: sql<number>`${ticketCount(undefined)}`.as('tickets'),
        sold: sql<number>`valid + checked_in`.as('sold'),
        hasMoves: hasMoves(sql`sessions.id`).as('has_moves'),
      })
      .from(sql`sessions CROSS JOIN ticket_counts ON ticket_counts.session_number = sessions.number`)
      .where(sql`sessions.number = ${number}`),
    db
      .select({ id: ticketTypes.id, name: ticketTypes.name })
      .from(ticketTypes)
      .where(sql`event_id = (SELECT event_id FROM sessions WHERE sessions.number = ${number})`)
      .orderBy(ticketTypes.id)
      .limit(2 * MAX_IN_EVENT.ticket_types),
    db
      .select({ id: sql<number>`audit_log.id`.as('id') })
      .from(auditLog)
      .where(eq(auditLog.callId, callId)),
    selectPage(db, number, sql`(${number} << ${sql.raw(String(TICKET_KEY_BITS))})`),
    selectRemembered(db, own, ''),
  ])
  if (session === undefined) return undefined
  const rows = [...known]
  for (let page = known; page.length === PAGE; ) {
    ;[page] = await db.batch([selectRemembered(db, sql`${id}`, page.at(-1)?.ticketId ?? '')])
    rows.push(...page)
  }
  return {
    session: { ...session, types, maxTickets: MAX_TICKETS_BY_API },
    isDone: record !== undefined,
    remembered: rows.map(({ parts, written, erased, ...row }) => ({
      ...row,
      parts: parts === null ? null : JSON.parse(parts),
      written: JSON.parse(written),
      isErased: erased === 1,
    })),
    pages: readPages(db, session.number, first),
    idOf: idOf(callId),
    referenceOf: referenceOf(callId),
    ownedElsewhere: async (codes) => {
      if (codes.length === 0) return new Set<string>()
      const [owned] = await db.batch([selectOwnedElsewhere(db, codes, session.organizerId)])
      return new Set(owned.map(({ code }) => code))
    },
    movedGuests: async () => (session.hasMoves === 1 ? readMovedGuests(db, sessionId) : []),
  }
}
