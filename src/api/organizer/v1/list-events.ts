import * as z from 'zod'
import { listEvents as list } from '../../../domain/organizer/list-events-and-venues.ts'
import { demoId } from '../../demo-ids.ts'
import { operation } from '../../operation.ts'
import { namedCursors, namedQuery } from '../../pagination/by-name.ts'
import { pageOf, readPage } from '../../pagination/page.ts'
import { responseSchemas } from '../../resources/schema-names.ts'
import { serializer } from '../../resources/values.ts'

const EventItem = z
  .strictObject({
    id: z.uuid(),
    name: z.string(),
    organizerId: z.uuid(),
    organizerName: z.string(),
    series: z.array(z.strictObject({ id: z.uuid(), name: z.string() })).meta({ description: 'By name.' }),
  })
  .register(responseSchemas, { id: 'EventItem' })

const northlight = { organizerId: demoId('1'), organizerName: 'Northlight' }

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
          data: [
            { id: demoId('11'), name: 'Midwinter Gala', ...northlight, series: [] },
            {
              id: demoId('10'),
              name: 'Northlight Nights',
              ...northlight,
              series: [{ id: demoId('20'), name: 'Weekly nights' }],
            },
          ],
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
      serializer(EventItem),
    ),
})
