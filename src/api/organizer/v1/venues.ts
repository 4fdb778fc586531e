import { ORGANIZER } from '../../../domain/resources/definitions.ts'
import { listVenues } from '../../../domain/resources/list-events-and-venues.ts'
import { demoId, exampleLinks } from '../../demo-ids.ts'
import { operation } from '../../operation.ts'
import { namedCursors, namedQuery } from '../../pagination/by-name.ts'
import { pageOf, readPage } from '../../pagination/page.ts'
import { requestSchemas, responseSchemas } from '../../resources/schema-names.ts'
import { changeBody, nameSchema, newId, strictBody, uuidSchema } from '../../resources/values.ts'
import { exampleVenue, serializeVenue, VenueItem, venue } from '../../resources/venue.ts'
import { changeOperation, createOperation, deleteOperation, readOperation } from './resource-operations.ts'

export const venueOperations = [
  operation({
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
        (after) => listVenues(c.get('db'), c.get('subject'), pageSize, after),
        serializeVenue,
      ),
  }),
  createOperation('createVenue', venue, {
    path: '/venues',
    parent: ORGANIZER,
    parentId: ({ body }) => body.organizerId,
    body: strictBody({ id: newId, organizerId: uuidSchema, name: nameSchema }).register(requestSchemas, {
      id: 'NewVenue',
    }),
    bodyExamples: {
      venue: { summary: 'A venue', value: { organizerId: demoId('1'), name: 'Garden Stage' } },
    },
  }),
  readOperation('getVenue', venue),
  changeOperation('updateVenue', venue, {
    body: changeBody({ name: nameSchema.exactOptional() }).register(requestSchemas, { id: 'VenueChange' }),
    bodyExamples: {
      same: {
        summary: 'Harmless on the demo: its current name',
        harmless: true,
        value: { name: 'Glass Hall' },
      },
      name: { summary: 'A new name', value: { name: 'Great Glass Hall' } },
    },
  }),
  deleteOperation('deleteVenue', venue),
]
