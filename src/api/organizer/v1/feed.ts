import * as z from 'zod'
import { FEED_TYPES, type FeedPosition, type FeedType, readFeed } from '../../../domain/feed/read-feed.ts'
import { fingerprint, readKnownVersions, setValidators } from '../../http/conditional.ts'
import { readFromNearest } from '../../http/request-database.ts'
import { operation } from '../../operation.ts'
import { cursorsOf } from '../../pagination/page.ts'
import { exampleEvent, FeedItem, serializeEvent } from '../../resources/feed.ts'
import { organizerParams } from '../../resources/organizer.ts'
import { responseSchemas } from '../../resources/schema-names.ts'
import { queryParam, uuidSchema } from '../../resources/values.ts'

const positions = cursorsOf<string, FeedPosition>(
  z.strictObject({ epoch: z.string(), number: z.int() }),
  (organizerId) => ['feed', organizerId],
  'after: is damaged or belongs to another organizer.',
)

const TYPES_RULE = `must be one or more of ${FEED_TYPES.join(', ')}, separated by commas`

const isFeedType = (text: string): boolean => (FEED_TYPES as readonly string[]).includes(text)

export const feedOperations = [
  operation({
    id: 'readFeed',
    method: 'GET',
    path: '/organizers/:organizerId/feed',
    tag: 'Feed',
    summary: 'Read what happened, oldest first',
    description:
      'Events of the last 30 days, complete and in order. Send `next` as `after` of the next request. At the end, `next` is the `after` that was sent; before it, a filter can leave `data` empty. A feed that is off is empty; switch it on with `PATCH /organizers/{organizerId}`. See docs/webhooks.md in the repository.',
    access: 'manager',
    params: organizerParams,
    query: {
      after: queryParam(z.string()).meta({
        examples: ['WyJmVU5…'],
        description: 'Opaque: `next` of the previous response. Omit it to begin with the oldest event.',
      }),
      types: queryParam(
        z
          .string()
          .transform((text) => text.split(','))
          .refine((types) => types.every(isFeedType), TYPES_RULE),
      ).meta({
        type: 'string',
        examples: ['ticket.checked_in,ticket.created'],
        description: 'Only events of these types, separated by commas.',
      }),
      sessionId: queryParam(uuidSchema).meta({
        format: 'uuid',
        description: 'Only events of this session.',
      }),
    },
    response: {
      description: 'Events after `after`.',
      body: z
        .strictObject({
          data: z.array(FeedItem),
          next: z.string().meta({ description: 'Opaque. Send it as `after` of the next request.' }),
        })
        .register(responseSchemas, { id: 'FeedPage' }),
      cache: 'validators',
      examples: {
        events: { summary: 'A check-in', value: { data: [exampleEvent], next: 'WyJ5T0x2bE0iLHsi' } },
      },
    },
    errors: { organizer_not_found: true, invalid_cursor: positions.invalidMessage, changes_gone: true },
    handle: async (c, { params: { organizerId }, query: { after, types, sessionId } }) => {
      const position =
        after === undefined ? undefined : await positions.decode(c.get('db'), organizerId, after)
      const request = await fingerprint(c.env.VERSION.id, 'feed', organizerId, c.get('query').toString())
      const known = readKnownVersions(c.req.header('If-None-Match'), request)
      const { version, page } = await readFromNearest(c, (db) =>
        readFeed(
          db,
          c.get('subject'),
          organizerId,
          { types: (types as FeedType[] | undefined) ?? null, sessionId: sessionId ?? null },
          position,
          (current) => known === 'any' || known.includes(current),
        ),
      )
      setValidators(c, version, request)
      if (page === undefined) return c.body(null, 304)
      return {
        data: page.events.map(serializeEvent),
        next: await positions.encode(c.get('db'), organizerId, page.next),
      }
    },
  }),
]
