import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import {
  createResources,
  type Items,
  newValue,
  withoutDefaults,
} from '../../../domain/resources/create-resources.ts'
import { EVENT, SESSION } from '../../../domain/resources/definitions.ts'
import { countGuard, MAX_IN_EVENT } from '../../../domain/resources/limits.ts'
import type { Guard } from '../../../domain/resources/resource.ts'
import { SOLD } from '../../../domain/sessions/ticket-counts.ts'
import { AppError } from '../../../errors.ts'
import { demoId } from '../../demo-ids.ts'
import { actorOf } from '../../http/actor.ts'
import { countItems, limitsOfBatch } from '../../http/rate-limit.ts'
import { operation } from '../../operation.ts'
import { capacitySchema, OFFSET_FORM, offsetSchema } from '../../resources/bulk-update.ts'
import { event, eventParams } from '../../resources/event.ts'
import {
  exampleManagedSession,
  SeriesSession,
  serializeManagedSession,
  session,
} from '../../resources/managed-session.ts'
import { requestSchemas, responseSchemas } from '../../resources/schema-names.ts'
import { changeBody, newId, storedInstant, strictBody, uuidSchema } from '../../resources/values.ts'
import { changeOperation, deleteOperation, readOperation } from './resource-operations.ts'
import { listSessionsOperation } from './session-lists.ts'

const MAX_SESSIONS = 500
const MAX_BODY_BYTES = 1024 * 1024
const COUNT_RULE = `must be a list of 1 to ${MAX_SESSIONS} sessions`

const NewSession = z.strictObject(
  {
    id: newId,
    seriesId: uuidSchema.nullable().exactOptional().meta({ description: 'A series of the event.' }),
    startsAt: storedInstant,
    capacity: capacitySchema,
    venueId: uuidSchema.nullable().exactOptional().meta({ description: 'A venue of the organizer.' }),
    doorsOpenOffset: offsetSchema.nullable().exactOptional().meta({ description: OFFSET_FORM }),
  },
  { error: (issue) => (issue.code === 'invalid_type' ? 'must be an object' : undefined) },
)

const NewSessions = strictBody({
  sessions: z
    .array(NewSession, COUNT_RULE)
    .min(1, COUNT_RULE)
    .max(MAX_SESSIONS, COUNT_RULE)
    .refine((sessions) => {
      const ids = sessions.flatMap(({ id }) => id ?? [])
      return new Set(ids).size === ids.length
    }, 'must have different ids'),
}).register(requestSchemas, { id: 'NewSessions' })

/** The place of the first new item with a `value` for which `found`, FROM and WHERE, has no row. */
const firstWithout = (items: Items, value: SQL, found: SQL): SQL =>
  sql`(SELECT min(item.key) FROM ${items} WHERE ${value} IS NOT NULL AND NOT EXISTS (SELECT 1 ${found})
    AND NOT EXISTS (SELECT 1 FROM sessions WHERE sessions.id = item.value ->> 'id'))`

const [seriesId, venueId] = [newValue('seriesId'), newValue('venueId')]

const guardsOf =
  (added: number) =>
  (items: Items): Guard[] => [
    countGuard('sessions', added),
    {
      failed: firstWithout(
        items,
        seriesId,
        sql`FROM series WHERE series.id = ${seriesId} AND series.event_id = events.id`,
      ),
      error: (index) =>
        new AppError('series_not_found', `sessions.${index}.seriesId: the event has no such series.`),
    },
    {
      failed: firstWithout(
        items,
        venueId,
        sql`FROM venues WHERE venues.id = ${venueId} AND venues.organizer_id = events.organizer_id`,
      ),
      error: (index) =>
        new AppError('unknown_venue', `sessions.${index}.venueId: the organizer has no such venue.`),
    },
  ]

/** The tickets sold, if they are more than the new capacity. */
const capacityGuard = (capacity: number): Guard => ({
  failed: sql`iif(${capacity} <> sessions.capacity AND ${capacity} < ${SOLD}, ${SOLD}, NULL)`,
  error: (sold) =>
    new AppError(
      'capacity_below_sold',
      `capacity: ${capacity} is below the ${sold} tickets sold. Nothing was changed.`,
    ),
})

