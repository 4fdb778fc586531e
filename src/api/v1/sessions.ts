import * as z from 'zod'
import { getSession, type SessionDetails as SessionRow } from '../../domain/sessions/get-session.ts'
import { listSessions, type SessionPosition, type SessionQuery } from '../../domain/sessions/list-sessions.ts'
import { answerValidated } from '../http/conditional.ts'
import { readFromNearest } from '../http/request-database.ts'
import { operation } from '../operation.ts'
import { listOperation } from '../pagination/list-operation.ts'
import { cursorsOf } from '../pagination/page.ts'
import { Areas } from '../resources/area.ts'
import { demoId, exampleLinks } from '../resources/examples.ts'
import { responseSchemas } from '../resources/schema-names.ts'
import { exampleSession, SessionItem, serializeSession, sessionParams } from '../resources/session.ts'
import { EntryRules, exampleRule, Flag } from '../resources/ticket-type.ts'
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
    .array(
      z.strictObject({
        id: z.uuid(),
        name: z.string(),
        note: z.string().nullable(),
        flag: Flag,
        ...EntryRules,
      }),
    )
    .meta({ description: 'The event’s ticket types, with their notes and rules for door staff.' }),
  areas: Areas,
  typesVersion: z
    .string()
    .meta({ description: 'Changes whenever `types`, `areas` or `cancelledAt` and `cancelNotice` change.' }),
}).register(responseSchemas, { id: 'SessionDetails' })

const serialize = (row: SessionRow): z.infer<typeof SessionDetails> => ({
  ...serializeSession(row),
  walkIns: row.walkIns,
  ticketTypes: row.types.map(({ name }) => name),
  types: row.types,
  areas: row.areas,
  typesVersion: row.typesVersion,
})

export const sessionOperations = [
  listOperation({
    id: 'listSessions',
    path: '/sessions',
    tag: 'Sessions',
    summary: 'List the sessions that the caller may see',
    description:
      'The sessions of every organizer that the caller is a member of, sorted by start. A `staff` member limited to one event gets only its sessions. Without a membership the list is empty.',
    access: 'subject',
    query: {
      from: instantParam.meta({
        format: 'date-time',
        examples: ['2026-06-12T00:00:00+02:00'],
        description: 'Only sessions that start at or after this time. By default 12 hours ago.',
      }),
      to: instantParam.meta({
        format: 'date-time',
        examples: ['2026-06-13T00:00:00+02:00'],
        description: 'Only sessions that start before this time.',
      }),
      eventId: queryParam(uuidSchema).meta({ format: 'uuid', description: 'Only sessions of this event.' }),
    },
    items: 'sessions',
    pageSize: [20, 100],
    scope: 'the `from`, `to` and `eventId` of its link',
    page: {
      id: 'SessionPage',
      item: SessionItem,
      examples: [exampleSession],
      links: exampleLinks('/api/v1/sessions'),
    },
    cursors,
    listOf: ({ query }) => query,
    read: (db, { subject, query }, pageSize, after) =>
      listSessions(db, { ...query, subject, now: new Date() }, pageSize, after),
    serialize: serializeSession,
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
            ...exampleSession,
            walkIns: false,
            ticketTypes: ['Seated', 'Standing', 'VIP'],
            types: [
              { id: demoId('61'), name: 'Seated', note: null, flag: 'None', ...exampleRule },
              { id: demoId('60'), name: 'Standing', note: null, flag: 'None', ...exampleRule },
              { id: demoId('62'), name: 'VIP', note: 'Gold wristband', flag: 'Info', ...exampleRule },
            ],
            areas: [],
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
