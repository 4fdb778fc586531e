import { listTicketTypes as list } from '../../../domain/resources/managed-lists.ts'
import { nameCursors } from '../../pagination/by-name.ts'
import { event } from '../../resources/event.ts'
import { ticketType } from '../../resources/ticket-type.ts'
import { listOperation } from './list-operation.ts'

export const listTicketTypes = listOperation('listTicketTypes', ticketType, {
  path: '/events/:eventId/ticket-types',
  parent: event,
  description: 'Sorted by name.',
  pageName: 'TicketTypePage',
  cursors: nameCursors,
  list,
})
