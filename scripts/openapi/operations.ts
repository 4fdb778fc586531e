// The operations, each with its parameters, body and every possible response.

import * as z from 'zod'
import { LISTINGS, ORGANIZER_V1_PATH, SESSIONS, TICKET_CHANGES, V1_PATH } from '../../src/api/paths.ts'
import { RATE_LIMITS } from '../../src/api/rate-limit.ts'
import { describeAllowed } from '../../src/api/require-route.ts'
import { CheckInBatch } from '../../src/api/schemas/check-ins.ts'
import { listingParams } from '../../src/api/schemas/listings.ts'
import { admissionsQuery, checkInsQuery } from '../../src/api/schemas/recorded-check-ins.ts'
import { SeriesUpdate, seriesParams } from '../../src/api/schemas/series.ts'
import { sessionListQuery } from '../../src/api/schemas/session-list.ts'
import { BulkUpdate } from '../../src/api/schemas/sessions.ts'
import { ticketChangesQuery } from '../../src/api/schemas/ticket-changes.ts'
import { ticketParams, ticketQuery } from '../../src/api/schemas/tickets.ts'
import { describeIssue } from '../../src/api/validate.ts'
import { describeOversold } from '../../src/domain/sessions.ts'
import type { ErrorCode } from '../../src/errors.ts'
import * as checkInExamples from './check-in-examples.ts'
import { COMMON_CODES, describeErrors } from './errors.ts'
import * as examples from './examples.ts'
import { headersOfPrivate, headersOfSuccess, type requestHeaders } from './headers.ts'
import { type JsonSchema, toJsonSchema } from './json-schema.ts'

const SERIES_PATH = `${ORGANIZER_V1_PATH}/events/{eventId}/series/{seriesId}`

const SERIES_CODES = [
  ...COMMON_CODES,
  'series_not_found',
  'payload_too_large',
  'unsupported_media_type',
] as const satisfies ErrorCode[]

const refer = (schema: string) => ({ $ref: `#/components/schemas/${schema}` })

/** The path parameters in `shape`. */
const pathParameters = (shape: z.ZodRawShape) =>
  Object.entries(toJsonSchema(z.object(shape), 'input').properties ?? {}).map(([name, schema]) => ({
    name,
    in: 'path',
    required: true,
    example: examples.ids[name as keyof typeof examples.ids],
    schema,
  }))

/** The query parameters in `shape`; those in `named` have a schema of their own under `components`. */
const queryParameters = (shape: z.ZodRawShape, named: Record<string, string>) =>
  Object.entries(toJsonSchema(z.object(shape), 'input').properties ?? {}).map(([name, property]) => {
    const { description, type, ...schema } = property as JsonSchema
    const component = named[name]
    return {
      name,
      in: 'query',
      description,
      schema: { ...(component === undefined ? { type } : refer(component)), ...schema },
    }
  })

const headers = (...names: (keyof typeof requestHeaders)[]) =>
  names.map((name) => ({ $ref: `#/components/parameters/${name}` }))

const json = (schema: string, bodies: Record<string, { summary: string; value: unknown }>) => ({
  'application/json': { schema: refer(schema), examples: bodies },
})

/** The message that the service gives for an invalid value. */
const messageFor = (schema: z.ZodType, invalid: unknown): string => {
  const { error } = schema.safeParse(invalid)
  if (error === undefined) throw new Error(`This example must be invalid: ${JSON.stringify(invalid)}`)
  return describeIssue(error)
}

const notModified = {
  description: 'Nothing has changed since the response with this `ETag`. No body.',
  headers: headersOfSuccess({ withValidators: true }),
}

const listTickets = {
  operationId: 'listTickets',
  tags: ['Tickets'],
  summary: 'List the tickets of a session',
  description: `For members of the session's organizer. A \`staff\` member can be limited to one event. Unknown query parameters are ignored and empty ones count as absent. \`HEAD\` is supported.

Demo: try it as \`door\`, \`door-one-event\`, \`manager\` or \`owner\`.`,
  parameters: [
    ...pathParameters(ticketParams),
    ...queryParameters(ticketQuery, { sort: 'TicketSort', status: 'TicketStatus' }),
    ...headers('IfNoneMatch', 'Bookmark', 'RequestId'),
  ],
  responses: {
    200: {
      description: 'A page of tickets.',
      headers: headersOfSuccess({ withValidators: true }),
      content: json('TicketPage', { page: { summary: 'A page', value: examples.ticketPage } }),
    },
    304: notModified,
    ...describeErrors({
      codes: [...COMMON_CODES, 'invalid_cursor', 'session_not_found'],
      messages: {
        invalid_request: messageFor(z.object(ticketQuery), { pageSize: '0' }),
        method_not_allowed: describeAllowed(['GET', 'HEAD']),
      },
    }),
  },
}

