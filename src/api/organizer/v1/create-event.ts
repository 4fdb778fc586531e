import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { newValue } from '../../../domain/resources/create-resources.ts'
import { ORGANIZER } from '../../../domain/resources/definitions.ts'
import { demoId } from '../../demo-ids.ts'
import { event, timeZoneSchema } from '../../resources/event.ts'
import { requestSchemas } from '../../resources/schema-names.ts'
import { nameSchema, newId, strictBody, uuidSchema } from '../../resources/values.ts'
import { createOperation } from './resource-operations.ts'

/** The time zone of the organizer's latest event. */
const LAST_TIME_ZONE = sql`coalesce((
  SELECT time_zone FROM events AS earlier INDEXED BY events_by_organizer
  WHERE earlier.organizer_id = ${newValue('organizerId')} ORDER BY earlier.rowid DESC LIMIT 1), 'UTC')`

export const createEvent = createOperation('createEvent', event, {
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
})
