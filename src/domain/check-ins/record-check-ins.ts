// Records check-ins and undos. The database carries them out, one after the other (see the migration of check-ins).
import { sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { checkIns } from '../../db/schema/check-ins.ts'
import { requireAccess } from '../access.ts'
import type { TicketCounts } from '../tickets/session.ts'
import type { TicketStatus } from '../tickets/ticket.ts'
import type { Item, Outcome } from './rule.ts'
import { allowedSession, selectSession } from './session.ts'

/** An item as a device sends it: a check-in names its ticket. */
export type SentItem =
  | Extract<Item, { type: 'Undo' }>
  | (Extract<Item, { type: 'CheckIn' }> & { ticketId: string })

export type CheckInBatch = {
  sessionId: string
  /** Who sends it. */
  subject: string
  device: string | null
  items: readonly SentItem[]
  now: Date
}

/** What came of an item. `ticket` is as it is after the whole batch. Instants are epoch milliseconds. */
export type CheckInResult = {
  id: string
  outcome: Outcome
  ticket: { id: string; status: TicketStatus; checkedInAt: number | null } | null
  /** Of an `AlreadyCheckedIn`: when and by which device the ticket had been checked in. */
  earlier: { at: number | null; device: string | null } | null
}

/** A time after the service's clock is taken for now. */
const clampToNow = (item: SentItem, now: Date): SentItem => ({
  ...item,
  at: Math.min(item.at, now.getTime()),
})

/**
 * Records a batch in one transaction. An item with an id that the session has already changes nothing, except that
 * `admitted` may rise to true; so a batch may be sent any number of times.
 *
 * @returns one result for each item in their order, and the session's counts afterwards
 * @throws AppError `session_not_found`, also for non-members; `forbidden` for staff of another event
 */
export const recordCheckIns = async (
  db: Database,
  { sessionId, subject, device, items, now }: CheckInBatch,
): Promise<{ results: CheckInResult[]; counts: TicketCounts }> => {
  const json = JSON.stringify(items.map((item) => clampToNow(item, now)))
  const session = allowedSession(subject, sessionId)
  const [access, , rows, counts] = await db.write([
    db.orm
      .select({ allowed: sql<number>`allowed`.as('allowed') })
      .from(sql`(${selectSession(subject, sessionId)})`),
    db.orm
      .insert(checkIns)
      .select(
        // The order of the columns of the table. The last six are for the triggers.
        sql`SELECT NULL, session.id, value ->> 'id', value ->> 'type', value ->> 'ticketId', value ->> 'checkInId',
          value ->> 'at', ${now.getTime()}, ${device}, ${subject}, coalesce(value ->> 'admitted', 0),
          iif(value ->> 'type' = 'Undo', 'Undone', NULL), NULL, NULL, NULL, NULL, NULL
        FROM ${session} CROSS JOIN json_each(${json}) AS item WHERE true ORDER BY item.key`,
      )
      .onConflictDoUpdate({
        target: [checkIns.sessionId, checkIns.id],
        set: { admitted: 1 },
        setWhere: sql`check_ins.type = 'CheckIn' AND check_ins.admitted = 0 AND excluded.admitted = 1`,
      }),
    db.orm
      .select({
        id: sql<string>`value ->> 'id'`.as('item_id'),
        outcome: sql<Outcome>`coalesce(check_ins.outcome, 'UnknownTicket')`.as('outcome'),
        earlierAt: sql<number | null>`check_ins.earlier_at`.as('earlier_at'),
        earlierDevice: sql<string | null>`check_ins.earlier_device`.as('earlier_device'),
        ticketId: sql<string | null>`tickets.id`.as('ticket_id'),
        status: sql<TicketStatus>`tickets.status`.as('status'),
        checkedInAt: sql<number | null>`tickets.checked_in_at`.as('checked_in_at'),
      })
      .from(
        sql`${session} CROSS JOIN json_each(${json}) AS item
        LEFT JOIN check_ins ON check_ins.session_id = session.id AND check_ins.id = value ->> 'id'
        LEFT JOIN check_ins AS undone ON undone.session_id = session.id AND undone.id = check_ins.check_in_id
        LEFT JOIN tickets ON tickets.id = coalesce(check_ins.ticket_id, undone.ticket_id)
          AND +tickets.session_number = session.number`,
      )
      .orderBy(sql`item.key`),
    db.orm
      .select({
        Valid: sql<number>`valid`.as('valid'),
        CheckedIn: sql<number>`checked_in`.as('checked_in'),
        Refunded: sql<number>`refunded`.as('refunded'),
        Voided: sql<number>`voided`.as('voided'),
      })
      .from(sql`${session} CROSS JOIN ticket_counts ON session_number = session.number`),
  ])
  requireAccess(access[0], 'session_not_found', 'session')
  if (counts[0] === undefined) throw new Error('The session has no row of counts.')
  return {
    results: rows.map(({ id, outcome, ticketId, status, checkedInAt, earlierAt, earlierDevice }) => ({
      id,
      outcome,
      ticket: ticketId === null ? null : { id: ticketId, status, checkedInAt },
      earlier: outcome === 'AlreadyCheckedIn' ? { at: earlierAt, device: earlierDevice } : null,
    })),
    counts: counts[0],
  }
}
