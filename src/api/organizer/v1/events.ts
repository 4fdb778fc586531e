import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { newValue } from '../../../domain/resources/create-resources.ts'
import { ORGANIZER } from '../../../domain/resources/definitions.ts'
import { listEvents } from '../../../domain/resources/list-events-and-venues.ts'
import { demoId } from '../../demo-ids.ts'
import { operation } from '../../operation.ts'
import { namedCursors, namedQuery } from '../../pagination/by-name.ts'
import { pageOf, readPage } from '../../pagination/page.ts'
import { EventItem, event, exampleEvent, serializeEvent, timeZoneSchema } from '../../resources/event.ts'
import { requestSchemas, responseSchemas } from '../../resources/schema-names.ts'
import { changeBody, nameSchema, newId, strictBody, uuidSchema } from '../../resources/values.ts'
import { changeOperation, createOperation, deleteOperation, readOperation } from './resource-operations.ts'

/** The time zone of the organizer's latest event. */
const LAST_TIME_ZONE = sql`coalesce((
  SELECT time_zone FROM events AS earlier INDEXED BY events_by_organizer
  WHERE earlier.organizer_id = ${newValue('organizerId')} ORDER BY earlier.rowid DESC LIMIT 1), 'UTC')`

export const eventOperations = [
  operation({
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
        (after) => listEvents(c.get('db'), c.get('subject'), pageSize, after),
        serializeEvent,
      ),
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
        description: 'Without it, that of the organizer’s latest event, or else `UTC`.',
      }),
      walkIns: z
        .boolean('must be true or false')
        .exactOptional()
        .meta({ description: 'Whether door staff may add guests. False unless given.' }),
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
    description: 'Sessions keep their instants when the time zone changes.',
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