const listSessions = {
  operationId: 'listSessions',
  tags: ['Sessions'],
  summary: 'List the sessions that the caller may see',
  description: `The sessions of every organizer that the caller is a member of, in the order of their start. A \`staff\` member who is limited to one event gets the sessions of that event. Without a membership the list is empty. Unknown query parameters are ignored and empty ones count as absent. \`HEAD\` is supported.

Demo: try it as \`door\`, \`door-one-event\`, \`manager\` or \`owner\`.`,
  parameters: [...queryParameters(sessionListQuery, {}), ...headers('Bookmark', 'RequestId')],
  responses: {
    200: {
      description: 'A page of sessions.',
      headers: headersOfPrivate(),
      content: json('SessionPage', { page: { summary: 'A page', value: examples.sessionPage } }),
    },
    ...describeErrors({
      codes: [...COMMON_CODES.filter((code) => code !== 'forbidden'), 'invalid_cursor'],
      messages: {
        invalid_request: messageFor(z.object(sessionListQuery), { from: '2026-06-12' }),
        invalid_cursor: 'cursor: is damaged or belongs to another from, to or eventId.',
        method_not_allowed: describeAllowed(['GET', 'HEAD']),
      },
    }),
  },
}

const listTicketChanges = {
  operationId: 'listTicketChanges',
  tags: ['Tickets'],
  summary: 'Get the tickets that a device lacks',
  description: `For devices that hold a session's tickets. Without \`since\`, the response begins the whole list. With \`since\` set to \`next\` of the response before, it goes on with the list, and after that has what has changed. When \`more\` is false, a device that has replaced each ticket in \`rows\` by its id and dropped each id in \`removed\` holds exactly the session's tickets. See docs/sync.md in the repository. Access is as for the ticket list. \`HEAD\` is supported.

Demo: try it as \`door\`, \`door-one-event\`, \`manager\` or \`owner\`.`,
  parameters: [
    ...pathParameters(ticketParams),
    ...queryParameters(ticketChangesQuery, {}),
    ...headers('IfNoneMatch', 'Bookmark', 'RequestId'),
  ],
  responses: {
    200: {
      description: 'Tickets that the device lacks.',
      headers: headersOfSuccess({ withValidators: true }),
      content: json('TicketChanges', {
        changes: { summary: 'A check-in and a removed ticket', value: examples.ticketChanges },
      }),
    },
    304: notModified,
    ...describeErrors({
      codes: [...COMMON_CODES, 'invalid_cursor', 'session_not_found', 'changes_gone'],
      messages: {
        invalid_request: messageFor(z.object(ticketChangesQuery), { pageSize: '0' }),
        invalid_cursor: 'since: is damaged or belongs to another session.',
        method_not_allowed: describeAllowed(['GET', 'HEAD']),
        rate_limited: RATE_LIMITS.changes.message,
      },
    }),
  },
}

