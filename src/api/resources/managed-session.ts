// A session as its organizer sees it.
import * as z from 'zod'
import { SESSION, type SessionRow } from '../../domain/resources/definitions.ts'
import { splitCounts } from '../../domain/sessions/ticket-counts.ts'
import { demoId } from '../demo-ids.ts'
import { responseSchemas } from './schema-names.ts'
import { exampleSession, sessionParams } from './session.ts'
import { TicketCounts } from './ticket.ts'
import { formatDoorsOpen, Instant, serializer } from './values.ts'

export const SeriesSession = z
  .strictObject({
    id: z.uuid(),
    eventId: z.uuid(),
    seriesId: z.uuid().nullable(),
    startsAt: Instant,
    doorsOpenAt: Instant.nullable(),
    doorsOpenOffset: z.int().nullable().meta({ description: 'Minutes before the start.' }),
    capacity: z.int().min(0),
    venueId: z.uuid().nullable(),
    venueName: z.string().nullable(),
    counts: TicketCounts,
    updatedAt: Instant.nullable().meta({ description: 'The time of the last change through this API.' }),
    updatedBy: z.string().nullable().meta({ description: 'The subject of the token that changed it.' }),
  })
  .register(responseSchemas, { id: 'SeriesSession' })

const serialize = serializer(SeriesSession)

export const serializeManagedSession = (session: SessionRow): z.infer<typeof SeriesSession> => {
  const { rest, counts } = splitCounts(session)
  const { doorsOpenOffsetMinutes, ...row } = rest
  return serialize({
    ...row,
    counts,
    doorsOpenOffset: doorsOpenOffsetMinutes,
    doorsOpenAt: formatDoorsOpen(row.startsAt, doorsOpenOffsetMinutes),
  })
}

export const exampleManagedSession: z.infer<typeof SeriesSession> = {
  id: exampleSession.id,
  eventId: demoId('10'),
  seriesId: demoId('20'),
  startsAt: '2026-06-12T18:30:00.000Z',
  doorsOpenAt: '2026-06-12T17:30:00.000Z',
  doorsOpenOffset: 60,
  capacity: 20_500,
  venueId: demoId('50'),
  venueName: 'Glass Hall',
  counts: exampleSession.counts,
  updatedAt: null,
  updatedBy: null,
}

export const session = {
  ...{ type: SESSION, noun: 'session', tag: 'Events', path: '/sessions/:sessionId', params: sessionParams },
  pathOf: ({ sessionId }: { sessionId: string }) => ({ id: sessionId }),
  ...{ schema: SeriesSession, serialize: serializeManagedSession, example: exampleManagedSession },
}
