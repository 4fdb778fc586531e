// Creates the tickets of walk-ins. These statements run before the
// items are recorded, in the same transaction.
import { type SQL, sql } from 'drizzle-orm'
import { integer, prepare, value } from '../../db/prepared.ts'
import { MAX_WALK_INS } from '../../db/schema/check-ins.ts'
import { MAX_TICKETS_IN_SESSION } from '../../db/schema/tickets.ts'
import { mayReport } from '../access.ts'
import { MAX_IN_EVENT } from '../resources/limits.ts'
import { fromSession } from '../sessions/session-access.ts'
import { lastKeyOf, typeNamed } from '../tickets/create-tickets.ts'

const [maxWalkIns, maxTickets, maxTypes] = [
  MAX_WALK_INS,
  MAX_TICKETS_IN_SESSION,
  MAX_IN_EVENT.ticket_types,
].map((limit) => sql.raw(String(limit)))

/** Whether the caller may send the batch. */
export const MAY_SEND: SQL = mayReport(integer('reportedAt'), integer('now'))

const SESSION = sql`(
    SELECT sessions.id, sessions.number, sessions.event_id, events.walk_ins AS is_allowed${fromSession()}
      AND ${MAY_SEND}) AS session`

const id = sql`value ->> 'id'`
const ticketId = sql`value ->> 'ticketId'`
const typeName = sql`value ->> 'ticketTypeName'`
/** A device knows its id, and perhaps the name from before a renaming. */
const typeId = sql`coalesce(
    (SELECT id FROM ticket_types WHERE id = value ->> 'ticketTypeId' AND event_id = session.event_id),
    ${typeNamed(sql`id`, sql`session.event_id`, typeName)})`

/** FROM and WHERE of unrecorded walk-ins whose ticket does not exist and was never one of the session. */
const newWalkIns = (joined: SQL = sql``): SQL => sql`
  FROM ${SESSION} CROSS JOIN json_each(${value('items')}) AS item ${joined}
  WHERE value ->> 'createsTicket'
    AND NOT EXISTS (SELECT 1 FROM check_ins WHERE session_id = session.id AND id = ${id})
    AND NOT EXISTS (SELECT 1 FROM tickets WHERE tickets.id = ${ticketId})
    AND NOT EXISTS (SELECT 1 FROM ticket_changes WHERE session_number = session.number AND ticket_id = ${ticketId})`

const insertTypes = sql`
  INSERT INTO ticket_types (id, event_id, name)
  SELECT type_id, event_id, name FROM (
    SELECT max(value ->> 'newTypeId') AS type_id, session.event_id, ${typeName} AS name, row_number() OVER () AS place
      ${newWalkIns()} AND ${typeId} IS NULL
    GROUP BY trim(${typeName}) COLLATE NOCASE)
  WHERE place <= (SELECT ${maxTypes} - count(*) FROM (
    SELECT 1 FROM ticket_types WHERE event_id = (SELECT event_id FROM sessions WHERE id = ${value('sessionId')})
    LIMIT ${maxTypes}))`

/** The base comes first, because it marks the ticket as a walk-in’s. An id with a base is never reused. */
const insertBases = sql`
  INSERT INTO ticket_bases (ticket_id, session_id, walk_in_id, base_status, status)
  SELECT ${ticketId}, session.id, ${id}, iif(is_allowed, 'Valid', 'Voided'), 'Voided'${newWalkIns()}
    AND (SELECT walk_ins FROM ticket_counts WHERE session_number = session.number) < ${maxWalkIns}
    AND ${typeId} IS NOT NULL
    AND (${lastKeyOf(sql`session.number`)} & ${maxTickets}) + json_array_length(${value('items')}) <= ${maxTickets}
  ON CONFLICT (ticket_id, session_id) DO NOTHING`

/** The same number as `walkInNumber`. */
const insertTickets = sql`
  INSERT INTO tickets (key, id, session_number, ticket_number, status, ticket_type_id, ticket_type_name, note,
    attendee_name, updated_at, updated_by)
  SELECT ${lastKeyOf(sql`session.number`)} + row_number() OVER (ORDER BY item.key), ${ticketId}, session.number,
    'W-' || upper(substr(${ticketId}, -8)), 'Voided', type.id, type.name,
    value ->> 'note', value ->> 'name', ${value('now')}, ${value('subject')}${newWalkIns(sql`
    CROSS JOIN ticket_bases ON ticket_id = ${ticketId} AND session_id = session.id AND walk_in_id = ${id}
    CROSS JOIN ticket_types AS type ON type.id = ${typeId}`)}`

/** Add the missing types, then the bases of the tickets, then the tickets. */
export const makeTickets = [insertTypes, insertBases, insertTickets].map((statement) =>
  prepare<never>(statement),
)

/**
 * The outcome of a walk-in that created its ticket although the
 * event does not allow that, unless its undo arrived first.
 */
export const NOT_ALLOWED: SQL = sql`iif(value ->> 'type' = 'WalkIn' AND EXISTS (
      SELECT 1 FROM ticket_bases WHERE ticket_id = ${ticketId} AND session_id = session.id AND walk_in_id = ${id}
        AND base_status = 'Voided')
    AND NOT EXISTS (SELECT 1 FROM check_ins AS undo INDEXED BY check_ins_undos
      WHERE undo.session_id = session.id AND undo.check_in_id = ${id} AND undo.type = 'Undo'
        AND undo.of_subject IN ('', ${value('subject')})), 'NotAllowed', NULL)`
