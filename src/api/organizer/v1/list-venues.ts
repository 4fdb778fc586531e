import { listVenues as list } from '../../../domain/resources/list-events-and-venues.ts'
import { exampleLinks } from '../../demo-ids.ts'
import { operation } from '../../operation.ts'
import { namedCursors, namedQuery } from '../../pagination/by-name.ts'
import { pageOf, readPage } from '../../pagination/page.ts'
import { responseSchemas } from '../../resources/schema-names.ts'
import { exampleVenue, serializeVenue, VenueItem } from '../../resources/venue.ts'

export const listVenues = operation({
  id: 'listVenues',
  method: 'GET',
  path: '/venues',
  tag: 'Events',
  summary: 'List the venues that the caller manages',
  description:
    'The venues of all organizers where the caller is an `owner` or `manager`, sorted by the organizer’s name and then by their own. Anybody else gets an empty list.',
  access: 'subject',
  query: namedQuery('Venues'),
  response: {
    description: 'A page of venues.',
    body: pageOf(VenueItem).register(responseSchemas, { id: 'VenuePage' }),
    cache: 'private',
    examples: {
      page: {
        summary: 'A page',
        value: {
          data: [exampleVenue],
          links: exampleLinks('/api/organizer/v1/venues'),
        },
      },
    },
  },
  errors: { invalid_cursor: namedCursors.invalidMessage },
  handle: (c, { query: { pageSize, cursor } }) =>
    readPage(
      c,
      { cursors: namedCursors, list: 'venues', cursor },
      (after) => list(c.get('db'), c.get('subject'), pageSize, after),
      serializeVenue,
    ),
})
