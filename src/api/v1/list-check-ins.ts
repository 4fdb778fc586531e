import * as z from 'zod'
import { type CheckInQuery, listCheckIns as list } from '../../domain/check-ins/list-check-ins.ts'
import { exampleLinks } from '../demo-ids.ts'
import { readFromNearest } from '../http/request-database.ts'
import { operation } from '../operation.ts'
import { cursorsOf } from '../pagination/cursors.ts'
import { cursorParam, pageOf, pageSizeParam, readPage } from '../pagination/page.ts'
import { responseSchemas } from '../resources/schema-names.ts'
import { sessionParams } from '../resources/session.ts'
import { exampleTicket } from '../resources/ticket.ts'
import { Instant, queryParam, serializer, uuidSchema } from '../resources/values.ts'
import { CheckInOutcome, Earlier, EXAMPLE_CHECK_IN, serializeEarlier } from './record-check-ins.ts'

const CheckIn = z
  .strictObject({
    id: z.uuid(),
    ticketId: z.uuid(),
    ticketNumber: z.string().nullable().meta({ description: 'Null if the session has no such ticket now.' }),
    attendeeName: z.string().nullable(),
    at: Instant,
    receivedAt: Instant,
    device: z.string().nullable(),
    by: z.string().meta({ description: 'The subject of the token that sent it.' }),
    admitted: z.boolean(),
    walkIn: z.boolean().meta({ description: 'Whether it was sent as a `WalkIn`.' }),
    outcome: CheckInOutcome,
    undoneAt: Instant.nullable(),
    undoneBy: z.string().nullable(),
    earlier: Earlier.nullable().meta({
      description: 'Of an `AlreadyCheckedIn`: when and where the ticket had been checked in before.',
    }),
    resolvedAt: Instant.nullable().meta({ description: 'When a manager marked it as resolved.' }),
  })
  .register(responseSchemas, { id: 'CheckIn' })

const serialize = serializer(CheckIn)

const cursors = cursorsOf<Pick<CheckInQuery, 'sessionId' | 'ticketId' | 'onlyProblems'>, number>(
  z.int(),
  ({ sessionId, ticketId, onlyProblems }) => ['check-ins', sessionId, ticketId ?? null, onlyProblems],
)

export const listCheckIns = operation({
  id: 'listCheckIns',
  method: 'GET',
  path: '/sessions/:sessionId/check-ins',
  tag: 'Check-ins',
  summary: 'List the check-ins of a session',
  description:
    'Latest received first. Undos are not listed separately: `undoneAt` and `undoneBy` of the check-in show them. A page of problems can be empty although it links to the next one.',
  access: 'staff',
  params: sessionParams,
  query: {
    ticketId: queryParam(uuidSchema).meta({ format: 'uuid', description: 'Only check-ins of this ticket.' }),
    problem: queryParam(z.enum(['true', 'false'], 'must be true or false'))
      .transform((value) => value === 'true')
      .meta({
        type: 'boolean',
        default: false,
        description:
          'With `true`, only check-ins of people who were let in although the outcome is not `CheckedIn`, unless undone. An `AlreadyCheckedIn` is listed as long as another admission with the ticket is live.',
      }),
    pageSize: pageSizeParam('Check-ins', 20, 100),
    cursor: cursorParam('the session and filters of its link'),
  },
  response: {
    description: 'A page of check-ins.',
    body: pageOf(CheckIn).register(responseSchemas, { id: 'CheckInPage' }),
    cache: 'private',
    examples: {
      page: {
        summary: 'A page',
        value: {
          data: [
            {
              id: EXAMPLE_CHECK_IN,
              ticketId: exampleTicket.id,
              ticketNumber: exampleTicket.ticketNumber,
              attendeeName: 'Mélodie Garcia',
              at: '2026-06-12T17:59:00.000Z',
              receivedAt: '2026-06-12T17:59:02.481Z',
              device: 'Gate B',
              by: 'door',
              admitted: true,
              walkIn: false,
              outcome: 'AlreadyCheckedIn',
              undoneAt: null,
              undoneBy: null,
              earlier: { at: '2026-06-12T17:41:00.000Z', device: 'Gate A' },
              resolvedAt: null,
            },
          ],
          links: exampleLinks('/api/v1/sessions/:sessionId/check-ins', 'problem=true&pageSize=1'),
        },
      },
    },
  },
  errors: { session_not_found: true, invalid_cursor: cursors.invalidMessage },
  handle: (c, { params: { sessionId }, query: { ticketId, problem, pageSize, cursor } }) => {
    const query = { sessionId, ticketId, onlyProblems: problem }
    return readPage(
      c,
      { cursors, list: query, cursor },
      (after) =>
        readFromNearest(c, (db) => list(db, { ...query, subject: c.get('subject'), pageSize, after })),
      (row) =>
        serialize({
          ...row,
          ...{ by: row.subject, admitted: row.admitted === 1, walkIn: row.walkIn === 1 },
          earlier:
            row.outcome === 'AlreadyCheckedIn'
              ? serializeEarlier({ at: row.earlierAt, device: row.earlierDevice })
              : null,
        }),
    )
  },
})
