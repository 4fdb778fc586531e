import { listTicketTypes as list } from '../../../domain/organizer/managed-lists.ts'
import { exampleLinks } from '../../demo-ids.ts'
import { readFromNearest } from '../../http/request-database.ts'
import { operation } from '../../operation.ts'
import { nameCursors } from '../../pagination/by-name.ts'
import { cursorParam, pageOf, pageSizeParam, readPage } from '../../pagination/page.ts'
import { eventParams } from '../../resources/event.ts'
import { responseSchemas } from '../../resources/schema-names.ts'
import { exampleTicketType, serializeTicketType, TicketType } from '../../resources/ticket-type.ts'

export const listTicketTypes = operation({
  id: 'listTicketTypes',
  method: 'GET',
  path: '/events/:eventId/ticket-types',
  tag: 'Events',
  summary: 'List the ticket types of an event',
  description: 'Sorted by name.',
  access: 'manager',
  params: eventParams,
  query: { pageSize: pageSizeParam('Ticket types', 100, 500), cursor: cursorParam('the event of its link') },
  response: {
    description: 'A page of ticket types.',
    body: pageOf(TicketType).register(responseSchemas, { id: 'TicketTypePage' }),
    cache: 'private',
    examples: {
      page: {
        summary: 'A page',
        value: {
          data: [exampleTicketType],
          links: exampleLinks('/api/organizer/v1/events/:eventId/ticket-types'),
        },
      },
    },
  },
  errors: { event_not_found: true, invalid_cursor: nameCursors.invalidMessage },
  handle: (c, { params: { eventId }, query: { pageSize, cursor } }) =>
    readPage(
      c,
      { cursors: nameCursors, list: `ticket-types ${eventId}`, cursor },
      (after) => readFromNearest(c, (db) => list(db, c.get('subject'), eventId, pageSize, after)),
      serializeTicketType,
    ),
})