const recordCheckIns = {
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

const listCheckIns = {
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

const listAdmissions = {
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

const getOrganizerListing = {
  operationId: 'getOrganizerListing',
  tags: ['Listings'],
  summary: 'Read a listing',
  description: `For \`owner\` and \`manager\`. Listings of every status can be read, drafts included. Errors are problem documents (RFC 9457). \`HEAD\` is supported.

Demo: try it as \`manager\` or \`owner\`.`,
  parameters: [...pathParameters(listingParams), ...headers('IfNoneMatch', 'Bookmark', 'RequestId')],
  responses: {
    200: {
      description: 'The listing.',
      headers: headersOfSuccess({ withValidators: true }),
      content: json('Listing', {
        full: { summary: 'All values present', value: examples.fullListing },
        draft: { summary: 'A draft with only the required values', value: examples.draftListing },
      }),
    },
    304: notModified,
    ...describeErrors({
      codes: [...COMMON_CODES, 'listing_not_found'],
      messages: {
        invalid_request: messageFor(z.object(listingParams), { id: 'x' }),
        method_not_allowed: describeAllowed(['GET', 'HEAD']),
      },
      problemAt: `${ORGANIZER_V1_PATH}${LISTINGS}/${examples.ids.id}`,
    }),
  },
}

const updateSeries = {
  operationId: 'updateSeries',
  tags: ['Series'],
  summary: 'Update the name and description of a series',
  description: `For \`owner\` and \`manager\`. A field that is left out stays as it is. If the body has a field twice, the last value counts. Repeating the call changes nothing further.

Demo: try it as \`manager\` or \`owner\`. **This writes.** The first example sets the name that the demo's series already has, which changes nothing.`,
  parameters: [...pathParameters(seriesParams), ...headers('Bookmark', 'RequestId')],
  requestBody: { required: true, content: json('SeriesUpdate', examples.seriesUpdates) },
  responses: {
    204: {
      description: 'Updated. No body.',
      headers: headersOfSuccess({ withValidators: false }),
    },
    ...describeErrors({
      codes: SERIES_CODES,
      messages: {
        invalid_request: messageFor(SeriesUpdate, { name: '' }),
        method_not_allowed: describeAllowed(['PUT']),
      },
    }),
  },
}

const bulkUpdateSessions = {
  operationId: 'bulkUpdateSessions',
  tags: ['Series'],
  summary: 'Change many sessions of a series',
  description: `For \`owner\` and \`manager\`. Overwrites capacity, venue or doors-open offset of every selected session, or changes none of them. If no session is selected, the response is a 200 with 0. If the body has a field twice, the last value counts. Repeating a call after a lost connection is safe.

Demo: try it as \`manager\` or \`owner\`. **This writes.** The first example selects no session and so changes nothing; the others overwrite the demo's sessions.`,
  parameters: [...pathParameters(seriesParams), ...headers('Bookmark', 'RequestId')],
  requestBody: { required: true, content: json('BulkUpdate', examples.bulkUpdates) },
  responses: {
    200: {
      description: 'The number of sessions that were selected and written.',
      headers: headersOfSuccess({ withValidators: false }),
      content: json('BulkUpdateResult', {
        some: { summary: 'Four sessions', value: { sessionsUpdated: 4 } },
      }),
    },
    ...describeErrors({
      codes: [...SERIES_CODES, 'capacity_below_sold', 'venue_not_found'],
      messages: {
        invalid_request: messageFor(BulkUpdate, { newCapacity: 250 }),
        method_not_allowed: describeAllowed(['POST']),
        capacity_below_sold: describeOversold(2, 10, 48),
      },
    }),
  },
}

const getHealth = {
  operationId: 'getHealth',
  tags: ['Service'],
  summary: 'Check the service and its database',
  description: 'Needs no token.',
  security: [],
  parameters: headers('RequestId'),
  responses: {
    200: {
      description: 'Healthy.',
      headers: headersOfSuccess({ withValidators: false }),
      content: json('Health', {
        healthy: { summary: 'Healthy', value: { status: 'ok', version: '0.1.0' } },
      }),
    },
    ...describeErrors({
      codes: ['route_not_found', 'method_not_allowed', 'internal_error', 'database_unavailable'],
      messages: { method_not_allowed: describeAllowed(['GET', 'HEAD']) },
    }),
  },
}

export const paths = {
  '/api/health': { get: getHealth },
  [V1_PATH + SESSIONS]: { get: listSessions },
  [`${V1_PATH}${SESSIONS}/{sessionId}/tickets`]: { get: listTickets },
  [V1_PATH + TICKET_CHANGES.replace(':sessionId', '{sessionId}')]: { get: listTicketChanges },
  [`${V1_PATH}${SESSIONS}/{sessionId}/check-ins`]: { post: recordCheckIns, get: listCheckIns },
  [`${V1_PATH}${SESSIONS}/{sessionId}/admissions`]: { get: listAdmissions },
  [`${ORGANIZER_V1_PATH}${LISTINGS}/{id}`]: { get: getOrganizerListing },
  [SERIES_PATH]: { put: updateSeries },
  [`${SERIES_PATH}/sessions/bulk-update`]: { post: bulkUpdateSessions },
}
