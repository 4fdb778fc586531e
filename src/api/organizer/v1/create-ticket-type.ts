import { sql } from 'drizzle-orm'
import { EVENT } from '../../../domain/resources/definitions.ts'
import { countGuard, MAX_IN_EVENT } from '../../../domain/resources/limits.ts'
import { eventParams } from '../../resources/event.ts'
import { requestSchemas } from '../../resources/schema-names.ts'
import { Flag, noteSchema, ticketType } from '../../resources/ticket-type.ts'
import { nameSchema, newId, strictBody } from '../../resources/values.ts'
import { createOperation } from './resource-operations.ts'

export const createTicketType = createOperation('createTicketType', ticketType, {
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
})
