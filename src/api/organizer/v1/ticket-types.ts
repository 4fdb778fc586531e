import { sql } from 'drizzle-orm'
import type { Context } from 'hono'
import { EVENT } from '../../../domain/resources/definitions.ts'
import { countGuard, MAX_IN_EVENT } from '../../../domain/resources/limits.ts'
import { listTicketTypes } from '../../../domain/resources/managed-lists.ts'
import type { Guard } from '../../../domain/resources/resource.ts'
import { bytesWith } from '../../../domain/tickets/change-ticket.ts'
import { MAX_TICKET_BYTES } from '../../../domain/tickets/ticket.ts'
import { AppError } from '../../../errors.ts'
import type { AppEnv } from '../../http/context.ts'
import { RATE_LIMITS } from '../../http/rate-limit.ts'
import { nameCursors } from '../../pagination/by-name.ts'
import { event, eventParams } from '../../resources/event.ts'
import { requestSchemas } from '../../resources/schema-names.ts'
import { Flag, noteSchema, ticketType } from '../../resources/ticket-type.ts'
import { changeBody, nameSchema, newId, strictBody } from '../../resources/values.ts'
import { listOperation } from './list-operation.ts'
import { changeOperation, createOperation, deleteOperation, readOperation } from './resource-operations.ts'

/** A ticket's texts have a limit together, and the name of its type is one of them. */
const sizeGuard = (name: string): Guard => ({
  failed: sql`iif(ticket_types.name IS ${name}, NULL, (SELECT 1 FROM tickets WHERE tickets.ticket_type_id = ticket_types.id
    AND ${bytesWith({ ticketTypeName: name })} > ${MAX_TICKET_BYTES} LIMIT 1))`,
  error: () =>
    new AppError(
      'invalid_request',
      `name: a ticket would have texts of more than ${MAX_TICKET_BYTES} bytes together.`,
    ),
})

const isRename = async (c: Context<AppEnv>): Promise<boolean> =>
  (await c.req.json().catch(() => null))?.name !== undefined

export const ticketTypeOperations = [
  listOperation('listTicketTypes', ticketType, {
    path: '/events/:eventId/ticket-types',
    parent: event,
    description: 'Sorted by name.',
    pageName: 'TicketTypePage',
    cursors: nameCursors,
    list: listTicketTypes,
  }),
  createOperation('createTicketType', ticketType, {
    path: '/events/:eventId/ticket-types',
    params: eventParams,
    parent: EVENT,
    parentId: ({ params }) => params.eventId,
    values: ({ eventId }) => ({ eventId }),
    absent: { flag: 'None' },
    defaults: { flag: sql`'None'` },
    guards: [countGuard('ticket_types')],
    description: `An event can have ${MAX_IN_EVENT.ticket_types} ticket types.`,
    body: strictBody({
      id: newId,
      name: nameSchema,
      note: noteSchema.exactOptional(),
      flag: Flag.exactOptional(),
    }).register(requestSchemas, { id: 'NewTicketType' }),
    bodyExamples: {
      type: {
        summary: 'A ticket type',
        value: { name: 'Press', note: 'Photo pass at the desk.', flag: 'Info' },
      },
    },
  }),
  readOperation('getTicketType', ticketType),
  changeOperation('updateTicketType', ticketType, {
    description: 'Its tickets show the new name at once, and devices its new note.',
    isHeavy: ({ body: { name } }) => name !== undefined,
    limits: async (c) => [RATE_LIMITS.requests, ...((await isRename(c)) ? [RATE_LIMITS.renames] : [])],
    body: changeBody({
      name: nameSchema.exactOptional(),
      note: noteSchema.exactOptional(),
      flag: Flag.exactOptional(),
    }).register(requestSchemas, { id: 'TicketTypeChange' }),
    guards: ({ name }) => (name === undefined ? [] : [sizeGuard(name)]),
    bodyExamples: {
      same: {
        summary: 'Harmless on the demo: its current name',
        harmless: true,
        value: { name: 'Standing' },
      },
      note: { summary: 'A note that holds the guest', value: { note: 'Check the age.', flag: 'Stop' } },
    },
  }),
  deleteOperation('deleteTicketType', ticketType),
]
