import * as z from 'zod'
import { changeTicket } from '../../../domain/tickets/change-ticket.ts'
import { actorOf } from '../../http/actor.ts'
import { isCurrent } from '../../http/conditional.ts'
import { operation } from '../../operation.ts'
import {
  attendeeColumns,
  exampleManagedTicket,
  ManagedTicket,
  serializeManagedTicket,
  ticket,
  ticketFields,
} from '../../resources/managed-ticket.ts'
import { requestSchemas } from '../../resources/schema-names.ts'
import { changeBody } from '../../resources/values.ts'

const STATUSES = ['Valid', 'Refunded', 'Voided'] as const

export const updateTicket = operation({
  id: 'updateTicket',
  method: 'PATCH',
  path: ticket.path,
  tag: ticket.tag,
  summary: 'Change a ticket',
  description:
    '`transferCount` rises when `holderEmail` or `currentHolderId` becomes another. `CheckedIn` is no status to set: check-ins do that, and undos.',
  access: 'manager',
  params: ticket.params,
  body: changeBody({
    ...ticketFields,
    ticketTypeName: ticketFields.ticketTypeName.exactOptional(),
    status: z.enum(STATUSES, `must be one of ${STATUSES.join(', ')}`).exactOptional(),
  }).register(requestSchemas, { id: 'TicketChange' }),
  bodyExamples: {
    note: {
      summary: 'A note that holds the guest',
      value: { note: 'Meet at the side entrance.', flag: 'Stop' },
    },
    refund: { summary: 'A refund', value: { status: 'Refunded' } },
    transfer: {
      summary: 'Another guest',
      value: { holderEmail: 'bo@example.com', attendee: { name: 'Bo Lind' } },
    },
  },
  response: {
    description: 'The ticket after the change.',
    body: ManagedTicket,
    cache: 'private',
    examples: { ticket: { summary: 'The ticket', value: exampleManagedTicket } },
  },
  errors: {
    ticket_not_found: true,
    precondition_failed: true,
    number_taken: true,
    code_taken: true,
    checked_in: true,
  },
  handle: async (c, { params, body }) => {
    const { attendee, ...values } = body
    const row = await changeTicket(
      c.get('db'),
      actorOf(c),
      ticket.pathOf(params),
      { ...values, ...(attendee !== undefined && attendeeColumns(attendee)) },
      Object.keys(body),
      isCurrent(c),
    )
    return serializeManagedTicket(row, c.req.url)
  },
})
