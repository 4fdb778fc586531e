import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import {
  createResources,
  type Items,
  newValue,
  withoutDefaults,
} from '../../../domain/resources/create-resources.ts'
import { EVENT, SESSION, type SessionRow } from '../../../domain/resources/definitions.ts'
import { countGuard, MAX_IN_EVENT } from '../../../domain/resources/limits.ts'
import type { Guard } from '../../../domain/resources/resource.ts'
import type { SessionPosition } from '../../../domain/sessions/list-sessions.ts'
import { listSessionsOf, type SessionRange } from '../../../domain/sessions/list-sessions-of.ts'
import { SOLD, splitCounts } from '../../../domain/ticket-counts.ts'
import { AppError } from '../../../errors.ts'
import { actorOf } from '../../http/context.ts'
import { countItems, limitsOfBatch } from '../../http/rate-limit.ts'
import { type Operation, operation } from '../../operation.ts'
import { listOperation } from '../../pagination/list-operation.ts'
import { cursorsOf } from '../../pagination/page.ts'
import {
  CANCELLED_RULE,
  cancelNoticeSchema,
  capacitySchema,
  OFFSET_FORM,
  offsetSchema,
} from '../../resources/bulk-update.ts'
import { event, eventParams, TimeZone } from '../../resources/event.ts'
import { demoId } from '../../resources/examples.ts'
import { requestSchemas, responseSchemas } from '../../resources/schema-names.ts'
import { Cancellation, exampleSession, NOT_CANCELLED, sessionParams } from '../../resources/session.ts'
import { TicketCounts } from '../../resources/ticket.ts'
import {
  changeBody,
  formatDoorsOpen,
  Instant,
  instantParam,
  newId,
  serializer,
  storedInstant,
  strictBody,
  uuidSchema,
} from '../../resources/values.ts'
import {
  type ApiResource,
  changeOperation,
  deleteOperation,
  readOperation,
  resourcePathOf,
  withArticle,
} from './resource-operations.ts'

const SeriesSession = z
  .strictObject({
    id: z.uuid(),
    eventId: z.uuid(),
    seriesId: z.uuid().nullable(),
    timeZone: TimeZone.meta({ description: 'The event’s time zone.' }),
    startsAt: Instant,
    doorsOpenAt: Instant.nullable(),
    doorsOpenOffset: z.int().nullable().meta({ description: 'Minutes before the start.' }),
    capacity: z.int().min(0),
    venueId: z.uuid().nullable(),
    venueName: z.string().nullable(),
    ...Cancellation,
    counts: TicketCounts,
    updatedAt: Instant.nullable().meta({ description: 'The time of the last change through this API.' }),
    updatedBy: z.string().nullable().meta({ description: 'The subject that made it.' }),
  })
  .register(responseSchemas, { id: 'SeriesSession' })

const serialize = serializer(SeriesSession)

const serializeManagedSession = (session: SessionRow): z.infer<typeof SeriesSession> => {
  const { rest, counts } = splitCounts(session)
  const { doorsOpenOffsetMinutes, ...row } = rest
  return serialize({
    ...row,
    counts,
    doorsOpenOffset: doorsOpenOffsetMinutes,
    doorsOpenAt: formatDoorsOpen(row.startsAt, doorsOpenOffsetMinutes),
  })
}

const exampleManagedSession: z.infer<typeof SeriesSession> = {
  id: exampleSession.id,
  eventId: demoId('10'),
  seriesId: demoId('20'),
  timeZone: 'Europe/Berlin',
  startsAt: '2026-06-12T18:30:00.000Z',
  doorsOpenAt: '2026-06-12T17:30:00.000Z',
  doorsOpenOffset: 60,
  capacity: 20_500,
  venueId: demoId('50'),
  venueName: 'Glass Hall',
  ...NOT_CANCELLED,
  counts: exampleSession.counts,
  updatedAt: null,
  updatedBy: null,
}

export const session = {
  type: SESSION,
  noun: 'session',
  tag: 'Events',
  path: '/sessions/:sessionId',
  params: sessionParams,
  schema: SeriesSession,
  serialize: serializeManagedSession,
  example: exampleManagedSession,
}

/** `of` is the id of the series or event. */
const cursors = cursorsOf<SessionRange & { of: string }, SessionPosition>(
  z.strictObject({ startsAt: z.int(), id: z.string() }),
  ({ of, from, to }) => ['series-sessions', of, from?.getTime() ?? null, to?.getTime() ?? null],
)

export const listSessionsOperation = <Row, Params extends z.ZodRawShape>(
  id: string,
  parent: ApiResource<Row, Params, z.ZodType>,
  pageName: string,
): Operation =>
  listOperation({
    id,
    path: `${parent.path}/sessions`,
    tag: parent.tag,
    summary: `List the sessions of ${withArticle(parent.noun)}`,
    description: 'Sorted by start.',
    access: 'manager',
    params: parent.params,
    query: {
      from: instantParam.meta({
        format: 'date-time',
        examples: ['2026-06-12T00:00:00+02:00'],
        description: 'Only sessions that start at or after this time.',
      }),
      to: instantParam.meta({
        format: 'date-time',
        examples: ['2026-12-31T00:00:00+01:00'],
        description: 'Only sessions that start before this time.',
      }),
    },
    items: 'sessions',
    pageSize: [100, 500],
    scope: `the ${parent.noun}, \`from\` and \`to\` of its link`,
    page: { id: pageName, item: SeriesSession, examples: [exampleManagedSession] },
    errors: { [parent.type.notFound]: true },
    cursors,
    listOf: ({ params, query }) => ({ ...query, of: resourcePathOf(parent, params).id }),
    read: (db, { subject, params, query }, pageSize, after) =>
      listSessionsOf(db, subject, resourcePathOf(parent, params), query, pageSize, after),
    serialize: serializeManagedSession,
  })

