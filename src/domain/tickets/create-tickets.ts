import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { events } from '../../db/schema/events.ts'
import {
  MAX_TICKETS_BY_API,
  MAX_TICKETS_IN_SESSION,
  TICKET_KEY_BITS,
  tickets,
  ticketTypes,
} from '../../db/schema/tickets.ts'
import { AppError } from '../../errors.ts'
import { EVENTS_BY_ID } from '../access.ts'
import type { Actor } from '../actor.ts'
import { createResources, type Items, newValue } from '../resources/create-resources.ts'
import { type Flag, SESSION } from '../resources/definitions.ts'
import { countGuard } from '../resources/limits.ts'
import type { Guard, ResourceType } from '../resources/resource.ts'
import { SOLD, ticketCount } from '../ticket-counts.ts'
import { isOurs, makeCode } from './code.ts'
import { codeOwner } from './find-by-code.ts'
import { foldAscii, LIST_NAME, TICKET_FIELDS, type Ticket } from './ticket.ts'

/** `updatedAt` is epoch milliseconds; null, like `updatedBy`, before the first change through the API. */
export type ManagedTicket = Ticket & {
  code: string
  reference: string | null
  note: string | null
  flag: Flag
  /** The name of its guest list. */
  list: string | null
  /** What lies over what others wrote and phones recorded. */
  cover: 'Refunded' | 'Voided' | null
  updatedAt: number | null
  updatedBy: string | null
}

const CHECK_INS = sql`check_ins INDEXED BY check_ins_by_ticket WHERE check_ins.session_id = sessions.id
  AND check_ins.ticket_id = tickets.id AND type IN ('CheckIn', 'Exit')`

/** Its state leaves out personal data. */
export const TICKET: ResourceType<ManagedTicket> = {
  type: 'ticket',
  notFound: 'ticket_not_found',
  table: tickets,
  from: sql`tickets INDEXED BY tickets_id_unique CROSS JOIN sessions ON sessions.number = tickets.session_number
    CROSS JOIN ${EVENTS_BY_ID} ON events.id = sessions.event_id`,
  organizerId: events.organizerId,
  columns: {
    ...TICKET_FIELDS,
    code: sql`tickets.code`,
    reference: sql`tickets.reference`,
    note: sql`tickets.note`,
    flag: sql`tickets.flag`,
    list: LIST_NAME,
    cover: sql`tickets.cover`,
    updatedAt: sql`tickets.updated_at`,
    updatedBy: sql`tickets.updated_by`,
  },
  state: sql`json_object('status', tickets.status)`,
  version: sql`json_array(${sql.join([...Object.values(TICKET_FIELDS), sql`tickets.code`, sql`tickets.reference`, sql`tickets.note`, sql`tickets.flag`, sql`tickets.cover`], sql`, `)})`,
  uses: [
    [
      'check-in',
      'check-ins',
      sql`FROM (SELECT 1 FROM ${CHECK_INS} UNION ALL
        SELECT 1 WHERE (tickets.status = 'CheckedIn' OR tickets.cover IS NOT NULL AND tickets.checked_in_at IS NOT NULL)
          AND NOT EXISTS (SELECT 1 FROM ${CHECK_INS}))`,
    ],
  ],
}

/** A new ticket. The service chooses a missing number and code. */
export type NewTicket = {
  id: string
  ticketNumber: string | null
  ticketTypeName: string
  seatLabel: string | null
  reference: string | null
  holderEmail: string | null
  currentHolderId: string | null
  attendeeName: string | null
  attendeeEmail: string | null
  attendeeCompany: string | null
  code: string | null
  note: string | null
  flag: Flag
}

const BITS = sql.raw(String(TICKET_KEY_BITS))

/** The last key of a session's tickets, or the one before the first. */
export const lastKeyOf = (
  number: SQL,
): SQL => sql`(SELECT coalesce(max(key), ${number} << ${BITS}) FROM tickets
  WHERE key BETWEEN ${number} << ${BITS} AND (${number} + 1 << ${BITS}) - 1)`

/** Values of the session with this id. */
export const inSession = (sessionId: string) => {
  const number = sql`(SELECT number FROM sessions WHERE id = ${sessionId})`
  const lastKey = lastKeyOf(number)
  const eventId = sql`(SELECT event_id FROM sessions WHERE id = ${sessionId})`
  return { number, lastKey, eventId }
}

/** The event's ticket type with a name, ignoring ASCII case and spaces at the ends. */
export const typeNamed = (columns: SQL, eventId: SQL, name: SQL): SQL =>
  sql`(SELECT ${columns} FROM ticket_types INDEXED BY ticket_types_by_event
    WHERE event_id = ${eventId} AND trim(name) = trim(${name}) COLLATE NOCASE)`

/**
 * Adds missing types to the event. `rows` is FROM and WHERE of the
 * new tickets; `name` and `id` are of their types.
 */
export const insertTypes = (
  db: Database,
  eventId: SQL,
  { name, id, rows }: { name: SQL; id: SQL; rows: SQL },
) =>
  db.insert(ticketTypes).select(
    sql`SELECT ${id}, ${eventId}, ${name}, NULL, 'None', NULL, 'Once', NULL, NULL, NULL ${rows} AND ${typeNamed(sql`id`, eventId, name)} IS NULL
      GROUP BY trim(${name}) COLLATE NOCASE`,
  )

