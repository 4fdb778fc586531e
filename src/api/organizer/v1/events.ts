import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { newValue } from '../../../domain/resources/create-resources.ts'
import { ORGANIZER } from '../../../domain/resources/definitions.ts'
import { listEvents } from '../../../domain/resources/list-events-and-venues.ts'
import { listOperation } from '../../pagination/list-operation.ts'
import { NAMED_PAGE_SIZE, namedCursors } from '../../pagination/page.ts'
import { EventItem, event, exampleEvent, serializeEvent, timeZoneSchema } from '../../resources/event.ts'
import { demoId } from '../../resources/examples.ts'
import { requestSchemas } from '../../resources/schema-names.ts'
import { changeBody, nameSchema, newId, strictBody, uuidSchema } from '../../resources/values.ts'
import { changeOperation, createOperation, deleteOperation, readOperation } from './resource-operations.ts'

/** The time zone of the organizer's latest event. */
const LAST_TIME_ZONE = sql`coalesce((
  SELECT time_zone FROM events AS earlier INDEXED BY events_by_organizer
  WHERE earlier.organizer_id = ${newValue('organizerId')} ORDER BY earlier.rowid DESC LIMIT 1), 'UTC')`

export const eventOperations = [
  listOperation({
    id: 'listEvents',
    path: '/events',
    tag: 'Events',
    summary: 'List the events that the caller manages',
    description:
      'The events of all organizers where the caller is an `owner` or `manager`, with their series, sorted by the organizer’s name, then by name. Anyone else gets an empty list.',
    access: 'subject',
    items: 'events',
    pageSize: NAMED_PAGE_SIZE,
    scope: 'the list of its link',
    page: {
      id: 'EventPage',
      item: EventItem,
      examples: [{ ...exampleEvent, id: demoId('11'), name: 'Midwinter Gala', series: [] }, exampleEvent],
      links: { self: '/api/organizer/v1/events', next: null },
    },
    cursors: namedCursors,
    listOf: () => 'events',
    read: (db, { subject }, pageSize, after) => listEvents(db, subject, pageSize, after),
    serialize: serializeEvent,
  }),
  createOperation('createEvent', event, {
    path: '/events',
    parent: ORGANIZER,
    parentId: ({ body }) => body.organizerId,
    absent: { walkIns: false },
    defaults: { timeZone: LAST_TIME_ZONE, walkIns: sql`0` },
    body: strictBody({
      id: newId,
      organizerId: uuidSchema,
      name: nameSchema,
      timeZone: timeZoneSchema.exactOptional().meta({
        description: 'By default that of the organizer’s latest event, or else `UTC`.',
      }),
      walkIns: z
        .boolean('must be true or false')
        .exactOptional()
        .meta({ description: 'Whether door staff may add guests. By default false.' }),
    }).register(requestSchemas, { id: 'NewEvent' }),
    bodyExamples: {
      event: {
        summary: 'An event',
        value: { organizerId: demoId('1'), name: 'Summer Night', timeZone: 'Europe/Berlin' },
      },
    },
  }),
  readOperation('getEvent', event),
  changeOperation('updateEvent', event, {
    description: 'Changing the time zone does not move sessions in time.',
    body: changeBody({
      name: nameSchema.exactOptional(),
      timeZone: timeZoneSchema.exactOptional(),
      walkIns: z.boolean('must be true or false').exactOptional(),
    }).register(requestSchemas, { id: 'EventChange' }),
    bodyExamples: {
      same: {
        summary: 'Harmless on the demo: its current name',
        harmless: true,
        value: { name: 'Northlight Nights' },
      },
      walkIns: { summary: 'Lets door staff add guests', value: { walkIns: true } },
    },
  }),
  deleteOperation('deleteEvent', event),
]
