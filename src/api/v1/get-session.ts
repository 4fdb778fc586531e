import * as z from 'zod'
import { getSession as get, type SessionDetails as Row } from '../../domain/get-session.ts'
import { answerValidated } from '../http/conditional.ts'
import { readFromNearest } from '../http/request-database.ts'
import { operation } from '../operation.ts'
import { responseSchemas } from '../resources/schema-names.ts'
import { exampleSession, SessionItem, serializeSession, sessionParams } from '../resources/session.ts'

const SessionDetails = SessionItem.extend({
  walkIns: z.boolean().meta({ description: 'Whether door staff may add guests.' }),
  ticketTypes: z.array(z.string()).meta({ description: 'The names of the event’s ticket types.' }),
  ticketTypeNotes: z
    .array(z.strictObject({ name: z.string(), note: z.string(), flag: z.enum(['Info', 'Stop']) }))
    .meta({ description: 'The notes for door staff of the types that have one and a flag.' }),
}).register(responseSchemas, { id: 'SessionDetails' })

const serialize = (row: Row): z.infer<typeof SessionDetails> => ({
  ...serializeSession(row),
  walkIns: row.walkIns,
  ticketTypes: row.ticketTypes,
  ticketTypeNotes: row.ticketTypeNotes,
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
          ticketTypeNotes: [{ name: 'VIP', note: 'Gold wristband', flag: 'Info' }],
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
