import * as z from 'zod'
import {
  listSessions as list,
  type SessionPosition,
  type SessionQuery,
} from '../../domain/sessions/list-sessions.ts'
import { exampleLinks } from '../demo-ids.ts'
import { operation } from '../operation.ts'
import { cursorsOf } from '../pagination/cursors.ts'
import { cursorParam, pageOf, pageSizeParam, readPage } from '../pagination/page.ts'
import { responseSchemas } from '../resources/schema-names.ts'
import { exampleSession, SessionItem, serializeSession } from '../resources/session.ts'
import { instantParam, queryParam, uuidSchema } from '../resources/values.ts'

const cursors = cursorsOf<Pick<SessionQuery, 'from' | 'to' | 'eventId'>, SessionPosition>(
  z.strictObject({ startsAt: z.int(), id: z.string() }),
  ({ from, to, eventId }) => ['sessions', from?.getTime() ?? null, to?.getTime() ?? null, eventId ?? null],
  'cursor: is damaged or belongs to another from, to or eventId.',
)

export const listSessions = operation({
  id: 'listSessions',
  method: 'GET',
  path: '/sessions',
  tag: 'Sessions',
  summary: 'List the sessions that the caller may see',
  description:
    'The sessions of every organizer that the caller is a member of, sorted by start. A `staff` member who is limited to one event gets the sessions of that event. Without a membership the list is empty.',
  access: 'subject',
  query: {
    from: instantParam.meta({
      format: 'date-time',
      examples: ['2026-06-12T00:00:00+02:00'],
      description:
        'Only sessions that start at or after this time. Without it, the list begins 12 hours ago.',
    }),
    to: instantParam.meta({
      format: 'date-time',
      examples: ['2026-06-13T00:00:00+02:00'],
      description: 'Only sessions that start before this time.',
    }),
    eventId: queryParam(uuidSchema).meta({ format: 'uuid', description: 'Only sessions of this event.' }),
    pageSize: pageSizeParam('Sessions', 20, 100),
    cursor: cursorParam('the `from`, `to` and `eventId` of its link'),
  },
  response: {
    description: 'A page of sessions.',
    body: pageOf(SessionItem).register(responseSchemas, { id: 'SessionPage' }),
    cache: 'private',
    examples: {
      page: {
        summary: 'A page',
        value: { data: [exampleSession], links: exampleLinks('/api/v1/sessions') },
      },
    },
  },
  errors: { invalid_cursor: cursors.invalidMessage },
  handle: (c, { query: { pageSize, cursor, ...asked } }) =>
    readPage(
      c,
      { cursors, list: asked, cursor },
      (after) => list(c.get('db'), { ...asked, subject: c.get('subject'), now: new Date() }, pageSize, after),
      serializeSession,
    ),
})
