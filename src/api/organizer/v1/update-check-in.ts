import * as z from 'zod'
import { dealWithCheckIn } from '../../../domain/organizer/deal-with-check-in.ts'
import { actorOf } from '../../http/actor.ts'
import { operation } from '../../operation.ts'
import { requestSchemas, responseSchemas } from '../../resources/schema-names.ts'
import { sessionParams } from '../../resources/session.ts'
import { Instant, serializer, strictBody, uuidSchema } from '../../resources/values.ts'

const DealtWith = z
  .strictObject({ dealtWithAt: Instant.nullable() })
  .register(responseSchemas, { id: 'DealtWith' })

const serialize = serializer(DealtWith)

export const updateCheckIn = operation({
  id: 'updateCheckIn',
  method: 'PATCH',
  path: '/sessions/:sessionId/check-ins/:checkInId',
  tag: 'Guests',
  summary: 'Note that a problem at the door was dealt with',
  description:
    'For all managers: `dealtWithAt` of the check-in says when. The ticket and its check-ins stay as they are.',
  access: 'manager',
  params: { ...sessionParams, checkInId: uuidSchema },
  body: strictBody({ dealtWith: z.boolean('must be true or false') }).register(requestSchemas, {
    id: 'CheckInChange',
  }),
  bodyExamples: { dealtWith: { summary: 'Dealt with', value: { dealtWith: true } } },
  response: {
    description: 'When it was dealt with, or null.',
    body: DealtWith,
    examples: {
      dealtWith: { summary: 'Dealt with', value: { dealtWithAt: '2026-06-12T18:20:00.000Z' } },
    },
  },
  errors: { session_not_found: true, check_in_not_found: true },
  handle: async (c, { params, body }) =>
    serialize(await dealWithCheckIn(c.get('db'), actorOf(c), params, body.dealtWith)),
})
