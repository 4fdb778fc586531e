// Records items one after the other. Triggers apply them (see the migration of check-ins).
import { sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { integer, prepare, value } from '../../db/prepared.ts'
import { MAX_TALLIES } from '../../db/schema/check-ins.ts'
import { AppError } from '../../errors.ts'
import { isFromBefore, requireAccess } from '../access.ts'
import type {
  CheckIn,
  Exit,
  Outcome,
  Tally,
  TicketState,
  TicketStatus,
  Undo,
  WalkIn,
} from '../check-in-rule.ts'
import { INSIDE_COLUMNS, type Inside, type InsideRow, splitInside } from '../sessions/inside.ts'
import { allowedSession, selectSessionWith } from '../sessions/session-access.ts'
import { splitCounts, TICKET_COUNT_COLUMNS, type TicketCounts } from '../ticket-counts.ts'
import { MAY_SEND, makeTickets, NOT_ALLOWED } from './walk-ins.ts'

/** An item as a device sends it: a check-in or exit names its ticket, a walk-in creates it. */
export type SentItem =
  | Undo
  | Tally
  | ((CheckIn | Exit) & { ticketId: string })
  | (WalkIn & {
      ticketId: string
      name: string | null
      ticketTypeName: string
      ticketTypeId: string | null
      note: string | null
    })

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
  ticket: (TicketState & { id: string }) | null
  /** For `AlreadyCheckedIn`: the check-in that let the guest in. For `ReEntered`: the exit. */
  earlier: { at: number | null; device: string | null } | null
}

/** The session and its figures beside each item. Without access there is one row without an item. */
type ResultRow = TicketCounts &
  InsideRow & {
    allowed: number | null
    number: number
    id: string
    outcome: Outcome
    earlierAt: number | null
    earlierDevice: string | null
  } & (
    | { ticketId: null }
    /** `presence` is JSON. */
    | { ticketId: string; status: TicketStatus; checkedInAt: number | null; presence: string | null }
  )

const items = sql`json_each(${value('items')}) AS item`

/** An unknown area is the venue. */
const areaId = sql`coalesce((SELECT areas.id FROM areas WHERE areas.id = value ->> 'areaId'
      AND areas.event_id = (SELECT event_id FROM sessions WHERE sessions.id = session.id)), '')`

const SENDER_SESSION = allowedSession(MAY_SEND, sql`, phone_role, phone_role_since`)

/** What a kiosk undoes is its own. */
const ofSubject = sql`iif(value ->> 'type' = 'Undo' AND phone_role = 'Kiosk'
      AND NOT ${isFromBefore(sql`phone_role_since`, sql`value ->> 'at'`, integer('now'))}, ${value('subject')}, '')`

const recordStatement = prepare<never>(sql`
  INSERT INTO check_ins
    (session_id, id, type, ticket_id, check_in_id, of_subject, area_id, at, received_at, device, subject, admitted, walk_in, assumed,
      people, outcome)
  SELECT session.id, value ->> 'id', iif(value ->> 'type' = 'WalkIn', 'CheckIn', value ->> 'type'), value ->> 'ticketId',
    value ->> 'checkInId', ${ofSubject}, ${areaId}, value ->> 'at', ${value('now')}, ${value('device')}, ${value('subject')},
    coalesce(value ->> 'admitted', value ->> 'type' = 'WalkIn'), value ->> 'type' = 'WalkIn',
    coalesce(value ->> 'assumed', 0), value ->> 'by', ${NOT_ALLOWED}
  FROM ${SENDER_SESSION} CROSS JOIN ${items} WHERE true
  ORDER BY value ->> 'type' <> 'WalkIn', item.key
  ON CONFLICT (session_id, id) DO UPDATE SET admitted = 1
    WHERE check_ins.type = 'CheckIn' AND check_ins.admitted = 0 AND excluded.admitted = 1`)

