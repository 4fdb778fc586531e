import * as z from 'zod'
import { resolveCheckIn } from '../../../domain/check-ins/resolve-check-in.ts'
import { actorOf } from '../../http/actor.ts'
import { operation } from '../../operation.ts'
import { requestSchemas, responseSchemas } from '../../resources/schema-names.ts'
import { sessionParams } from '../../resources/session.ts'
import { Instant, serializer, strictBody, uuidSchema } from '../../resources/values.ts'

const ResolvedCheckIn = z
  .strictObject({ resolvedAt: Instant.nullable() })
  .register(responseSchemas, { id: 'ResolvedCheckIn' })

const serialize = serializer(ResolvedCheckIn)

export const checkInOperations = [
  operation({
    id: 'updateCheckIn',
    method: 'PATCH',
    path: '/sessions/:sessionId/check-ins/:checkInId',
    tag: 'Guests',
    summary: 'Mark a problem at the door as resolved',
    description:
      'For all managers: `resolvedAt` of the check-in says when. The ticket and its check-ins stay as they are.',
    access: 'manager',
    params: { ...sessionParams, checkInId: uuidSchema },
    body: strictBody({ resolved: z.boolean('must be true or false') }).register(requestSchemas, {
      id: 'CheckInChange',
    }),
    bodyExamples: { resolved: { summary: 'Resolved', value: { resolved: true } } },
    response: {
      description: 'When it was resolved, or null.',
      body: ResolvedCheckIn,
      examples: {
        resolved: { summary: 'Resolved', value: { resolvedAt: '2026-06-12T18:20:00.000Z' } },
      },
    },
    errors: { session_not_found: true, check_in_not_found: true },
    handle: async (c, { params, body }) =>
      serialize(await resolveCheckIn(c.get('db'), actorOf(c), params, body.resolved)),
  }),
]
