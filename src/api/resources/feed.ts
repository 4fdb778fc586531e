// An event of the feed, as programs read it and webhooks send it.
import * as z from 'zod'
import { FEED_TYPES, type FeedEvent } from '../../domain/feed/read-feed.ts'
import { demoId } from './examples.ts'
import { responseSchemas } from './schema-names.ts'
import { formatInstant, Instant } from './values.ts'

export const FeedItem = z
  .strictObject({
    id: z.string().meta({ description: 'Unique. A webhook that repeats an event repeats its id.' }),
    type: z.enum(FEED_TYPES),
    at: Instant,
    sessionId: z.uuid().nullable(),
    data: z.record(z.string(), z.unknown()).meta({
      description:
        'Ids, names of changed fields and flags, as docs/webhooks.md lists them. No personal data.',
    }),
  })
  .register(responseSchemas, { id: 'FeedEvent' })

export const exampleEvent: z.infer<typeof FeedItem> = {
  id: '5c0d9a7e12f4b683',
  type: 'ticket.checked_in',
  at: '2026-06-12T18:01:07.512Z',
  sessionId: demoId('30'),
  data: { ticketId: demoId('90') },
}

export const serializeEvent = ({ id, type, at, sessionId, data }: FeedEvent): z.infer<typeof FeedItem> => ({
  id,
  type,
  at: formatInstant(at),
  sessionId,
  data: JSON.parse(data),
})