/** Without a row, the item is an undo beyond the bound. */
const resultsStatement = prepare<ResultRow>(sql`
  SELECT session.*, value ->> 'id' AS id, coalesce(check_ins.outcome, 'Undone') AS outcome,
    check_ins.earlier_at AS "earlierAt", check_ins.earlier_device AS "earlierDevice",
    tickets.id AS "ticketId", tickets.status, tickets.checked_in_at AS "checkedInAt", tickets.presence
  FROM (${selectSessionWith(sql`sessions.id AS "sessionId", ${TICKET_COUNT_COLUMNS}, ${INSIDE_COLUMNS}`, MAY_SEND)}) AS session
  LEFT JOIN ${items} ON allowed
  LEFT JOIN check_ins ON check_ins.session_id = session."sessionId" AND check_ins.id = value ->> 'id'
  LEFT JOIN check_ins AS undone ON undone.session_id = session."sessionId"
    AND undone.id = iif(check_ins.number IS NULL, value ->> 'checkInId', check_ins.check_in_id)
  LEFT JOIN tickets ON +tickets.session_number = session.number AND tickets.id = coalesce(check_ins.ticket_id, undone.ticket_id)
  ORDER BY item.key`)

/**
 * Questions that let nobody in and are not recorded: about an unknown ticket, or beyond the bound about one
 * that lets nobody in. An exit of an unknown ticket is not recorded either.
 */
const discardStatement = prepare<never>(sql`
  DELETE FROM check_ins
  WHERE session_id = ${value('sessionId')} AND id IN (SELECT value ->> 'id' FROM ${items})
    AND type IN ('CheckIn', 'Exit') AND admitted = 0 AND base_version IS NULL AND undone_at IS NULL`)

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

/** When the latest item happened that a kiosk may not send, or -1. It only asks, and takes back. */
const lastReport = (items: readonly SentItem[], now: Date): number =>
  Math.max(
    -1,
    ...items
      .filter((item) => item.type !== 'Undo' && !(item.type === 'CheckIn' && !item.admitted))
      .map(({ at }) => Math.min(at, now.getTime())),
  )

/** Of the trigger `limit_tallies`. */
const isTooManyTallies = (error: unknown): boolean =>
  error instanceof Error &&
  (error.message.includes('check_ins: 20,000 tallies') || isTooManyTallies(error.cause))

/** Outcomes whose result says what came before. */
const FOLLOWING: readonly Outcome[] = ['AlreadyCheckedIn', 'ReEntered']

/**
 * Records a batch in one transaction, walk-ins first. An item with a recorded id changes nothing, except that
 * `admitted` can become true; so a batch can be sent any number of times.
 *
 * @returns one result per item in order, then the session’s counts and who is inside, the venue first
 * @throws AppError `session_not_found`, also for non-members; `forbidden` for staff of another event;
 *   `role_forbids` if a kiosk reports; `limit_reached` for too many tallies
 */
export const recordCheckIns = async (
  db: Database,
  { sessionId, subject, device, items, now }: CheckInBatch,
): Promise<{ results: CheckInResult[]; counts: TicketCounts; inside: [Inside, ...Inside[]] }> => {
  const hasWalkIns = items.some(({ type }) => type === 'WalkIn')
  const results = await db
    .batchPrepared(
      [...(hasWalkIns ? makeTickets : []), recordStatement, resultsStatement, discardStatement],
      {
        ...{ sessionId, subject, device, now: now.getTime() },
        items: JSON.stringify(toValues(items, now)),
        reportedAt: lastReport(items, now),
      },
    )
    .catch((error: unknown) => {
      if (!isTooManyTallies(error)) throw error
      const limit = MAX_TALLIES.toLocaleString('en')
      throw new AppError(
        'limit_reached',
        `A session can have at most ${limit} tallies. Nothing was recorded.`,
      )
    })
  const rows = results.at(-2) as ResultRow[]
  const session = requireAccess(rows[0], 'session_not_found')
  return {
    results: rows.map(({ id, outcome, earlierAt, earlierDevice, ...row }) => ({
      id,
      outcome,
      ticket:
        row.ticketId === null
          ? null
          : {
              id: row.ticketId,
              status: row.status,
              checkedInAt: row.checkedInAt,
              presence: row.presence === null ? null : JSON.parse(row.presence),
            },
      earlier:
        FOLLOWING.includes(outcome) && (outcome === 'AlreadyCheckedIn' || earlierAt !== null)
          ? { at: earlierAt, device: earlierDevice }
          : null,
    })),
    counts: splitCounts(session).counts,
    inside: splitInside(session).inside,
  }
}
