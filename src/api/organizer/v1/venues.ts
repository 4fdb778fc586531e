import * as z from 'zod'
import { ORGANIZER, VENUE } from '../../../domain/resources/definitions.ts'
import { listVenues } from '../../../domain/resources/list-events-and-venues.ts'
import { listOperation } from '../../pagination/list-operation.ts'
import { NAMED_PAGE_SIZE, namedCursors } from '../../pagination/page.ts'
import { demoId } from '../../resources/examples.ts'
import { requestSchemas, responseSchemas } from '../../resources/schema-names.ts'
import { changeBody, nameSchema, newId, serializer, strictBody, uuidSchema } from '../../resources/values.ts'
import { changeOperation, createOperation, deleteOperation, readOperation } from './resource-operations.ts'

const VenueItem = z
  .strictObject({ id: z.uuid(), name: z.string(), organizerId: z.uuid() })
  .register(responseSchemas, { id: 'VenueItem' })

const serializeVenue = serializer(VenueItem)

const exampleVenue = { id: demoId('50'), name: 'Glass Hall', organizerId: demoId('1') }

const venue = {
  type: VENUE,
  noun: 'venue',
  tag: 'Events',
  path: '/venues/:venueId',
  params: { venueId: uuidSchema },
  schema: VenueItem,
  serialize: serializeVenue,
  example: exampleVenue,
}

export const venueOperations = [
  listOperation({
    id: 'listVenues',
    path: '/venues',
    tag: 'Events',
    summary: 'List the venues that the caller manages',
    description:
      'The venues of all organizers where the caller is an `owner` or `manager`, sorted by the organizer’s name, then by name. Anyone else gets an empty list.',
    access: 'subject',
    items: 'venues',
    pageSize: NAMED_PAGE_SIZE,
    scope: 'the list of its link',
    page: { id: 'VenuePage', item: VenueItem, examples: [exampleVenue] },
    cursors: namedCursors,
    listOf: () => 'venues',
    read: (db, { subject }, pageSize, after) => listVenues(db, subject, pageSize, after),
    serialize: serializeVenue,
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