const venueGuard = (venueId: string): Guard => ({
  failed: sql`iif(EXISTS (SELECT 1 FROM venues AS wanted
    WHERE wanted.id = ${venueId} AND wanted.organizer_id = events.organizer_id), NULL, 1)`,
  error: () => new AppError('unknown_venue', 'venueId: the organizer has no such venue.'),
})

export const sessionOperations = [
  listSessionsOperation('listEventSessions', event, 'EventSessionPage'),
  operation({
    id: 'createSessions',
    method: 'POST',
    path: '/events/:eventId/sessions',
    tag: 'Events',
    summary: 'Create sessions of an event',
    description: `All or none. An event can have ${MAX_IN_EVENT.sessions.toLocaleString('en')} sessions.`,
    access: 'manager',
    params: eventParams,
    body: NewSessions,
    maxBodyBytes: MAX_BODY_BYTES,
    bodyExamples: {
      two: {
        summary: 'Two sessions of a series',
        value: {
          sessions: ['2027-06-04T20:30:00+02:00', '2027-06-11T20:30:00+02:00'].map((startsAt) => ({
            seriesId: demoId('20'),
            startsAt,
            capacity: 400,
            doorsOpenOffset: 60,
          })),
        },
      },
    },
    response: {
      status: 201,
      description: 'The new sessions, in the order of the request.',
      body: z
        .strictObject({ data: z.array(SeriesSession) })
        .register(responseSchemas, { id: 'CreatedSessions' }),
      examples: { sessions: { summary: 'The sessions', value: { data: [exampleManagedSession] } } },
    },
    errors: {
      event_not_found: true,
      series_not_found: 'sessions.0.seriesId: the event has no such series.',
      unknown_venue: 'sessions.0.venueId: the organizer has no such venue.',
      id_taken: true,
    },
    limits: async (c) => limitsOfBatch(await countItems(c, 'sessions')),
    handle: async (c, { params: { eventId }, body }) => {
      const items = body.sessions.map(({ id = crypto.randomUUID(), ...content }) => {
        const { startsAt, doorsOpenOffset = null, ...values } = content
        return {
          id,
          values: {
            ...values,
            eventId,
            startsAt: startsAt.getTime(),
            doorsOpenOffsetMinutes: doorsOpenOffset,
          },
          content: withoutDefaults({ eventId, ...content }),
        }
      })
      const rows = await createResources(
        c.get('db'),
        actorOf(c),
        SESSION,
        { parent: EVENT, id: eventId },
        items,
        { guards: guardsOf(items.length) },
      )
      return { data: rows.map(serializeManagedSession) }
    },
  }),
  readOperation('getManagedSession', session),
  changeOperation('updateSession', session, {
    body: changeBody({
      startsAt: storedInstant.exactOptional(),
      capacity: capacitySchema.exactOptional().meta({
        description: 'At least the number of tickets sold.',
      }),
      venueId: uuidSchema.nullable().exactOptional().meta({
        description: 'A venue of the same organizer. Null removes it.',
      }),
      doorsOpenOffset: offsetSchema
        .nullable()
        .exactOptional()
        .meta({ description: `${OFFSET_FORM} Null removes it.` }),
    }).register(requestSchemas, { id: 'SessionChange' }),
    bodyExamples: {
      same: {
        summary: 'Harmless: changes nothing where there is no venue',
        harmless: true,
        value: { capacity: 80 },
      },
      capacity: { summary: 'A new capacity', value: { capacity: 20_000 } },
      start: {
        summary: 'A later start, and doors an hour earlier',
        value: { startsAt: '2026-06-19T21:00:00+02:00', doorsOpenOffset: 'PT1H' },
      },
    },
    values: ({ doorsOpenOffset, ...values }) => ({
      ...values,
      ...(doorsOpenOffset !== undefined && { doorsOpenOffsetMinutes: doorsOpenOffset }),
    }),
    guards: ({ capacity, venueId }) => [
      ...(capacity === undefined ? [] : [capacityGuard(capacity)]),
      ...(typeof venueId === 'string' ? [venueGuard(venueId)] : []),
    ],
    errors: {
      capacity_below_sold: 'capacity: 20 is below the 54 tickets sold. Nothing was changed.',
      unknown_venue: 'venueId: the organizer has no such venue.',
    },
  }),
  deleteOperation('deleteSession', session),
]
