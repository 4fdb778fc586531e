import { changeTicket } from '../../../domain/tickets/change-ticket.ts'
import { makeCode } from '../../../domain/tickets/code.ts'
import { actorOf } from '../../http/actor.ts'
import { operation } from '../../operation.ts'
import {
  exampleManagedTicket,
  ManagedTicket,
  serializeManagedTicket,
  ticket,
} from '../../resources/managed-ticket.ts'

export const renewTicketCode = operation({
  id: 'renewTicketCode',
  method: 'POST',
  path: `${ticket.path}/new-code`,
  tag: ticket.tag,
  summary: 'Give a ticket a new code',
  description: 'The old code is of no use from then on. A repeated call makes another one.',
  access: 'manager',
  params: ticket.params,
  response: {
    description: 'The ticket with its new code.',
    body: ManagedTicket,
    cache: 'private',
    examples: { ticket: { summary: 'The ticket', value: exampleManagedTicket } },
  },
  errors: { ticket_not_found: true },
  handle: async (c, { params }) => {
    const change = { code: makeCode() }
    const row = await changeTicket(c.get('db'), actorOf(c), ticket.pathOf(params), change, ['code'])
    return serializeManagedTicket(row, c.req.url)
  },
})
