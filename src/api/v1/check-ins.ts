import type { Context } from 'hono'
import * as z from 'zod'
import { OUTCOMES, presenceOf } from '../../domain/check-in-rule.ts'
import { type CheckInQuery, listCheckIns } from '../../domain/check-ins/list-check-ins.ts'
import { recordCheckIns } from '../../domain/check-ins/record-check-ins.ts'
import { overCapacityOf } from '../../domain/sessions/inside.ts'
import type { AppEnv } from '../http/context.ts'
import {
  countItems,
  limitsOfBatch,
  MAX_SMALL_BATCH,
  RATE_LIMITS,
  type RateLimit,
} from '../http/rate-limit.ts'
import { operation } from '../operation.ts'
import { listOperation } from '../pagination/list-operation.ts'
import { cursorsOf } from '../pagination/page.ts'
import { CheckInBatch } from '../resources/check-in-items.ts'
import { TimeZone } from '../resources/event.ts'
import { demoId, exampleLinks } from '../resources/examples.ts'
import { responseSchemas } from '../resources/schema-names.ts'
import { sessionParams } from '../resources/session.ts'
import {
  exampleInside,
  exampleTicket,
  Inside,
  Presence,
  TicketCounts,
  TicketStatus,
} from '../resources/ticket.ts'
import { formatInstant, Instant, queryParam, serializer, uuidSchema } from '../resources/values.ts'

/** Smaller requests have their own limit: at a door, each guest is one. */
const MAX_SINGLE_ITEMS = 3

const CheckInOutcome = z.enum(OUTCOMES).register(responseSchemas, { id: 'CheckInOutcome' })

const CheckedTicket = z.strictObject({
  id: z.uuid(),
  status: TicketStatus,
  checkedInAt: Instant.nullable(),
  ...Presence.shape,
})
const Earlier = z.strictObject({ at: Instant.nullable(), device: z.string().nullable() })

const CheckInResult = z
  .strictObject({
    id: z.uuid(),
    outcome: CheckInOutcome,
    ticket: CheckedTicket.nullable().meta({
      description: 'The ticket after the batch. Null if the session has no such ticket.',
    }),
    earlier: Earlier.nullable().meta({
      description:
        'For `AlreadyCheckedIn`: the check-in that let the guest in. For `ReEntered`: the exit before. `device` is null if another part of the platform made it; `at` is null if it gave no time.',
    }),
  })
  .register(responseSchemas, { id: 'CheckInResult' })

const CheckInResults = z
  .strictObject({
    results: z.array(CheckInResult).meta({ description: 'One per item, in the same order.' }),
    counts: TicketCounts.meta({ description: 'The session’s tickets after the batch.' }),
    overCapacity: z.int().min(0).meta({
      description: 'By how many the people inside exceed the capacity of the session.',
    }),
    inside: Inside,
  })
  .register(responseSchemas, { id: 'CheckInResults' })

const serializeTicket = serializer(CheckedTicket)
const serializeEarlier = serializer(Earlier)

const limitsBySize = async (c: Context<AppEnv>): Promise<RateLimit[]> => {
  const size = await countItems(c, 'items')
  return size !== undefined && size <= MAX_SINGLE_ITEMS ? [RATE_LIMITS.checkIns] : limitsOfBatch(size)
}

const EXAMPLE_CHECK_IN = '019a7f3e-2b64-7cc1-8f0a-5d1e9b7c4a21'
const time = '2026-06-12T17:59:00.000Z'
const checkedIn = {
  id: EXAMPLE_CHECK_IN,
  outcome: 'CheckedIn',
  ticket: {
    ...{ id: exampleTicket.id, status: 'CheckedIn' as const, checkedInAt: time },
    ...{ inside: true, areas: [], lastIn: time, lastOut: null, entries: 1 },
  },
  earlier: null,
} as const
const counts = { Valid: 15, CheckedIn: 39, Refunded: 4, Voided: 2 }

