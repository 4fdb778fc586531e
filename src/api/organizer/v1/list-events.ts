import { listEvents as list } from '../../../domain/resources/list-events-and-venues.ts'
import { demoId } from '../../demo-ids.ts'
import { operation } from '../../operation.ts'
import { namedCursors, namedQuery } from '../../pagination/by-name.ts'
import { pageOf, readPage } from '../../pagination/page.ts'
import { EventItem, exampleEvent, serializeEvent } from '../../resources/event.ts'
import { responseSchemas } from '../../resources/schema-names.ts'

export const listEvents = operation({
  id: 'listEvents',
  method: 'GET',
  path: '/events',
  tag: 'Events',
  summary: 'List the events that the caller manages',
  description:
    'The events of all organizers where the caller is an `owner` or `manager`, with their series, sorted by the organizer’s name and then by their own. Anybody else gets an empty list.',
  access: 'subject',
  query: namedQuery('Events'),
  response: {
    description: 'A page of events.',
    body: pageOf(EventItem).register(responseSchemas, { id: 'EventPage' }),
    cache: 'private',
    examples: {
      page: {
        summary: 'A page',
        value: {
          data: [{ ...exampleEvent, id: demoId('11'), name: 'Midwinter Gala', series: [] }, exampleEvent],
          links: { self: '/api/organizer/v1/events', next: null },
        },
      },
    },
  },
  errors: { invalid_cursor: namedCursors.invalidMessage },
  handle: (c, { query: { pageSize, cursor } }) =>
    readPage(
      c,
      { cursors: namedCursors, list: 'events', cursor },
      (after) => list(c.get('db'), c.get('subject'), pageSize, after),
      serializeEvent,
    ),
})
