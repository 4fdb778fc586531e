// The operations on check-ins, for staff at the door.
import * as z from 'zod'
import { describeAllowed } from '../../../src/api/require-route.ts'
import { CheckInBatch } from '../../../src/api/schemas/check-ins.ts'
import { admissionsQuery, checkInsQuery } from '../../../src/api/schemas/recorded-check-ins.ts'
import { ticketParams } from '../../../src/api/schemas/tickets.ts'
import * as checkInExamples from '../check-in-examples.ts'
import { COMMON_CODES, describeErrors } from '../errors.ts'
import { headersOfPrivate, headersOfSuccess } from '../headers.ts'
import { headers, json, messageFor, pathParameters, queryParameters } from './describe.ts'

export const recordCheckIns = {
  operationId: 'recordCheckIns',
  tags: ['Check-ins'],
  summary: 'Record check-ins and undos',
  description: `For members of the session's organizer. A \`staff\` member can be limited to one event. Check-ins are recorded as facts, and the state of a ticket follows from all of them: the final state is the same in whatever order and grouping admitted check-ins and undos arrive.

An item whose id the session has already has the same outcome and no further effect, so sending a batch again is safe. Only \`admitted\` can still change, from false to true. Batches of more than 20 items are limited to 60 a minute for each subject, beside the usual limit.

Demo: try it as \`door\`, \`door-one-event\`, \`manager\` or \`owner\`. **This writes.** The first example asks about a ticket that does not exist, which changes nothing.`,
  parameters: [...pathParameters(ticketParams), ...headers('Bookmark', 'RequestId')],
  requestBody: { required: true, content: json('CheckInBatch', checkInExamples.checkInBatches) },
  responses: {
    200: {
      description: 'What came of each item, and the tickets of the session afterwards.',
      headers: headersOfSuccess({ withValidators: false }),
      content: json('CheckInResults', checkInExamples.checkInResults),
    },
    ...describeErrors({
      codes: [...COMMON_CODES, 'session_not_found', 'payload_too_large', 'unsupported_media_type'],
      messages: {
        invalid_request: messageFor(CheckInBatch, { items: [{ type: 'CheckIn', id: 'x' }] }),
        method_not_allowed: describeAllowed(['POST', 'GET', 'HEAD']),
      },
    }),
  },
}

export const listCheckIns = {
  operationId: 'listCheckIns',
  tags: ['Check-ins'],
  summary: 'List the check-ins of a session',
  description: `For members of the session's organizer. A \`staff\` member can be limited to one event. Latest received first. Undos are not listed apart: a check-in says when and by whom it was undone. \`HEAD\` is supported.

Demo: try it as \`door\`, \`door-one-event\`, \`manager\` or \`owner\`.`,
  parameters: [
    ...pathParameters(ticketParams),
    ...queryParameters(checkInsQuery, {}),
    ...headers('Bookmark', 'RequestId'),
  ],
  responses: {
    200: {
      description: 'A page of check-ins.',
      headers: headersOfPrivate(),
      content: json('CheckInPage', { page: { summary: 'A page', value: checkInExamples.checkInPage } }),
    },
    ...describeErrors({
      codes: [...COMMON_CODES, 'invalid_cursor', 'session_not_found'],
      messages: {
        invalid_request: messageFor(z.object(checkInsQuery), { problem: 'yes' }),
        method_not_allowed: describeAllowed(['POST', 'GET', 'HEAD']),
      },
    }),
  },
}

export const listAdmissions = {
  operationId: 'listAdmissions',
  tags: ['Check-ins'],
  summary: 'Count admissions over time',
  description: `For members of the session's organizer. A \`staff\` member can be limited to one event. Counts the check-ins that are live, and the tickets that other parts of the platform checked in at a known time. Buckets without an admission are left out. \`HEAD\` is supported.

Demo: try it as \`door\`, \`door-one-event\`, \`manager\` or \`owner\`.`,
  parameters: [
    ...pathParameters(ticketParams),
    ...queryParameters(admissionsQuery, {}),
    ...headers('Bookmark', 'RequestId'),
  ],
  responses: {
    200: {
      description: 'The admissions, in the order of time and then of the device.',
      headers: headersOfPrivate(),
      content: json('Admissions', { some: { summary: 'Two gates', value: checkInExamples.admissions } }),
    },
    ...describeErrors({
      codes: [...COMMON_CODES, 'session_not_found'],
      messages: {
        invalid_request: messageFor(z.object(admissionsQuery), { bucketMinutes: '0' }),
        method_not_allowed: describeAllowed(['GET', 'HEAD']),
      },
    }),
  },
}