const CheckIn = z
  .strictObject({
    id: z.uuid(),
    type: z.enum(['CheckIn', 'Exit', 'Tally']),
    ticketId: z.uuid().nullable().meta({ description: 'Null for a tally.' }),
    ticketNumber: z.string().nullable().meta({ description: 'Null if the session has no such ticket now.' }),
    attendeeName: z.string().nullable(),
    at: Instant,
    receivedAt: Instant,
    device: z.string().nullable(),
    by: z.string().meta({ description: 'The subject that sent it.' }),
    admitted: z.boolean(),
    walkIn: z.boolean().meta({ description: 'Whether it was sent as a `WalkIn`.' }),
    areaId: z.uuid().nullable().meta({ description: 'Null for the venue.' }),
    assumed: z.boolean().meta({ description: 'Whether it is an exit that nobody saw.' }),
    people: z.int().nullable().meta({ description: 'Of a tally: how many came.' }),
    passback: z.boolean().meta({
      description:
        'Whether the guest was already in the venue or area. It changes when earlier items arrive.',
    }),
    outcome: CheckInOutcome,
    undoneAt: Instant.nullable(),
    undoneBy: z.string().nullable(),
    earlier: Earlier.nullable().meta({
      description: 'For `AlreadyCheckedIn`: the check-in that let the guest in.',
    }),
    resolvedAt: Instant.nullable().meta({ description: 'When a manager marked it as resolved.' }),
    movedTo: z
      .strictObject({ sessionId: z.uuid(), eventName: z.string(), timeZone: TimeZone, startsAt: Instant })
      .nullable()
      .meta({
        description:
          'Of an entry or exit with a ticket that had moved to another session, `UnknownTicket` here: the session that the ticket is in now. It counts once the ticket has come back.',
      }),
    cameBack: z.boolean().meta({
      description: 'Whether the ticket of such an entry or exit has come back, so that it counts.',
    }),
  })
  .register(responseSchemas, { id: 'CheckIn' })

type MovedTo = NonNullable<z.infer<typeof CheckIn>['movedTo']>

const serializeMovedTo = (json: string | null): MovedTo | null => {
  if (json === null) return null
  const session = JSON.parse(json)
  return { ...session, startsAt: formatInstant(session.startsAt) }
}

const serialize = serializer(CheckIn)

const cursors = cursorsOf<Pick<CheckInQuery, 'sessionId' | 'ticketId' | 'problem' | 'tallies'>, number>(
  z.int(),
  ({ sessionId, ticketId, problem, tallies }) => ['check-ins', sessionId, ticketId ?? null, problem, tallies],
)

