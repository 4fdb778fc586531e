import * as z from 'zod'
import { getSession as get, type SessionDetails as Row } from '../../domain/sessions/get-session.ts'
import { answerValidated } from '../http/conditional.ts'
import { readFromNearest } from '../http/request-database.ts'
import { operation } from '../operation.ts'
import { responseSchemas } from '../resources/schema-names.ts'
import { exampleSession, SessionItem, serializeSession, sessionParams } from '../resources/session.ts'
import { Flag } from '../resources/ticket-type.ts'

const SessionDetails = SessionItem.extend({
  walkIns: z.boolean().meta({ description: 'Whether door staff may add guests.' }),
  ticketTypes: z.array(z.string()).meta({ description: 'The names of the event’s ticket types.' }),
  types: z
    .array(z.strictObject({ name: z.string(), note: z.string().nullable(), flag: Flag }))
    .meta({ description: 'The event’s ticket types, with their notes for door staff.' }),
  typesVersion: z.string().meta({ description: 'Changes with every change of the types.' }),
}).register(responseSchemas, { id: 'SessionDetails' })

const serialize = (row: Row): z.infer<typeof SessionDetails> => ({
  ...serializeSession(row),
  walkIns: row.walkIns,
  ticketTypes: row.types.map(({ name }) => name),
  types: row.types,
  typesVersion: row.typesVersion,
})

export const getSession = operation({
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
    const session = await readFromNearest(c, (db) => get(db, c.get('subject'), sessionId))
    return answerValidated(c, serialize(session))
  },
})
