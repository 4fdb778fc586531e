import { sql } from 'drizzle-orm'
import type { Context } from 'hono'
import { EVENT } from '../../../domain/resources/definitions.ts'
import { countGuard, MAX_IN_EVENT } from '../../../domain/resources/limits.ts'
import { listTicketTypes } from '../../../domain/resources/managed-lists.ts'
import { changeTicketType } from '../../../domain/resources/rename-type.ts'
import type { Guard } from '../../../domain/resources/resource.ts'
import { nameGuards } from '../../../domain/resources/unique-names.ts'
import { bytesWith } from '../../../domain/tickets/change-ticket.ts'
import { MAX_TICKET_BYTES } from '../../../domain/tickets/ticket.ts'
import { AppError } from '../../../errors.ts'
import type { AppEnv } from '../../http/context.ts'
import { RATE_LIMITS } from '../../http/rate-limit.ts'
import { nameCursors } from '../../pagination/page.ts'
import { event, eventParams } from '../../resources/event.ts'
import { requestSchemas } from '../../resources/schema-names.ts'
import { Flag, noteSchema, ruleFields, ticketType } from '../../resources/ticket-type.ts'
import { changeBody, nameSchema, newId, strictBody } from '../../resources/values.ts'
import { listBelowOperation } from './list-operation.ts'
import { changeOperation, createOperation, deleteOperation, readOperation } from './resource-operations.ts'

/** The name of its type counts towards the size limit of a ticket. */
const sizeGuard = (name: string): Guard => ({
  failed: sql`iif(ticket_types.name IS ${name}, NULL, (SELECT 1 FROM tickets WHERE tickets.ticket_type_id = ticket_types.id
    AND ${bytesWith({ ticketTypeName: name })} > ${MAX_TICKET_BYTES} LIMIT 1))`,
  error: () =>
    new AppError('invalid_request', `name: the texts of a ticket would exceed ${MAX_TICKET_BYTES} bytes.`),
})

/** Column values: the areas are stored as JSON. */
const toValues = <Body extends { areas?: readonly string[] | null }>({ areas, ...body }: Body) => ({
  ...body,
  ...(areas !== undefined && { areas: areas && JSON.stringify(areas) }),
})

/** Fails if an area is not one of the event. */
const areasGuard = ({ areas }: { areas?: readonly string[] | null }): Guard[] =>
  areas === undefined || areas === null || areas.length === 0
    ? []
    : [
        {
          failed: sql`(SELECT 1 FROM json_each(${JSON.stringify(areas)}) WHERE value NOT IN
    (SELECT areas.id FROM areas WHERE areas.event_id = events.id))`,
          error: () => new AppError('area_not_found', 'The event has no area with one of these ids.'),
        },
      ]

const isRename = async (c: Context<AppEnv>): Promise<boolean> =>
  (await c.req.json().catch(() => null))?.name !== undefined

export const ticketTypeOperations = [
  listBelowOperation('listTicketTypes', ticketType, event, {
    path: '/events/:eventId/ticket-types',
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
    columns: toValues,
    absent: { flag: 'None', entries: 'Once' },
    defaults: { flag: sql`'None'`, entries: sql`'Once'` },
    guards: (_, body) => [
      countGuard('ticket_types'),
      ...nameGuards('ticket_types', body, 'new'),
      ...areasGuard(body),
    ],
    errors: { area_not_found: true, name_taken: true },
    description: `An event can have ${MAX_IN_EVENT.ticket_types} ticket types, each with a name of its own.`,
    body: strictBody({
      id: newId,
      name: nameSchema,
      note: noteSchema.exactOptional(),
      flag: Flag.exactOptional(),
      ...ruleFields,
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
    description:
      'Its tickets get the new name, and devices its new note. More than 500 tickets get the name in parts.',
    isHeavy: ({ body: { name } }) => name !== undefined,
    limits: async (c) => [RATE_LIMITS.requests, ...((await isRename(c)) ? [RATE_LIMITS.renames] : [])],
    body: changeBody({
      name: nameSchema.exactOptional(),
      note: noteSchema.exactOptional(),
      flag: Flag.exactOptional(),
      ...ruleFields,
    }).register(requestSchemas, { id: 'TicketTypeChange' }),
    values: toValues,
    write: changeTicketType,
    guards: (body) => [
      ...nameGuards('ticket_types', body, 'changed'),
      ...(body.name === undefined ? [] : [sizeGuard(body.name)]),
      ...areasGuard(body),
    ],
    errors: { area_not_found: true, name_taken: true },
    bodyExamples: {
      same: {
        summary: 'Harmless on the demo: its current name',
        harmless: true,
        value: { name: 'Standing' },
      },
      note: { summary: 'A note that stops the guest', value: { note: 'Check the age.', flag: 'Stop' } },
      rule: {
        summary: 'Free until an hour after the start, and again after an exit',
        value: { entries: 'AfterExit', until: 60 },
      },
    },
  }),
  deleteOperation('deleteTicketType', ticketType),
]
