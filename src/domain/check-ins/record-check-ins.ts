// Records items one after the other. Triggers apply them (see the migration of check-ins).
import { sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { prepare, value } from '../../db/prepared.ts'
import { requireAccess } from '../access.ts'
import { ALLOWED_SESSION, selectSessionWith } from '../sessions/session-access.ts'
import {
  splitCounts,
  TICKET_COUNT_COLUMNS,
  type TicketCounts,
  ticketCount,
} from '../sessions/ticket-counts.ts'
import type { CheckIn, Outcome, TicketStatus, Undo, WalkIn } from './rule.ts'
import { makeTickets, NOT_ALLOWED } from './walk-ins.ts'

/** An item as a device sends it: a check-in names its ticket, a walk-in creates it. */
export type SentItem =
  | Undo
  | (CheckIn & { ticketId: string })
  | (WalkIn & { ticketId: string; name: string | null; ticketTypeName: string; note: string | null })

export type CheckInBatch = {
  sessionId: string
  /** The sender. */
  subject: string
  device: string | null
  items: readonly SentItem[]
  now: Date
}

/** The result of an item, with the ticket after the whole batch. Instants are epoch milliseconds. */
export type CheckInResult = {
  id: string
  outcome: Outcome
  ticket: { id: string; status: TicketStatus; checkedInAt: number | null } | null
  /** For `AlreadyCheckedIn`: the earlier check-in. */
  earlier: { at: number | null; device: string | null } | null
}

/** The session and its counts beside each item. Without access there is one row without an item. */
type ResultRow = TicketCounts & {
  allowed: number
  overCapacity: number
  id: string
  outcome: Outcome
  earlierAt: number | null
  earlierDevice: string | null
} & ({ ticketId: null } | { ticketId: string; status: TicketStatus; checkedInAt: number | null })

const items = sql`json_each(${value('items')}) AS item`

const recordStatement = prepare<never>(sql`
  INSERT INTO check_ins
    (session_id, id, type, ticket_id, check_in_id, at, received_at, device, subject, admitted, walk_in, outcome)
  SELECT session.id, value ->> 'id', iif(value ->> 'type' = 'Undo', 'Undo', 'CheckIn'), value ->> 'ticketId',
    value ->> 'checkInId', value ->> 'at', ${value('now')}, ${value('device')}, ${value('subject')},
    coalesce(value ->> 'admitted', value ->> 'type' = 'WalkIn'), value ->> 'type' = 'WalkIn', ${NOT_ALLOWED}
  FROM ${ALLOWED_SESSION} CROSS JOIN ${items} WHERE true
  ORDER BY value ->> 'type' <> 'WalkIn', item.key
  ON CONFLICT (session_id, id) DO UPDATE SET admitted = 1
    WHERE check_ins.type = 'CheckIn' AND check_ins.admitted = 0 AND excluded.admitted = 1`)

/**
 * The outcome of an item that is not recorded: an undo of nothing, or a question that is about an unknown
 * ticket, or beyond the bound about a ticket that admits nobody. None of these outcomes admits.
 */
const UNRECORDED_OUTCOME = sql`CASE
      WHEN value ->> 'type' = 'Undo' OR EXISTS (SELECT 1 FROM check_ins AS undo INDEXED BY check_ins_undos
        WHERE undo.session_id = session.id AND undo.check_in_id = value ->> 'id' AND undo.type = 'Undo') THEN 'Undone'
      WHEN tickets.id IS NULL THEN 'UnknownTicket'
      ELSE coalesce(nullif(
        (SELECT outcome FROM ticket_outcomes WHERE ticket_id = tickets.id AND session_id = session.id),
        'CheckedIn'), 'AlreadyCheckedIn') END`

const resultsStatement = prepare<ResultRow>(sql`
  SELECT allowed, "Valid", "CheckedIn", "Refunded", "Voided", "overCapacity",
    value ->> 'id' AS id, coalesce(check_ins.outcome, ${UNRECORDED_OUTCOME}) AS outcome,
    iif(check_ins.number IS NULL, tickets.checked_in_at, check_ins.earlier_at) AS "earlierAt",
    iif(check_ins.number IS NULL, nullif(tickets.device, ''), check_ins.earlier_device) AS "earlierDevice",
    tickets.id AS "ticketId", tickets.status, tickets.checked_in_at AS "checkedInAt"
  FROM (${selectSessionWith(sql`sessions.id, ${TICKET_COUNT_COLUMNS},
    max(${ticketCount('CheckedIn')} - sessions.capacity, 0) AS "overCapacity"`)}) AS session
  LEFT JOIN ${items} ON allowed
  LEFT JOIN check_ins ON check_ins.session_id = session.id AND check_ins.id = value ->> 'id'
  LEFT JOIN check_ins AS undone ON undone.session_id = session.id
    AND undone.id = iif(check_ins.number IS NULL, value ->> 'checkInId', check_ins.check_in_id)
  LEFT JOIN tickets ON +tickets.session_number = session.number AND tickets.id =
    coalesce(iif(check_ins.number IS NULL, value ->> 'ticketId', check_ins.ticket_id), undone.ticket_id)
  ORDER BY item.key`)

/** Times in the future are clamped to now. If a ticket id repeats, the first walk-in creates the ticket. */
const toValues = (items: readonly SentItem[], now: Date) => {
  const created = new Set<string>()
  return items.map((item) => {
    const values = { ...item, at: Math.min(item.at, now.getTime()) }
    if (item.type !== 'WalkIn' || created.has(item.ticketId)) return values
    created.add(item.ticketId)
    return { ...values, createsTicket: true, newTypeId: crypto.randomUUID() }
  })
}

/**
 * Records a batch in one transaction, walk-ins first. An item with a recorded id changes nothing, except that
 * `admitted` can become true; so a batch can be sent any number of times.
 *
 * @returns one result per item in order, then the session’s counts and by how many its checked-in tickets
 *   exceed its capacity
 * @throws AppError `session_not_found`, also for non-members; `forbidden` for staff of another event
 */
export const recordCheckIns = async (
  db: Database,
  { sessionId, subject, device, items, now }: CheckInBatch,
): Promise<{ results: CheckInResult[]; counts: TicketCounts; overCapacity: number }> => {
  const hasWalkIns = items.some(({ type }) => type === 'WalkIn')
  const results = await db.batchPrepared(
    [...(hasWalkIns ? makeTickets : []), recordStatement, resultsStatement],
    { sessionId, subject, device, items: JSON.stringify(toValues(items, now)), now: now.getTime() },
  )
  const rows = results.at(-1) as ResultRow[]
  const session = requireAccess(rows[0], 'session_not_found')
  return {
    results: rows.map(({ id, outcome, earlierAt, earlierDevice, ...row }) => ({
      id,
      outcome,
      ticket:
        row.ticketId === null ? null : { id: row.ticketId, status: row.status, checkedInAt: row.checkedInAt },
      earlier: outcome === 'AlreadyCheckedIn' ? { at: earlierAt, device: earlierDevice } : null,
    })),
    counts: splitCounts(session).counts,
    overCapacity: session.overCapacity,
  }
}
