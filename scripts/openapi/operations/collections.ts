// The operations on what an organizer manages: events, venues and listings.
import * as z from 'zod'
import { listingCursors, namedCursors } from '../../../src/api/organizer/cursors.ts'
import { LISTINGS, ORGANIZER_V1_PATH } from '../../../src/api/paths.ts'
import { describeAllowed } from '../../../src/api/require-route.ts'
import { eventsQuery, listingsQuery, venuesQuery } from '../../../src/api/schemas/collections.ts'
import { listingParams } from '../../../src/api/schemas/listings.ts'
import { COMMON_CODES, describeErrors } from '../errors.ts'
import * as examples from '../examples.ts'
import { headersOfPrivate, headersOfSuccess } from '../headers.ts'
import * as organizerExamples from '../organizer-examples.ts'
import { headers, json, messageFor, notModified, pathParameters, queryParameters } from './describe.ts'

/** The errors of a list that everybody may read, each their own. */
const LIST_CODES = [...COMMON_CODES.filter((code) => code !== 'forbidden'), 'invalid_cursor'] as const

export const listEvents = {
  operationId: 'listEvents',
  tags: ['Events'],
  summary: 'List the events that the caller manages',
  description: `The events of every organizer of which the caller is an \`owner\` or \`manager\`, with their series, sorted by the organizer's name and then by their own. Anybody else gets an empty list. \`HEAD\` is supported.

Demo: try it as \`manager\` or \`owner\`.`,
  parameters: [...queryParameters(eventsQuery, {}), ...headers('Bookmark', 'RequestId')],
  responses: {
    200: {
      description: 'A page of events.',
      headers: headersOfPrivate(),
      content: json('EventPage', { page: { summary: 'A page', value: organizerExamples.eventPage } }),
    },
    ...describeErrors({
      codes: LIST_CODES,
      messages: {
        invalid_request: messageFor(z.object(eventsQuery), { pageSize: '0' }),
        invalid_cursor: namedCursors.invalidMessage,
        method_not_allowed: describeAllowed(['GET', 'HEAD']),
      },
    }),
  },
}

export const listVenues = {
  operationId: 'listVenues',
  tags: ['Events'],
  summary: 'List the venues that the caller manages',
  description: `The venues of every organizer of which the caller is an \`owner\` or \`manager\`, sorted by the organizer's name and then by their own. Anybody else gets an empty list. \`HEAD\` is supported.

Demo: try it as \`manager\` or \`owner\`.`,
  parameters: [...queryParameters(venuesQuery, {}), ...headers('Bookmark', 'RequestId')],
  responses: {
    200: {
      description: 'A page of venues.',
      headers: headersOfPrivate(),
      content: json('VenuePage', { page: { summary: 'A page', value: organizerExamples.venuePage } }),
    },
    ...describeErrors({
      codes: LIST_CODES,
      messages: {
        invalid_request: messageFor(z.object(venuesQuery), { pageSize: '0' }),
        invalid_cursor: namedCursors.invalidMessage,
        method_not_allowed: describeAllowed(['GET', 'HEAD']),
      },
    }),
  },
}

export const listListings = {
  operationId: 'listListings',
  tags: ['Listings'],
  summary: 'List the listings that the caller manages',
  description: `The listings of every organizer of which the caller is an \`owner\` or \`manager\`, drafts included, latest updated first. Anybody else gets an empty list. Errors are problem documents (RFC 9457). \`HEAD\` is supported.

Demo: try it as \`manager\` or \`owner\`.`,
  parameters: [
    ...queryParameters(listingsQuery, { status: 'ListingStatus' }),
    ...headers('Bookmark', 'RequestId'),
  ],
  responses: {
    200: {
      description: 'A page of listings.',
      headers: headersOfPrivate(),
      content: json('ListingPage', { page: { summary: 'A page', value: organizerExamples.listingPage } }),
    },
    ...describeErrors({
      codes: LIST_CODES,
      messages: {
        invalid_request: messageFor(z.object(listingsQuery), { status: 'draft' }),
        invalid_cursor: listingCursors.invalidMessage,
        method_not_allowed: describeAllowed(['GET', 'HEAD']),
      },
      problemAt: ORGANIZER_V1_PATH + LISTINGS,
    }),
  },
}

export const getOrganizerListing = {
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
