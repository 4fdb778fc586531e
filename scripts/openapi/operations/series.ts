// The operations on one series and its sessions.
import * as z from 'zod'
import { seriesSessionCursors } from '../../../src/api/organizer/cursors.ts'
import { describeAllowed } from '../../../src/api/require-route.ts'
import { BulkUpdate } from '../../../src/api/schemas/bulk-update.ts'
import { SeriesUpdate, seriesParams } from '../../../src/api/schemas/series.ts'
import { seriesSessionsQuery } from '../../../src/api/schemas/series-sessions.ts'
import { describeOversold } from '../../../src/domain/organizer/bulk-update.ts'
import type { ErrorCode } from '../../../src/errors.ts'
import { COMMON_CODES, describeErrors } from '../errors.ts'
import * as examples from '../examples.ts'
import { headersOfPrivate, headersOfSuccess } from '../headers.ts'
import * as organizerExamples from '../organizer-examples.ts'
import { headers, json, messageFor, notModified, pathParameters, queryParameters } from './describe.ts'

/** The errors of an operation on a series that has a body. */
export const SERIES_CODES = [
  ...COMMON_CODES,
  'series_not_found',
  'payload_too_large',
  'unsupported_media_type',
] as const satisfies ErrorCode[]

export const getSeries = {
  operationId: 'getSeries',
  tags: ['Series'],
  summary: 'Read a series',
  description: `For \`owner\` and \`manager\`. \`HEAD\` is supported.

Demo: try it as \`manager\` or \`owner\`.`,
  parameters: [...pathParameters(seriesParams), ...headers('IfNoneMatch', 'Bookmark', 'RequestId')],
  responses: {
    200: {
      description: 'The series.',
      headers: headersOfSuccess({ withValidators: true }),
      content: json('Series', { series: { summary: 'A series', value: organizerExamples.series } }),
    },
    304: notModified,
    ...describeErrors({
      codes: [...COMMON_CODES, 'series_not_found'],
      messages: {
        invalid_request: messageFor(z.object(seriesParams), {
          eventId: 'x',
          seriesId: examples.ids.seriesId,
        }),
        method_not_allowed: describeAllowed(['GET', 'PUT', 'HEAD']),
      },
    }),
  },
}

export const listSeriesSessions = {
  operationId: 'listSeriesSessions',
  tags: ['Series'],
  summary: 'List the sessions of a series',
  description: `For \`owner\` and \`manager\`. Sorted by start. \`HEAD\` is supported.

Demo: try it as \`manager\` or \`owner\`.`,
  parameters: [
    ...pathParameters(seriesParams),
    ...queryParameters(seriesSessionsQuery, {}),
    ...headers('Bookmark', 'RequestId'),
  ],
  responses: {
    200: {
      description: 'A page of sessions.',
      headers: headersOfPrivate(),
      content: json('SeriesSessionPage', {
        page: { summary: 'A page', value: organizerExamples.seriesSessionPage },
      }),
    },
    ...describeErrors({
      codes: [...COMMON_CODES, 'invalid_cursor', 'series_not_found'],
      messages: {
        invalid_request: messageFor(z.object(seriesSessionsQuery), { from: '2026-06-12' }),
        invalid_cursor: seriesSessionCursors.invalidMessage,
        method_not_allowed: describeAllowed(['GET', 'HEAD']),
      },
    }),
  },
}

export const updateSeries = {
  operationId: 'updateSeries',
  tags: ['Series'],
  summary: 'Update the name and description of a series',
  description: `For \`owner\` and \`manager\`. A field that is left out stays as it is. If the body has a field twice, the last value counts. Repeating the call changes nothing further.

Demo: try it as \`manager\` or \`owner\`. **This writes.** The first example sets the name that the demo's series already has, which changes nothing.`,
  parameters: [...pathParameters(seriesParams), ...headers('IfMatch', 'Bookmark', 'RequestId')],
  requestBody: { required: true, content: json('SeriesUpdate', examples.seriesUpdates) },
  responses: {
    204: {
      description: 'Updated. No body.',
      headers: headersOfSuccess({ withValidators: false }),
    },
    ...describeErrors({
      codes: [...SERIES_CODES, 'precondition_failed'],
      messages: {
        invalid_request: messageFor(SeriesUpdate, { name: '' }),
        method_not_allowed: describeAllowed(['GET', 'PUT', 'HEAD']),
      },
    }),
  },
}

export const bulkUpdateSessions = {
  operationId: 'bulkUpdateSessions',
  tags: ['Series'],
  summary: 'Change many sessions of a series',
  description: `For \`owner\` and \`manager\`. Overwrites capacity, venue or doors-open offset of every selected session, or changes none of them. If no session is selected, the response is a 200 with 0. If the body has a field twice, the last value counts. Repeating a call after a lost connection is safe. With the \`expectedVersion\` of a preview, the update does exactly what was previewed, and takes effect once however often it is repeated.

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
      codes: [...SERIES_CODES, 'capacity_below_sold', 'preview_outdated', 'venue_not_found'],
      messages: {
        invalid_request: messageFor(BulkUpdate, { newCapacity: 250 }),
        method_not_allowed: describeAllowed(['POST']),
        capacity_below_sold: describeOversold(2, 10, 48),
      },
    }),
  },
}

export const previewBulkUpdate = {
  operationId: 'previewBulkUpdate',
  tags: ['Series'],
  summary: 'Preview a change of many sessions',
  description: `For \`owner\` and \`manager\`. Takes the body of the bulk update, and says what it would do to each session. It changes nothing. Sessions that have sold more than the new capacity are not an error here, but have a \`problem\`.

Demo: try it as \`manager\` or \`owner\`.`,
  parameters: [...pathParameters(seriesParams), ...headers('Bookmark', 'RequestId')],
  requestBody: { required: true, content: json('BulkUpdate', examples.bulkUpdates) },
  responses: {
    200: {
      description: 'What the update would do.',
      headers: headersOfPrivate(),
      content: json('Preview', {
        some: { summary: 'One of two would be refused', value: organizerExamples.preview },
      }),
    },
    ...describeErrors({
      codes: [...SERIES_CODES, 'venue_not_found'],
      messages: {
        invalid_request: messageFor(BulkUpdate, { newCapacity: 250 }),
        method_not_allowed: describeAllowed(['POST']),
      },
    }),
  },
}
