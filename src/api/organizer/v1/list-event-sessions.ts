import { listSessionsOf } from '../../../domain/organizer/list-sessions-of.ts'
import { exampleLinks } from '../../demo-ids.ts'
import { readFromNearest } from '../../http/request-database.ts'
import { operation } from '../../operation.ts'
import { pageOf, readPage } from '../../pagination/page.ts'
import { eventParams } from '../../resources/event.ts'
import {
  exampleManagedSession,
  SeriesSession,
  serializeManagedSession,
} from '../../resources/managed-session.ts'
import { responseSchemas } from '../../resources/schema-names.ts'
import { rangeCursors, rangeQuery } from './session-range.ts'

export const listEventSessions = operation({
  id: 'listEventSessions',
  method: 'GET',
  path: '/events/:eventId/sessions',
  tag: 'Events',
  summary: 'List the sessions of an event',
  description: 'Sorted by start.',
  access: 'manager',
  params: eventParams,
  query: rangeQuery('event'),
  response: {
    description: 'A page of sessions.',
    body: pageOf(SeriesSession).register(responseSchemas, { id: 'EventSessionPage' }),
    cache: 'private',
    examples: {
      page: {
        summary: 'A page',
        value: {
          data: [exampleManagedSession],
          links: exampleLinks(`/api/organizer/v1/events/:eventId/sessions`),
        },
      },
    },
  },
  errors: { event_not_found: true, invalid_cursor: rangeCursors.invalidMessage },
  handle: (c, { params, query: { from, to, pageSize, cursor } }) => {
    const range = { from, to }
    return readPage(
      c,
      { cursors: rangeCursors, list: { ...range, of: params.eventId }, cursor },
      (after) =>
        readFromNearest(c, (db) => listSessionsOf(db, c.get('subject'), params, range, pageSize, after)),
      serializeManagedSession,
    )
  },
})
