// The operations on sessions and tickets, for staff at the door.
import * as z from 'zod'
import { INVALID_SINCE } from '../../../src/api/changes-position.ts'
import { RATE_LIMITS } from '../../../src/api/rate-limit.ts'
import { describeAllowed } from '../../../src/api/require-route.ts'
import { sessionListQuery } from '../../../src/api/schemas/session-list.ts'
import { ticketChangesQuery } from '../../../src/api/schemas/ticket-changes.ts'
import { ticketParams, ticketQuery } from '../../../src/api/schemas/tickets.ts'
import { sessionCursors } from '../../../src/api/session-cursors.ts'
import { COMMON_CODES, describeErrors } from '../errors.ts'
import * as examples from '../examples.ts'
import { headersOfPrivate, headersOfSuccess } from '../headers.ts'
import { headers, json, messageFor, notModified, pathParameters, queryParameters } from './describe.ts'

export const listTickets = {
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

export const listSessions = {
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
        invalid_cursor: sessionCursors.invalidMessage,
        method_not_allowed: describeAllowed(['GET', 'HEAD']),
      },
    }),
  },
}

export const listTicketChanges = {
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
        invalid_cursor: INVALID_SINCE,
        method_not_allowed: describeAllowed(['GET', 'HEAD']),
        rate_limited: RATE_LIMITS.changes.message,
      },
    }),
  },
}
