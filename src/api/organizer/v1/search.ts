import * as z from 'zod'
import { findInOrganizer, SEARCHED_BY, searchOrganizer } from '../../../domain/tickets/search-organizer.ts'
import { AppError } from '../../../errors.ts'
import { readFromNearest } from '../../http/request-database.ts'
import { operation } from '../../operation.ts'
import { TimeZone } from '../../resources/event.ts'
import { demoId } from '../../resources/examples.ts'
import { organizerParams } from '../../resources/organizer.ts'
import { responseSchemas } from '../../resources/schema-names.ts'
import { Cancellation, NOT_CANCELLED } from '../../resources/session.ts'
import { formatInstant, Instant, lineSchema, queryParam } from '../../resources/values.ts'
import { exampleManagedTicket, ManagedTicket, serializeManagedTicket } from './tickets.ts'

const FoundTicket = ManagedTicket.extend({
  sessionId: z.uuid(),
  eventId: z.uuid(),
  eventName: z.string(),
  timeZone: TimeZone,
  startsAt: Instant,
  ...Cancellation,
}).register(responseSchemas, { id: 'FoundTicket' })

const MIN_CHARACTERS = 3
const BY_RULE = `must be one of ${SEARCHED_BY.join(', ')}`

export const searchOperations = [
  operation({
    id: 'searchTickets',
    method: 'GET',
    path: '/organizers/:organizerId/tickets',
    tag: 'Guests',
    summary: 'Search the tickets of an organizer',
    description:
      'Without `by`, a search as in the ticket list, in the sessions that start from 24 hours ago to 14 days ahead, at most 50 of them. It ends with 20 tickets. With `by`, the tickets with exactly this code, reference or e-mail address (of the holder or the attendee), in all sessions, at most 500. In order of start.',
    access: 'manager',
    params: organizerParams,
    query: {
      q: queryParam(lineSchema(200)).meta({
        description: `At least ${MIN_CHARACTERS} characters without \`by\`. Required.`,
        examples: ['garcia'],
      }),
      by: queryParam(z.enum(SEARCHED_BY, BY_RULE)).meta({ description: 'What `q` is, exactly.' }),
    },
    isHeavy: true,
    response: {
      description: 'The tickets.',
      body: z
        .strictObject({
          data: z.array(FoundTicket),
          complete: z.boolean().meta({ description: 'Whether these are all.' }),
        })
        .register(responseSchemas, { id: 'FoundTickets' }),
      cache: 'private',
      examples: {
        one: {
          summary: 'One ticket',
          value: {
            data: [
              {
                ...exampleManagedTicket,
                ...{ sessionId: demoId('30'), eventId: demoId('10'), eventName: 'Northern Lights' },
                ...{ timeZone: 'Europe/Berlin', startsAt: '2026-06-12T18:30:00.000Z' },
                ...NOT_CANCELLED,
              },
            ],
            complete: true,
          },
        },
      },
    },
    errors: { organizer_not_found: true },
    handle: async (c, { params: { organizerId }, query: { q, by } }) => {
      if (q === undefined) throw new AppError('invalid_request', 'q: is required.')
      if (by === undefined && [...q].length < MIN_CHARACTERS)
        throw new AppError('invalid_request', `q: must have at least ${MIN_CHARACTERS} characters.`)
      const asked = { subject: c.get('subject'), organizerId, q }
      const { items, isComplete } = await readFromNearest(c, (db) =>
        by === undefined
          ? searchOrganizer(db, { ...asked, now: new Date() })
          : findInOrganizer(db, { ...asked, by }),
      )
      return {
        data: items.map(
          ({ sessionId, eventId, eventName, timeZone, startsAt, cancelledAt, cancelNotice, ...row }) => ({
            ...serializeManagedTicket(row, c.req.url),
            ...{ sessionId, eventId, eventName, timeZone, startsAt: formatInstant(startsAt) },
            ...{ cancelledAt: cancelledAt === null ? null : formatInstant(cancelledAt), cancelNotice },
          }),
        ),
        complete: isComplete,
      }
    },
  }),
]
