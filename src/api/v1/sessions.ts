import * as z from 'zod'
import { getSession, type SessionDetails as SessionRow } from '../../domain/sessions/get-session.ts'
import { listSessions, type SessionPosition, type SessionQuery } from '../../domain/sessions/list-sessions.ts'
import { exampleLinks } from '../demo-ids.ts'
import { answerValidated } from '../http/conditional.ts'
import { readFromNearest } from '../http/request-database.ts'
import { operation } from '../operation.ts'
import { cursorsOf } from '../pagination/cursors.ts'
import { cursorParam, pageOf, pageSizeParam, readPage } from '../pagination/page.ts'
import { responseSchemas } from '../resources/schema-names.ts'
import { exampleSession, SessionItem, serializeSession, sessionParams } from '../resources/session.ts'
import { Flag } from '../resources/ticket-type.ts'
import { instantParam, queryParam, uuidSchema } from '../resources/values.ts'

const cursors = cursorsOf<Pick<SessionQuery, 'from' | 'to' | 'eventId'>, SessionPosition>(
  z.strictObject({ startsAt: z.int(), id: z.string() }),
  ({ from, to, eventId }) => ['sessions', from?.getTime() ?? null, to?.getTime() ?? null, eventId ?? null],
  'cursor: is damaged or belongs to another from, to or eventId.',
)

const SessionDetails = SessionItem.extend({
  walkIns: z.boolean().meta({ description: 'Whether door staff may add guests.' }),
  ticketTypes: z.array(z.string()).meta({ description: 'The names of the event’s ticket types.' }),
  types: z
    .array(z.strictObject({ name: z.string(), note: z.string().nullable(), flag: Flag }))
    .meta({ description: 'The event’s ticket types, with their notes for door staff.' }),
  typesVersion: z.string().meta({ description: 'Changes with every change of the types.' }),
}).register(responseSchemas, { id: 'SessionDetails' })

const serialize = (row: SessionRow): z.infer<typeof SessionDetails> => ({
  ...serializeSession(row),
  walkIns: row.walkIns,
  ticketTypes: row.types.map(({ name }) => name),
  types: row.types,
  typesVersion: row.typesVersion,
})

export const sessionOperations = [
  operation({
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
        (after) =>
          listSessions(
            c.get('db'),
            { ...asked, subject: c.get('subject'), now: new Date() },
            pageSize,
            after,
          ),
        serializeSession,
      ),
  }),
  operation({
    id: 'getSession',
    method: 'GET',
    path: '/sessions/:sessionId',
    tag: 'Sessions',
    summary: 'Read a session',
    access: 'staff',
    params: sessionParams,
    response: {
      description: 'The session.',
      body: SessionDetails,
      cache: 'validators',
      examples: {
        session: {
          summary: 'A session',
          value: {
            ...{ ...exampleSession, walkIns: false, ticketTypes: ['Seated', 'Standing', 'VIP'] },
            types: [
              { name: 'Seated', note: null, flag: 'None' },
              { name: 'Standing', note: null, flag: 'None' },
              { name: 'VIP', note: 'Gold wristband', flag: 'Info' },
            ],
            typesVersion: '5c0d9a7e12f4b683',
          },
        },
      },
    },
    errors: { session_not_found: true },
    handle: async (c, { params: { sessionId } }) => {
      const session = await readFromNearest(c, (db) => getSession(db, c.get('subject'), sessionId))
      return answerValidated(c, serialize(session))
    },
  }),
]
