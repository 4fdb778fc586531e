// The tickets that walk-ins bring. These statements run before the items are recorded, in the same
// transaction.
import { type SQL, sql } from 'drizzle-orm'
import { prepare, value } from '../../db/prepared.ts'
import { MAX_WALK_INS } from '../../db/schema/check-ins.ts'
import { MAX_TICKETS_IN_SESSION } from '../../db/schema/tickets.ts'
import { maySeeSession } from '../access.ts'
import { MAX_IN_EVENT } from '../resources/limits.ts'
import { fromSession, WITH_COUNTS } from '../sessions/session-access.ts'
import { lastKeyOf, typeNamed } from '../tickets/create-tickets.ts'

const [maxWalkIns, maxTickets, maxTypes] = [
  MAX_WALK_INS,
  MAX_TICKETS_IN_SESSION,
  MAX_IN_EVENT.ticket_types,
].map((limit) => sql.raw(String(limit)))

const SESSION = sql`(
    SELECT sessions.id, sessions.number, sessions.event_id, events.walk_ins AS is_allowed,
      ticket_counts.walk_ins AS made${fromSession(WITH_COUNTS)} AND ${maySeeSession}) AS session`

const id = sql`value ->> 'id'`
const ticketId = sql`value ->> 'ticketId'`
const typeName = sql`value ->> 'ticketTypeName'`
const typeId = typeNamed(sql`id`, sql`session.event_id`, typeName)

/**
 * FROM and WHERE of walk-ins that are not recorded yet, and whose ticket neither exists nor was one of the
 * session before.
 */
const newWalkIns = (joined: SQL = sql``): SQL => sql`
  FROM ${SESSION} CROSS JOIN json_each(${value('items')}) AS item ${joined}
  WHERE value ->> 'bringsTicket'
    AND NOT EXISTS (SELECT 1 FROM check_ins WHERE session_id = session.id AND id = ${id})
    AND NOT EXISTS (SELECT 1 FROM tickets WHERE tickets.id = ${ticketId})
    AND NOT EXISTS (SELECT 1 FROM ticket_changes WHERE session_number = session.number AND ticket_id = ${ticketId})`

const insertTypes = sql`
  INSERT INTO ticket_types (id, event_id, name)
  SELECT max(value ->> 'newTypeId'), session.event_id, ${typeName}${newWalkIns()} AND ${typeId} IS NULL
  GROUP BY ${typeName} COLLATE NOCASE
  LIMIT (SELECT max(${maxTypes} - count(*), 0) FROM (
    SELECT 1 FROM ticket_types WHERE event_id = (SELECT event_id FROM sessions WHERE id = ${value('sessionId')})
    LIMIT ${maxTypes}))`

/**
 * The base comes first: it says that the ticket is that of a walk-in. An id that has had a base is not used
 * again.
 */
const insertBases = sql`
  INSERT INTO ticket_bases (ticket_id, session_id, walk_in_id, base_status, status)
  SELECT ${ticketId}, session.id, ${id}, iif(is_allowed, 'Valid', 'Voided'), 'Voided'${newWalkIns()}
    AND made < ${maxWalkIns} AND ${typeId} IS NOT NULL
    AND (${lastKeyOf(sql`session.number`)} & ${maxTickets}) + json_array_length(${value('items')}) <= ${maxTickets}
  ON CONFLICT (ticket_id, session_id) DO NOTHING`

/** The number is that of `walkInNumber`. */
const insertTickets = sql`
  INSERT INTO tickets (key, id, session_number, ticket_number, status, ticket_type_id, ticket_type_name, note,
    attendee_name, updated_at, updated_by)
  SELECT ${lastKeyOf(sql`session.number`)} + row_number() OVER (ORDER BY item.key), ${ticketId}, session.number,
    'W-' || upper(substr(${ticketId}, -8)), 'Voided', type.id, type.name,
    value ->> 'note', value ->> 'name', ${value('now')}, ${value('subject')}${newWalkIns(sql`
    CROSS JOIN ticket_bases ON ticket_id = ${ticketId} AND session_id = session.id AND walk_in_id = ${id}
    CROSS JOIN ticket_types AS type ON type.id = ${typeId}`)}`

/** Add the types that the event lacks, the bases of the tickets, and the tickets. */
export const makeTickets = [insertTypes, insertBases, insertTickets].map((statement) =>
  prepare<never>(statement),
)

/**
 * The outcome of a walk-in that made its ticket although the event does not allow that, unless its undo came
 * first.
 */
export const NOT_ALLOWED: SQL = sql`iif(value ->> 'type' = 'WalkIn' AND EXISTS (
      SELECT 1 FROM ticket_bases WHERE ticket_id = ${ticketId} AND session_id = session.id AND walk_in_id = ${id}
        AND base_status = 'Voided')
    AND NOT EXISTS (SELECT 1 FROM check_ins AS undo INDEXED BY check_ins_undos
      WHERE undo.session_id = session.id AND undo.check_in_id = ${id} AND undo.type = 'Undo'), 'NotAllowed', NULL)`
