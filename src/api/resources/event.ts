// An event as its organizer sees it.
import * as z from 'zod'
import { EVENT, type EventRow } from '../../domain/resources/definitions.ts'
import { toEvent } from '../../domain/resources/list-events-and-venues.ts'
import { demoId } from './examples.ts'
import { responseSchemas } from './schema-names.ts'
import { serializer, uuidSchema } from './values.ts'

export const eventParams = { eventId: uuidSchema }

export const EventItem = z
  .strictObject({
    id: z.uuid(),
    name: z.string(),
    organizerId: z.uuid(),
    organizerName: z.string(),
    timeZone: z.string().meta({ description: 'A name in the IANA time zone database.' }),
    walkIns: z.boolean().meta({ description: 'Whether door staff may add guests.' }),
    series: z.array(z.strictObject({ id: z.uuid(), name: z.string() })).meta({ description: 'By name.' }),
  })
  .register(responseSchemas, { id: 'EventItem' })

export const serializeEvent = serializer(EventItem)

export const exampleEvent: z.infer<typeof EventItem> = {
  id: demoId('10'),
  name: 'Northlight Nights',
  organizerId: demoId('1'),
  organizerName: 'Northlight',
  timeZone: 'Europe/Berlin',
  walkIns: false,
  series: [{ id: demoId('20'), name: 'Weekly nights' }],
}

const isTimeZone = (name: string): boolean => {
  try {
    // An offset such as +01:00 has no daylight saving time, so it is not a time zone.
    return /^[A-Z]/i.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined
  } catch {
    return false
  }
}

const TIME_ZONE_RULE = 'must be a time zone such as Europe/Berlin'

/** Converted to the spelling of the database; any case is accepted. */
export const timeZoneSchema = z
  .string(TIME_ZONE_RULE)
  .refine(isTimeZone, TIME_ZONE_RULE)
  .transform((timeZone) => new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone)

export const event = {
  type: EVENT,
  noun: 'event',
  tag: 'Events',
  path: '/events/:eventId',
  params: eventParams,
  schema: EventItem,
  serialize: (row: EventRow) => serializeEvent(toEvent(row)),
  example: exampleEvent,
}
