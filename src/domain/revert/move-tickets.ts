// Moves tickets to another session of their organizer.
import { type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { Database } from '../../db/client.ts'
import { isLive, isLiveExit } from '../../db/schema/check-ins.ts'
import { MAX_TICKETS_BY_API, MAX_TICKETS_IN_SESSION, tickets, ticketTypes } from '../../db/schema/tickets.ts'
import type { Actor } from '../actor.ts'
import { insertAudit } from '../audit.ts'
import type { TicketRow } from '../import/file/table/columns.ts'
import type { TicketType } from '../import/plan.ts'
import { hashedId } from '../import/preview-import.ts'
import { abortIf, inValues, valueAt } from '../import/write-import.ts'
import { SESSION } from '../resources/definitions.ts'
import { MAX_IN_EVENT } from '../resources/limits.ts'
import { entityOf, fromManaged } from '../resources/resource.ts'
import { SOLD, ticketCount } from '../ticket-counts.ts'
import { lastKeyOf, typeNamed } from '../tickets/create-tickets.ts'
import { foldAscii } from '../tickets/ticket.ts'

/**
 * True if the ticket has an entry or exit in the session that counts, or would count without its cover. Such
 * a ticket does not move.
 */
export const hasFacts = (sessionId: SQL): SQL<number> => sql`(tickets.status = 'CheckedIn'
  OR tickets.cover IS NOT NULL AND tickets.checked_in_at IS NOT NULL
  OR EXISTS (SELECT 1 FROM ticket_bases AS base WHERE base.ticket_id = tickets.id AND base.session_id = ${sessionId}
    AND (base.status = 'CheckedIn'
      OR EXISTS (SELECT 1 FROM check_ins INDEXED BY check_ins_live
        WHERE (session_id, ticket_id, base_version) = (base.session_id, base.ticket_id, version) AND ${isLive('')})
      OR EXISTS (SELECT 1 FROM check_ins INDEXED BY check_ins_exits
        WHERE (session_id, ticket_id, base_version) = (base.session_id, base.ticket_id, version) AND ${isLiveExit}))))`

/** The list or source that a ticket follows. A ticket that leaves the session leaves it. */
export const OWNERS = ['source_id', 'guest_list_id', 'guest_list_entry'] as const
export type Owners = Pick<TicketRow, (typeof OWNERS)[number]>

export const NO_OWNERS: Owners = { source_id: null, guest_list_id: null, guest_list_entry: null }

/** A ticket with what it has in the other session. */
export type Move = { present: TicketRow; ticketNumber: string; type: TicketType; owners: Owners }

type Place = { codeTaken: ReadonlySet<string>; numbers: ReadonlyMap<string, string> }

type Wanted = { id: string; ticketNumber: string; code: string }

const selectTaken = (db: Database, number: number, wanted: readonly Wanted[]) =>
  [...inValues(wanted.map(({ id, ticketNumber, code }) => [id, ticketNumber, code]))].map((json) =>
    db
      .select({
        id: sql<string>`${valueAt(0)}`.as('id'),
        hasNumber: sql<number>`EXISTS (SELECT 1 FROM tickets INDEXED BY tickets_in_order
          WHERE session_number = ${number} AND ticket_number = ${valueAt(1)})`.as('has_number'),
        hasCode: sql<number>`EXISTS (SELECT 1 FROM tickets INDEXED BY tickets_by_code
          WHERE code = ${valueAt(2)} AND session_number = ${number})`.as('has_code'),
      })
      .from(sql`json_each(${json}) AS each`),
  )

/**
 * Finds out which codes are taken in a session, and a number for each other ticket: its own, if it is free
 * there.
 */
export const findPlaces = async (
  db: Database,
  session: { number: number },
  wanted: readonly Wanted[],
): Promise<Place> => {
  const codeTaken = new Set<string>()
  const numbers = new Map<string, string>()
  const statements = selectTaken(db, session.number, wanted)
  if (statements.length === 0) return { codeTaken, numbers }
  const [[last], ...found] = await db.batch([
    db
      .select({
        key: sql<number>`${lastKeyOf(sql`${session.number}`)} & ${MAX_TICKETS_IN_SESSION}`.as('last'),
      })
      .from(sql`(SELECT 1)`),
    ...statements,
  ])
  const takenById = new Map(found.flat().map((row) => [row.id, row]))
  const given = new Set<string>()
  const renumbered: Wanted[] = []
  let position = last?.key ?? 0
  for (const ticket of wanted) {
    const { id, ticketNumber } = ticket
    if (takenById.get(id)?.hasCode === 1) {
      codeTaken.add(id)
      continue
    }
    position += 1
    if (takenById.get(id)?.hasNumber === 1 || given.has(foldAscii(ticketNumber))) {
      renumbered.push({ ...ticket, ticketNumber: String(position).padStart(6, '0') })
    } else {
      numbers.set(id, ticketNumber)
      given.add(foldAscii(ticketNumber))
    }
  }
  const retries = selectTaken(db, session.number, renumbered)
  const again = retries.length === 0 ? [] : await db.batch(retries as [(typeof retries)[number]])
  const isTaken = new Map(again.flat().map(({ id, hasNumber }) => [id, hasNumber === 1]))
  for (const { id, ticketNumber } of renumbered) {
    const isFree = isTaken.get(id) !== true && !given.has(ticketNumber)
    numbers.set(id, isFree ? ticketNumber : `${ticketNumber}-${id.slice(0, 8)}`)
  }
  return { codeTaken, numbers }
}

/** Statement that fails if anything of the tickets has changed since the last change that was read. */
export const abortIfChanged = (
  db: Database,
  { number, lastChange }: { number: number; lastChange: number },
  moves: readonly Move[],
) =>
  [...inValues(moves.map(({ present: { id } }) => [id]))].map((json) =>
    abortIf(
      db,
      number,
      sql`EXISTS (SELECT 1 FROM json_each(${json}) AS each CROSS JOIN ticket_changes
        ON session_number = ${number} AND ticket_id = ${valueAt(0)} WHERE change > ${lastChange})`,
    ),
  )

/** `like`: the type of another event whose note, flag, entries and hours it gets. */
export type NewType = TicketType & { like?: string | undefined }

const insertTypes = (db: Database, eventId: string, newTypes: readonly NewType[]) =>
  [...inValues(newTypes.map(({ id, name, like = null }) => [id, name, like]))].map((json) =>
    db.insert(ticketTypes).select(
      sql`SELECT ${valueAt(0)}, ${eventId}, ${valueAt(1)}, type.note, coalesce(type.flag, 'None'), NULL,
          coalesce(type.entries, 'Once'), type.from_minutes, type.until_minutes, NULL
        FROM json_each(${json}) AS each LEFT JOIN ticket_types AS type ON type.id = ${valueAt(2)}
        WHERE ${typeNamed(sql`id`, sql`${eventId}`, valueAt(1))} IS NULL`,
    ),
  )

/** Values of the table by their places in the rows below. */
const MOVED = {
  ticketNumber: valueAt(1),
  ticketTypeId: valueAt(2),
  ticketTypeName: valueAt(3),
  // An owner may be gone by now.
  sourceId: sql`(SELECT id FROM sources WHERE id = ${valueAt(4)})`,
  guestListId: sql`(SELECT id FROM guest_lists WHERE id = ${valueAt(5)})`,
  guestListEntry: sql`iif(EXISTS (SELECT 1 FROM guest_lists WHERE id = ${valueAt(5)}), ${valueAt(6)}, NULL)`,
}

/**
 * Statements that move tickets. One fails if a number or code is taken there by now. With `limits`, also if
 * there would be too many tickets, or more valid ones than the capacity.
 */
export const moveStatements = (
  db: Database,
  { now, subject }: Actor,
  { number, eventId }: { number: number; eventId: string },
  moves: readonly Move[],
  newTypes: readonly NewType[] = [],
  limits?: { capacity: number | undefined },
): BatchItem<'sqlite'>[] => {
  if (moves.length === 0) return []
  const failIf = (condition: SQL) => abortIf(db, number, condition)
  const counts = sql`FROM ticket_counts WHERE session_number = ${number}`
  const rows = moves.map(({ present, ticketNumber, type, owners }) => [
    ...[present.key, ticketNumber, type.id, type.name],
    ...OWNERS.map((owner) => owners[owner]),
  ])
  return [
    ...insertTypes(db, eventId, newTypes),
    ...(newTypes.length === 0
      ? []
      : [
          failIf(
            sql`(SELECT count(*) FROM ticket_types WHERE event_id = ${eventId}) > ${MAX_IN_EVENT.ticket_types}`,
          ),
        ]),
    ...[...inValues(rows)].flatMap((json) => [
      failIf(sql`EXISTS (SELECT 1 FROM json_each(${json}) AS each CROSS JOIN tickets INDEXED BY tickets_in_order
        ON session_number = ${number} AND ticket_number = ${valueAt(1)})`),
      db
        .update(tickets)
        .set({
          ...MOVED,
          key: sql`${lastKeyOf(sql`${number}`)} + 1 + each.key`,
          sessionNumber: number,
          updatedAt: now,
          updatedBy: subject,
        })
        .from(sql`json_each(${json}) AS each`)
        .where(sql`tickets.key = ${valueAt(0)}`),
    ]),
    ...(limits === undefined
      ? []
      : [failIf(sql`(SELECT ${ticketCount(undefined)} ${counts}) > ${MAX_TICKETS_BY_API}`)]),
    ...(limits?.capacity === undefined ? [] : [failIf(sql`(SELECT ${SOLD} ${counts}) > ${limits.capacity}`)]),
  ]
}

/**
 * Statement that records a move at the session that is not in the request's path. `change` has the id of the
 * record there.
 */
export const insertMoved = (
  db: Database,
  { callId, ...actor }: Actor,
  action: 'tickets.bulk-update' | 'tickets.revert',
  sessionId: string,
  change: { recordId: string } & Record<string, unknown>,
) => {
  const path = { id: sessionId }
  return insertAudit(
    db,
    { ...actor, callId: hashedId('moved', callId) },
    { action, entity: entityOf(SESSION, path), change },
    fromManaged(SESSION, actor.subject, path),
  )
}