export const isTaken = (column: 'ticket_number' | 'code', number: SQL, value: SQL, id: SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM tickets WHERE session_number = ${number} AND ${sql.identifier(column)} = ${value} AND tickets.id <> ${id})`

export const OWNED_ELSEWHERE = 'another organizer has this code'

/** The code if it is in the generated form, which belongs to one organizer; otherwise null. */
export const reservedCode = (code: string | null | undefined): string | null =>
  code && isOurs(code) ? code : null

/** True if a code from {@link reservedCode} belongs to another organizer. */
export const belongsToAnother = (code: SQL, organizerId: SQL): SQL =>
  sql`coalesce(${codeOwner(code)} <> ${organizerId}, false)`

const ITEM_ID = sql`item.value ->> 'id'`

/** `typeNames` are the types of the new tickets, without repetition. */
const guardsOf =
  (typeNames: readonly string[], isOverCapacity: boolean) =>
  (items: Items): Guard[] => {
    const number = sql`sessions.number`
    const lastKey = lastKeyOf(number)
    const firstTaken = (column: 'ticket_number' | 'code', field: string) =>
      sql`(SELECT min(item.key) FROM ${items} WHERE ${newValue(field)} IS NOT NULL
        AND ${isTaken(column, number, newValue(field), ITEM_ID)})`
    const ownedElsewhere = belongsToAnother(newValue('reservedCode'), sql`events.organizer_id`)
    const added = sql`(SELECT count(*) FROM ${items} WHERE NOT EXISTS (SELECT 1 FROM tickets WHERE tickets.id = ${ITEM_ID}))`
    const wouldHave = sql`(${SOLD} + ${added})`
    const newTypes = sql`(SELECT count(*) FROM json_each(${JSON.stringify(typeNames)}) AS type
      WHERE ${typeNamed(sql`id`, sql`events.id`, sql`type.value`)} IS NULL)`
    return [
      countGuard('ticket_types', newTypes),
      {
        failed: firstTaken('ticket_number', 'ticketNumber'),
        error: (index) =>
          new AppError(
            'number_taken',
            `tickets.${index}.ticketNumber: another ticket of the session has this number. Nothing was created.`,
          ),
      },
      {
        failed: firstTaken('code', 'code'),
        error: (index) =>
          new AppError(
            'code_taken',
            `tickets.${index}.code: another ticket of the session has this code. Nothing was created.`,
          ),
      },
      {
        failed: sql`(SELECT min(item.key) FROM ${items} WHERE ${ownedElsewhere})`,
        error: (index) =>
          new AppError('code_taken', `tickets.${index}.code: ${OWNED_ELSEWHERE}. Nothing was created.`),
      },
      {
        failed: isOverCapacity ? sql`NULL` : sql`iif(${wouldHave} > sessions.capacity, ${wouldHave}, NULL)`,
        error: (sold) =>
          new AppError(
            'capacity_exceeded',
            `The session would have ${sold} tickets, more than its capacity. Nothing was created.`,
          ),
      },
      {
        failed: sql`iif(${ticketCount(undefined)} + ${added} > ${MAX_TICKETS_BY_API}
          OR (${lastKey} & ${MAX_TICKETS_IN_SESSION}) + ${added} > ${MAX_TICKETS_IN_SESSION}, 1, NULL)`,
        error: () => new AppError('limit_reached'),
      },
    ]
  }

/**
 * Creates tickets of a session, all or none. Missing ticket types are added to the event.
 *
 * @throws AppError `session_not_found`, also for non-members; `forbidden` for staff; `id_taken`;
 *   `invalid_request` for too many ticket types; `number_taken`; `code_taken`; `capacity_exceeded` unless
 *   `isOverCapacity`; `limit_reached`
 */
export const createTickets = (
  db: Database,
  actor: Actor,
  sessionId: string,
  newTickets: readonly { ticket: NewTicket; content: object }[],
  isOverCapacity: boolean,
): Promise<ManagedTicket[]> => {
  const { number, lastKey, eventId } = inSession(sessionId)
  const typeName = newValue('typeName')
  const free = sql`printf('%06d', (${lastKey} & ${MAX_TICKETS_IN_SESSION}) + item.key + 1)`
  const typeNames = new Set(newTickets.map(({ ticket }) => foldAscii(ticket.ticketTypeName)))
  const given = JSON.stringify(newTickets.flatMap(({ ticket }) => ticket.ticketNumber ?? []))
  return createResources(
    db,
    actor,
    TICKET,
    { parent: SESSION, id: sessionId },
    newTickets.map(({ ticket: { id, ticketTypeName: typeName, ...values }, content }) => ({
      id,
      content,
      values: {
        ...values,
        code: values.code ?? makeCode(),
        reservedCode: reservedCode(values.code),
        typeName,
        newTypeId: crypto.randomUUID(),
        updatedAt: actor.now.getTime(),
        updatedBy: actor.subject,
      },
    })),
    {
      guards: guardsOf([...typeNames], isOverCapacity),
      before: (source) => [
        insertTypes(db, eventId, { name: typeName, id: sql`max(${newValue('newTypeId')})`, rows: source }),
      ],
      defaults: {
        key: sql`${lastKey} + item.key + 1`,
        sessionNumber: number,
        // The position in the session, unless another ticket has that number.
        ticketNumber: sql`iif(EXISTS (SELECT 1 FROM tickets WHERE session_number = ${number} AND ticket_number = ${free})
            OR ${free} IN (SELECT value FROM json_each(${given})),
          ${free} || '-' || substr(${ITEM_ID}, 1, 8), ${free})`,
        status: sql`'Valid'`,
        ticketTypeId: typeNamed(sql`id`, eventId, typeName),
        ticketTypeName: typeNamed(sql`name`, eventId, typeName),
        transferCount: sql`0`,
      },
    },
  )
}
