import { getSession as get } from '../../domain/get-session.ts'
import { answerValidated } from '../http/conditional.ts'
import { readFromNearest } from '../http/request-database.ts'
import { operation } from '../operation.ts'
import { exampleSession, SessionItem, serializeSession, sessionParams } from '../resources/session.ts'

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
    body: SessionItem,
    cache: 'validators',
    examples: { session: { summary: 'A session', value: exampleSession } },
  },
  errors: { session_not_found: true },
  handle: async (c, { params: { sessionId } }) => {
    const session = await readFromNearest(c, (db) => get(db, c.get('subject'), sessionId))
    return answerValidated(c, serializeSession(session))
  },
})