const MAX_SESSIONS = 500
const MAX_BODY_BYTES = 1024 * 1024
const COUNT_RULE = `must be a list of 1 to ${MAX_SESSIONS} sessions`

const NewSession = z.strictObject({
  id: newId,
  seriesId: uuidSchema.nullable().exactOptional().meta({ description: 'A series of the event.' }),
  startsAt: storedInstant,
  capacity: capacitySchema,
  venueId: uuidSchema.nullable().exactOptional().meta({ description: 'A venue of the organizer.' }),
  doorsOpenOffset: offsetSchema.nullable().exactOptional().meta({ description: OFFSET_FORM }),
})

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

/** The index of the first new item with a `value` for which `found`, FROM and WHERE, has no row. */
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

/** Fails with the number of tickets sold if it exceeds the new capacity. */
const capacityGuard = (capacity: number): Guard => ({
  failed: sql`iif(${capacity} <> sessions.capacity AND ${capacity} < ${SOLD}, ${SOLD}, NULL)`,
  error: (sold) =>
    new AppError(
      'capacity_below_sold',
      `capacity: ${capacity} is below the ${sold} tickets sold. Nothing was changed.`,
    ),
})

const UNKNOWN_VENUE = 'venueId: the organizer has no such venue.'

const venueGuard = (venueId: string): Guard => ({
  failed: sql`iif(EXISTS (SELECT 1 FROM venues AS wanted
    WHERE wanted.id = ${venueId} AND wanted.organizer_id = events.organizer_id), NULL, 1)`,
  error: () => new AppError('unknown_venue', UNKNOWN_VENUE),
})

const UNKNOWN_SERIES = 'seriesId: the event has no such series.'

const seriesGuard = (seriesId: string): Guard => ({
  failed: sql`iif(EXISTS (SELECT 1 FROM series AS wanted
    WHERE wanted.id = ${seriesId} AND wanted.event_id = events.id), NULL, 1)`,
  error: () => new AppError('series_not_found', UNKNOWN_SERIES),
})

/** Fails if the session is not cancelled. */
const cancelledGuard: Guard = {
  failed: sql`iif(sessions.cancelled_at IS NULL, 1, NULL)`,
  error: () => new AppError('invalid_request', CANCELLED_RULE),
}

export const sessionOperations = [
  listSessionsOperation('listEventSessions', event, 'EventSessionPage'),
  operation({
    id: 'createSessions',
    method: 'POST',
    path: '/events/:eventId/sessions',
    tag: 'Events',
    summary: 'Create sessions of an event',
    description: `Creates all or none. An event can have ${MAX_IN_EVENT.sessions.toLocaleString('en')} sessions.`,
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
      seriesId: uuidSchema.nullable().exactOptional().meta({
        description: 'A series of the same event. Null takes the session out of its series.',
      }),
      doorsOpenOffset: offsetSchema
        .nullable()
        .exactOptional()
        .meta({ description: `${OFFSET_FORM} Null removes it.` }),
      cancelled: z.boolean('must be true or false').exactOptional().meta({
        description:
          'Cancels the session, or takes that back and clears the notice. No ticket is voided or refunded.',
      }),
      cancelNotice: cancelNoticeSchema.nullable().exactOptional().meta({
        description: 'What guests and door staff of a cancelled session read. Null clears it.',
      }),
    })
      .refine(
        ({ cancelled, cancelNotice }) => cancelled !== false || typeof cancelNotice !== 'string',
        CANCELLED_RULE,
      )
      .register(requestSchemas, { id: 'SessionChange' }),
    bodyExamples: {
      same: {
        summary: 'Harmless on the demo: its current capacity',
        harmless: true,
        value: { capacity: 80 },
      },
      capacity: { summary: 'A new capacity', value: { capacity: 20_000 } },
      start: {
        summary: 'A later start, with doors an hour before',
        value: { startsAt: '2026-06-19T21:00:00+02:00', doorsOpenOffset: 'PT1H' },
      },
      cancelled: {
        summary: 'Cancelled',
        value: { cancelled: true, cancelNotice: 'The band is ill. Your ticket is valid on 26 June.' },
      },
    },
    values: ({ doorsOpenOffset, cancelled, ...values }, now) => ({
      ...values,
      ...(doorsOpenOffset !== undefined && { doorsOpenOffsetMinutes: doorsOpenOffset }),
      ...(cancelled === true && { cancelledAt: sql`coalesce(sessions.cancelled_at, ${now.getTime()})` }),
      ...(cancelled === false && { cancelledAt: null, cancelNotice: null }),
    }),
    guards: ({ capacity, venueId, seriesId, cancelled, cancelNotice }) => [
      ...(cancelled === undefined && typeof cancelNotice === 'string' ? [cancelledGuard] : []),
      ...(capacity === undefined ? [] : [capacityGuard(capacity)]),
      ...(typeof venueId === 'string' ? [venueGuard(venueId)] : []),
      ...(typeof seriesId === 'string' ? [seriesGuard(seriesId)] : []),
    ],
    errors: {
      capacity_below_sold: 'capacity: 20 is below the 54 tickets sold. Nothing was changed.',
      unknown_venue: UNKNOWN_VENUE,
      series_not_found: UNKNOWN_SERIES,
    },
  }),
  deleteOperation('deleteSession', session),
]
