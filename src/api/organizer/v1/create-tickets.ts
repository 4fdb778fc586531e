import * as z from 'zod'
import { withoutDefaults } from '../../../domain/resources/create-resources.ts'
import { createTickets as create } from '../../../domain/tickets/create-tickets.ts'
import { foldAscii } from '../../../domain/tickets/fold-ascii.ts'
import { MAX_TICKET_BYTES } from '../../../domain/tickets/ticket.ts'
import { actorOf } from '../../http/actor.ts'
import { fingerprint } from '../../http/fingerprint.ts'
import { countItems, limitsOfBatch } from '../../http/rate-limit.ts'
import { operation } from '../../operation.ts'
import {
  attendeeColumns,
  exampleManagedTicket,
  ManagedTicket,
  serializeManagedTicket,
  TICKETS,
  ticketFields,
} from '../../resources/managed-ticket.ts'
import { requestSchemas, responseSchemas } from '../../resources/schema-names.ts'
import { sessionParams } from '../../resources/session.ts'
import { newId, strictBody } from '../../resources/values.ts'

const MAX_TICKETS = 500
const MAX_BODY_BYTES = 1024 * 1024
const COUNT_RULE = `must be a list of 1 to ${MAX_TICKETS} tickets`

const bytesOf = (values: object): number =>
  Object.values(values).reduce<number>(
    (sum, value) =>
      typeof value === 'string'
        ? sum + new TextEncoder().encode(value).length
        : sum + (value === null || typeof value !== 'object' ? 0 : bytesOf(value)),
    0,
  )

/** Whether all of these that are given differ. */
const areDifferent = (values: readonly (string | undefined)[]): boolean => {
  const given = values.filter((value) => value !== undefined)
  return new Set(given).size === given.length
}

/** As long as a number and a code that the service makes. */
const MADE = { ticketNumber: '1048575-0190a000', code: exampleManagedTicket.code }

const NewTicket = z
  .strictObject({ id: newId, ...ticketFields })
  .refine(
    ({ id: _, flag: __, ...texts }) => bytesOf({ ...MADE, ...texts }) <= MAX_TICKET_BYTES,
    `must have texts of at most ${MAX_TICKET_BYTES} bytes together`,
  )

const NewTickets = strictBody({
  tickets: z
    .array(NewTicket, COUNT_RULE)
    .min(1, COUNT_RULE)
    .max(MAX_TICKETS, COUNT_RULE)
    .refine((tickets) => areDifferent(tickets.map(({ id }) => id)), 'must have different ids')
    .refine((tickets) => areDifferent(tickets.map(({ code }) => code)), 'must have different codes')
    .refine(
      (tickets) => areDifferent(tickets.map(({ ticketNumber }) => ticketNumber && foldAscii(ticketNumber))),
      'must have different ticket numbers',
    ),
  overCapacity: z
    .boolean('must be true or false')
    .exactOptional()
    .meta({ description: 'Whether there may be more tickets than the capacity. False unless given.' }),
}).register(requestSchemas, { id: 'NewTickets' })

export const createTickets = operation({
  id: 'createTickets',
  method: 'POST',
  path: TICKETS,
  tag: 'Guests',
  summary: 'Create tickets of a session',
  description:
    'All or none. A ticket without a number gets one, and a code is made unless the ticket carries one. A type that the event lacks is added.',
  access: 'manager',
  params: sessionParams,
  body: NewTickets,
  maxBodyBytes: MAX_BODY_BYTES,
  bodyExamples: {
    guest: {
      summary: 'A guest',
      value: {
        tickets: [{ ticketTypeName: 'Standing', attendee: { name: 'Ana García' } }],
        overCapacity: true,
      },
    },
    printed: {
      summary: 'A ticket that another system printed',
      value: {
        tickets: [
          {
            ticketNumber: 'AB3CD-1',
            ticketTypeName: 'VIP',
            code: 'mz4x8f6q2kcepw9s',
            holderEmail: 'bo@example.com',
          },
        ],
      },
    },
  },
  response: {
    status: 201,
    description: 'The new tickets, in the order of the request.',
    body: z
      .strictObject({ data: z.array(ManagedTicket) })
      .register(responseSchemas, { id: 'CreatedTickets' }),
    examples: { tickets: { summary: 'The tickets', value: { data: [exampleManagedTicket] } } },
  },
  errors: {
    session_not_found: true,
    id_taken: true,
    number_taken:
      'tickets.0.ticketNumber: another ticket of the session has this number. Nothing was created.',
    code_taken: 'tickets.0.code: another ticket of the session has this code. Nothing was created.',
    capacity_exceeded: true,
    limit_reached: true,
  },
  limits: async (c) => limitsOfBatch(await countItems(c, 'tickets')),
  handle: async (c, { params: { sessionId }, body: { tickets, overCapacity = false } }) => {
    const items = await Promise.all(
      tickets.map(async ({ id = crypto.randomUUID(), ...given }) => {
        const { attendee = null, ...values } = given
        const content = withoutDefaults(given, { flag: 'None' })
        return {
          ticket: {
            ...{ ticketNumber: null, seatLabel: null, holderEmail: null, currentHolderId: null },
            ...{ code: null, note: null, flag: 'None' as const },
            ...values,
            ...attendeeColumns(attendee),
            id,
          },
          // The record has no values of guests.
          content: {
            ...{ sessionId, fields: Object.keys(content) },
            digest: await fingerprint(sessionId, id, content),
          },
        }
      }),
    )
    const rows = await create(c.get('db'), actorOf(c), sessionId, items, overCapacity)
    return { data: rows.map((row) => serializeManagedTicket(row, c.req.url)) }
  },
})