export const checkInOperations = [
  operation({
    id: 'recordCheckIns',
    method: 'POST',
    path: '/sessions/:sessionId/check-ins',
    tag: 'Check-ins',
    summary: 'Record check-ins, exits, tallies, undos and walk-ins',
    description: `Check-ins are recorded as facts, and a ticket’s state is derived from all of them: admitted check-ins, exits and undos lead to the same state in any order and any batches. \`CheckedIn\` means that the guest has been here; \`inside\` says whether they are here now.

A walk-in creates its ticket, which is \`Voided\` while its admission is undone, and can be checked in again. If the event does not allow walk-ins, the outcome is \`NotAllowed\`, and the ticket cannot be checked in.

An item with an id that is already recorded gets the same outcome and has no further effect, so sending a batch again is safe. Only \`admitted\` can still change, from false to true. Requests of up to ${MAX_SINGLE_ITEMS} items have their own limit. Batches of more than ${MAX_SMALL_BATCH} items are also limited to ${RATE_LIMITS.batches.limit} per minute and subject.`,
    access: 'staff',
    params: sessionParams,
    body: CheckInBatch,
    bodyExamples: {
      ask: {
        summary: 'Harmless: asks about a ticket that does not exist',
        harmless: true,
        value: {
          device: 'Gate B',
          items: [
            { type: 'CheckIn', id: EXAMPLE_CHECK_IN, ticketId: demoId('ff'), at: time, admitted: false },
          ],
        },
      },
      admitted: {
        summary: 'Reports an admission, and undoes another check-in',
        value: {
          device: 'Gate B',
          items: [
            {
              type: 'CheckIn',
              id: '019a7f3e-2b65-7a10-9c33-1f2e3d4c5b6a',
              ticketId: exampleTicket.id,
              at: time,
              admitted: true,
            },
            {
              type: 'Undo',
              id: '019a7f3e-2b66-7d05-b1c2-9a8b7c6d5e4f',
              checkInId: EXAMPLE_CHECK_IN,
              at: time,
            },
          ],
        },
      },
      exit: {
        summary: 'Reports an exit, and people without tickets who left an area',
        value: {
          device: 'Smoking door',
          items: [
            {
              type: 'Exit',
              id: '019a7f3e-2b69-7a20-8c31-4d5e6f708192',
              ticketId: exampleTicket.id,
              at: time,
            },
            {
              type: 'Tally',
              id: '019a7f3e-2b69-7b31-9d42-5e6f70819203',
              at: time,
              areaId: demoId('64'),
              by: -2,
            },
          ],
        },
      },
      walkIn: {
        summary: 'Reports the admission of a guest without a ticket',
        value: {
          device: 'Gate B',
          items: [
            {
              type: 'WalkIn',
              id: '019a7f3e-2b68-7f10-b3a9-6e5d4c3b2a19',
              ticketId: '019a7f3e-2b68-7c44-8d21-0f9e8d7c6b5a',
              name: 'Ana Ruiz',
              ticketTypeName: 'General Admission',
              ticketTypeId: demoId('60'),
              note: null,
              at: time,
            },
          ],
        },
      },
    },
    response: {
      description: 'The result of each item, and the counts of the session afterwards.',
      body: CheckInResults,
      examples: {
        checkedIn: {
          summary: 'Checked in',
          value: { results: [checkedIn], counts, overCapacity: 0, inside: exampleInside },
        },
        already: {
          summary: 'Already checked in, and an unknown ticket',
          value: {
            results: [
              { ...checkedIn, outcome: 'AlreadyCheckedIn', earlier: { at: time, device: 'Gate A' } },
              {
                id: '019a7f3e-2b67-7e21-a4d5-0c1b2a394857',
                outcome: 'UnknownTicket',
                ticket: null,
                earlier: null,
              },
            ],
            counts,
            overCapacity: 0,
            inside: exampleInside,
          },
        },
      },
    },
    errors: { session_not_found: true, limit_reached: 'The session has too many tallies.' },
    limits: limitsBySize,
    handle: async (c, { params, body }) => {
      const batch = { ...params, ...body, subject: c.get('subject'), now: new Date() }
      const { results, counts, inside } = await recordCheckIns(c.get('db'), batch)
      return {
        results: results.map(({ ticket, earlier, ...result }) => ({
          ...result,
          ticket: ticket && serializeTicket({ ...ticket, ...presenceOf(ticket) }),
          earlier: earlier && serializeEarlier(earlier),
        })),
        counts,
        overCapacity: overCapacityOf(inside),
        inside,
      }
    },
  }),
  listOperation({
    id: 'listCheckIns',
    path: '/sessions/:sessionId/check-ins',
    tag: 'Check-ins',
    summary: 'List the check-ins and exits of a session',
    description:
      'Latest received first. Undos appear as `undoneAt` and `undoneBy` of their check-ins. A page of problems can be empty and still link to the next one.',
    access: 'staff',
    params: sessionParams,
    query: {
      ticketId: queryParam(uuidSchema).meta({
        format: 'uuid',
        description: 'Only check-ins of this ticket.',
      }),
      problem: queryParam(z.enum(['true', 'false'], 'must be true or false'))
        .transform((value) => value === 'true')
        .meta({
          type: 'boolean',
          default: false,
          description:
            'With `true`, only entries by guests who were already there, admissions against the rules, and what was recorded of a ticket that has moved, unless undone. A late exit takes an entry off the list.',
        }),
      types: queryParam(z.literal('Tally', 'must be Tally')).meta({
        description: 'With `Tally`, only tallies. Other filters do not apply to them.',
      }),
    },
    items: 'check-ins',
    pageSize: [20, 100],
    scope: 'the session and filters of its link',
    page: {
      id: 'CheckInPage',
      item: CheckIn,
      examples: [
        {
          id: EXAMPLE_CHECK_IN,
          type: 'CheckIn',
          ticketId: exampleTicket.id,
          ticketNumber: exampleTicket.ticketNumber,
          attendeeName: 'Mélodie Garcia',
          at: '2026-06-12T17:59:00.000Z',
          receivedAt: '2026-06-12T17:59:02.481Z',
          device: 'Gate B',
          by: 'door',
          admitted: true,
          walkIn: false,
          areaId: null,
          assumed: false,
          people: null,
          passback: true,
          outcome: 'AlreadyCheckedIn',
          undoneAt: null,
          undoneBy: null,
          earlier: { at: '2026-06-12T17:41:00.000Z', device: 'Gate A' },
          resolvedAt: null,
          movedTo: null,
          cameBack: false,
        },
      ],
      links: exampleLinks('/api/v1/sessions/:sessionId/check-ins', 'problem=true&pageSize=1'),
    },
    errors: { session_not_found: true },
    cursors,
    listOf: ({ params, query: { types, ...query } }) => ({ ...params, ...query, tallies: types === 'Tally' }),
    read: (db, { subject, params, query: { types, ...query } }, pageSize, after) =>
      listCheckIns(db, { ...params, ...query, tallies: types === 'Tally', subject, pageSize, after }),
    serialize: (row) =>
      serialize({
        ...row,
        by: row.subject,
        admitted: row.admitted === 1,
        walkIn: row.walkIn === 1,
        areaId: row.areaId || null,
        assumed: row.assumed === 1,
        passback: row.passback === 1 && row.undoneAt === null,
        movedTo: serializeMovedTo(row.movedTo),
        cameBack: row.cameBack === 1,
        earlier:
          row.outcome === 'AlreadyCheckedIn'
            ? serializeEarlier({ at: row.earlierAt, device: row.earlierDevice })
            : null,
      }),
  }),
]
