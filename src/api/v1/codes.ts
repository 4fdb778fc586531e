import * as z from 'zod'
import { findSessionsByCode } from '../../domain/tickets/find-sessions-by-code.ts'
import { countRequest, RATE_LIMITS, tooManyGuesses } from '../http/rate-limit.ts'
import { readFromNearest } from '../http/request-database.ts'
import { operation } from '../operation.ts'
import { TimeZone } from '../resources/event.ts'
import { EXAMPLE_CODE, EXAMPLE_IDS } from '../resources/examples.ts'
import { requestSchemas, responseSchemas } from '../resources/schema-names.ts'
import { Cancellation, exampleSession, NOT_CANCELLED } from '../resources/session.ts'
import { Instant, serializer, strictBody, uuidSchema } from '../resources/values.ts'
import { askSources } from '../sources/run.ts'

/** QR codes hold at most 4,296 characters. */
const MAX_CODE_CHARACTERS = 5_000
const CODE_RULE = `must be text of 1 to ${MAX_CODE_CHARACTERS} characters`

const FoundSession = z.strictObject({
  sessionId: z.uuid(),
  eventName: z.string(),
  timeZone: TimeZone,
  startsAt: Instant,
  venueName: z.string().nullable(),
  ...Cancellation,
})

const serialize = serializer(FoundSession)

export const codeOperations = [
  operation({
    id: 'findCode',
    method: 'POST',
    path: '/codes/find',
    tag: 'Tickets',
    summary: 'Find the sessions that a code is for',
    description:
      'For a code that a session does not have: the other sessions of its organizer that the caller may see and that have a ticket with the code, nearest to now first, at most five. The code may be the whole text of a QR code. Codes that are not found count as failed attempts of the subject.',
    access: 'staff',
    isRead: true,
    body: strictBody({
      code: z.string(CODE_RULE).min(1, CODE_RULE).max(MAX_CODE_CHARACTERS, CODE_RULE),
      sessionId: uuidSchema.meta({ description: 'The session at whose door the code was read.' }),
    }).register(requestSchemas, { id: 'CodeSearch' }),
    bodyExamples: {
      code: {
        summary: 'The code of a ticket',
        value: { code: EXAMPLE_CODE, sessionId: EXAMPLE_IDS.sessionId },
      },
    },
    response: {
      description: 'The sessions. None: an empty list.',
      body: z
        .strictObject({
          data: z.array(FoundSession),
          asking: z.literal(true).optional().meta({
            description:
              'Only without sessions: the sources of the session are read at once, so the ticket may come with its changes within seconds.',
          }),
        })
        .register(responseSchemas, { id: 'FoundSessions' }),
      cache: 'private',
      examples: {
        one: {
          summary: 'A ticket for another night',
          value: {
            data: [
              {
                sessionId: exampleSession.id,
                eventName: exampleSession.eventName,
                timeZone: exampleSession.timeZone,
                startsAt: exampleSession.startsAt,
                venueName: exampleSession.venueName,
                ...NOT_CANCELLED,
              },
            ],
          },
        },
      },
    },
    errors: { session_not_found: true, ...tooManyGuesses },
    handle: async (c, { body: { code, sessionId } }) => {
      const search = { subject: c.get('subject'), sessionId, code, now: new Date() }
      const data = await readFromNearest(c, (db) => findSessionsByCode(db, search))
      if (data.length > 0) return { data: data.map(serialize) }
      await countRequest(c, RATE_LIMITS.guesses)
      const asking: boolean = await askSources(c, [sessionId])
      return asking ? { data: [], asking: true as const } : { data: [] }
    },
  }),
]
