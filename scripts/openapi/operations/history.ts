// The operations on the history of a series.
import * as z from 'zod'
import { historyCursors } from '../../../src/api/organizer/cursors.ts'
import { describeAllowed } from '../../../src/api/require-route.ts'
import { historyQuery, PutBack, recordParams } from '../../../src/api/schemas/history.ts'
import { seriesParams } from '../../../src/api/schemas/series.ts'
import { COMMON_CODES, describeErrors } from '../errors.ts'
import { headersOfPrivate, headersOfSuccess } from '../headers.ts'
import * as organizerExamples from '../organizer-examples.ts'
import { headers, json, messageFor, pathParameters, queryParameters } from './describe.ts'
import { SERIES_CODES } from './series.ts'

const VENUE_GONE = 'The organizer no longer has a venue that a session had. Nothing was changed.'

export const listHistory = {
  operationId: 'listSeriesHistory',
  tags: ['History'],
  summary: 'List the changes of a series',
  description: `For \`owner\` and \`manager\`. Who changed what, latest first, with the values before the change. \`HEAD\` is supported.

Demo: try it as \`manager\` or \`owner\`.`,
  parameters: [
    ...pathParameters(seriesParams),
    ...queryParameters(historyQuery, {}),
    ...headers('Bookmark', 'RequestId'),
  ],
  responses: {
    200: {
      description: 'A page of records.',
      headers: headersOfPrivate(),
      content: json('HistoryPage', { page: { summary: 'A page', value: organizerExamples.historyPage } }),
    },
    ...describeErrors({
      codes: [...COMMON_CODES, 'invalid_cursor', 'series_not_found'],
      messages: {
        invalid_request: messageFor(z.object(historyQuery), { pageSize: '0' }),
        invalid_cursor: historyCursors.invalidMessage,
        method_not_allowed: describeAllowed(['GET', 'HEAD']),
      },
    }),
  },
}

export const previewPutBack = {
  operationId: 'previewPutBack',
  tags: ['History'],
  summary: 'Preview putting back a change',
  description: `For \`owner\` and \`manager\`. Says what putting back the values before the change would do to each session. It changes nothing and takes no body. A change of the series itself has no sessions; the values to put back are in \`before\` of the record. If the series has no such record, the response is a 404 \`series_not_found\`.

Demo: try it as \`manager\` or \`owner\`, with the \`id\` of a record of the history.`,
  parameters: [...pathParameters(recordParams), ...headers('Bookmark', 'RequestId')],
  responses: {
    200: {
      description: 'What putting back would do.',
      headers: headersOfPrivate(),
      content: json('Preview', { some: { summary: 'A session', value: organizerExamples.putBackPreview } }),
    },
    ...describeErrors({
      codes: [...COMMON_CODES, 'series_not_found', 'venue_not_found'],
      messages: {
        invalid_request: 'id: this record has no values to put back.',
        method_not_allowed: describeAllowed(['POST']),
        venue_not_found: VENUE_GONE,
      },
    }),
  },
}

export const putBack = {
  operationId: 'putBack',
  tags: ['History'],
  summary: 'Put back a change',
  description: `For \`owner\` and \`manager\`. Puts back the values before the change, nulls too, exactly as previewed or not at all. Sessions that are gone are left out. Putting back is recorded, and can itself be put back. Repeating the call returns the first response again.

Demo: try it as \`manager\` or \`owner\`. **This writes.** It needs the version of a preview.`,
  parameters: [...pathParameters(recordParams), ...headers('Bookmark', 'RequestId')],
  requestBody: { required: true, content: json('PutBack', organizerExamples.putBacks) },
  responses: {
    200: {
      description: 'The number of sessions that were written; 0 for a change of the series itself.',
      headers: headersOfSuccess({ withValidators: false }),
      content: json('BulkUpdateResult', {
        some: { summary: 'Four sessions', value: { sessionsUpdated: 4 } },
      }),
    },
    ...describeErrors({
      codes: [...SERIES_CODES, 'capacity_below_sold', 'preview_outdated', 'venue_not_found'],
      messages: {
        invalid_request: messageFor(PutBack, {}),
        method_not_allowed: describeAllowed(['POST']),
        capacity_below_sold:
          '2 of the sessions have sold more tickets than the capacity to put back, up to 48. Nothing was changed.',
        venue_not_found: VENUE_GONE,
      },
    }),
  },
}
