// The operations: what each takes, and all that it answers.
import * as z from 'zod'
import type { ErrorCode } from '../../errors.ts'
import { listingParams } from '../schemas/listings.ts'
import { seriesParams } from '../schemas/series.ts'
import { ticketParams, ticketQuery } from '../schemas/tickets.ts'
import { COMMON_CODES, describeErrors } from './errors.ts'
import * as examples from './examples.ts'
import { headersOfSuccess, type requestHeaders } from './headers.ts'
import { toJsonSchema } from './json-schema.ts'

const SERIES_PATH = '/api/organizer/v1/events/{eventId}/series/{seriesId}'

const SERIES_CODES = [
  ...COMMON_CODES,
  'series_not_found',
  'payload_too_large',
  'unsupported_media_type',
] as const satisfies ErrorCode[]

/** The operation's parameters in the path or the query, from the shape that validates them. */
const parametersIn = (place: 'path' | 'query', shape: z.ZodRawShape) =>
  Object.entries(toJsonSchema(z.object(shape), 'input').properties ?? {}).map(([name, property]) => {
    const { description, ...schema } = property as { description?: string }
    return {
      name,
      in: place,
      ...(description !== undefined && { description }),
      ...(place === 'path' && { required: true, example: examples.ids[name as keyof typeof examples.ids] }),
      schema,
    }
  })

const headers = (...names: (keyof typeof requestHeaders)[]) =>
  names.map((name) => ({ $ref: `#/components/parameters/${name}` }))

const json = (schema: string, of: Record<string, { summary: string; value: unknown }>) => ({
  'application/json': { schema: { $ref: `#/components/schemas/${schema}` }, examples: of },
})

const notModified = {
  description: 'The answer that the caller holds is still current. No body.',
  headers: headersOfSuccess(true),
}

const listTickets = {
  operationId: 'listTickets',
  tags: ['Tickets'],
  summary: 'List the tickets of a session',
  description:
    'For members of the session’s organizer; a `staff` member can be limited to one event. Unknown query parameters are ignored, an empty one counts as absent, one given twice is refused. `HEAD` answers the same without a body.',
  parameters: [
    ...parametersIn('path', ticketParams),
    ...parametersIn('query', ticketQuery),
    ...headers('IfNoneMatch', 'Bookmark', 'RequestId'),
  ],
  responses: {
    200: {
      description: 'A page of tickets.',
      headers: headersOfSuccess(true),
      content: json('TicketPage', { page: { summary: 'A page', value: examples.ticketPage } }),
    },
    304: notModified,
    ...describeErrors({
      codes: [...COMMON_CODES, 'invalid_cursor', 'session_not_found'],
      messages: { invalid_request: 'pageSize: must be a whole number, 1 or more.' },
    }),
  },
}

const getOrganizerListing = {
  operationId: 'getOrganizerListing',
  tags: ['Listings'],
  summary: 'Read a listing',
  description:
    'For `owner` and `manager`. Listings of every status can be read, drafts included. Failures are problem documents (RFC 9457). `HEAD` answers the same without a body.',
  parameters: [...parametersIn('path', listingParams), ...headers('IfNoneMatch', 'Bookmark', 'RequestId')],
  responses: {
    200: {
      description: 'The listing.',
      headers: headersOfSuccess(true),
      content: json('Listing', {
        full: { summary: 'With every value', value: examples.fullListing },
        draft: { summary: 'A draft with as few values as can be', value: examples.draftListing },
      }),
    },
    304: notModified,
    ...describeErrors({
      codes: [...COMMON_CODES, 'listing_not_found'],
      messages: {
        invalid_request: 'id: must be a UUID.',
        forbidden: 'Your role does not allow this for this listing.',
      },
      problemAt: `/api/organizer/v1/listings/${examples.ids.id}`,
    }),
  },
}

const updateSeries = {
  operationId: 'updateSeries',
  tags: ['Series'],
  summary: 'Update name and description of a series',
  description:
    'For `owner` and `manager`. What is left out stays as it is. To repeat the call changes nothing further.',
  parameters: [...parametersIn('path', seriesParams), ...headers('Bookmark', 'RequestId')],
  requestBody: { required: true, content: json('SeriesUpdate', examples.seriesUpdates) },
  responses: {
    204: { description: 'Changed. No body.', headers: headersOfSuccess(false) },
    ...describeErrors({
      codes: SERIES_CODES,
      messages: {
        invalid_request: 'name: must have 1 to 200 characters.',
        forbidden: 'Your role does not allow this for this series.',
        method_not_allowed: 'This path answers PUT only.',
      },
    }),
  },
}

const bulkUpdateSessions = {
  operationId: 'bulkUpdateSessions',
  tags: ['Series'],
  summary: 'Change many sessions of a series',
  description:
    'For `owner` and `manager`. All selected sessions change, or none does. No session selected: 200 with 0. A call repeated after a lost connection answers the same and does no harm.',
  parameters: [...parametersIn('path', seriesParams), ...headers('Bookmark', 'RequestId')],
  requestBody: { required: true, content: json('BulkUpdate', examples.bulkUpdates) },
  responses: {
    200: {
      description: 'How many sessions were selected and written.',
      headers: headersOfSuccess(false),
      content: json('BulkUpdateResult', { some: { summary: 'Four', value: { sessionsUpdated: 4 } } }),
    },
    ...describeErrors({
      codes: [...SERIES_CODES, 'capacity_below_sold', 'venue_not_found'],
      messages: {
        invalid_request: 'filterType: must be one of All, FromDate, Upcoming.',
        forbidden: 'Your role does not allow this for this series.',
        method_not_allowed: 'This path answers POST only.',
      },
    }),
  },
}

const getHealth = {
  operationId: 'getHealth',
  tags: ['Service'],
  summary: 'Whether the service and its database answer',
  description: 'Asks for no token.',
  security: [],
  parameters: headers('RequestId'),
  responses: {
    200: {
      description: 'They do.',
      headers: headersOfSuccess(false),
      content: json('Health', { good: { summary: 'Good', value: { status: 'ok', version: '0.1.0' } } }),
    },
    ...describeErrors({
      codes: ['route_not_found', 'method_not_allowed', 'internal_error', 'database_unavailable'],
      messages: {},
    }),
  },
}

export const paths = {
  '/api/health': { get: getHealth },
  '/api/v1/sessions/{sessionId}/tickets': { get: listTickets },
  '/api/organizer/v1/listings/{id}': { get: getOrganizerListing },
  [SERIES_PATH]: { put: updateSeries },
  [`${SERIES_PATH}/sessions/bulk-update`]: { post: bulkUpdateSessions },
}
