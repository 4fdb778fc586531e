// The list of sessions: parameters and response.
import * as z from 'zod'
import type { SessionItem as SessionRow } from '../../domain/list-sessions.ts'
import { TicketCounts } from './tickets.ts'
import {
  formatDoorsOpen,
  formatInstant,
  Instant,
  instantParam,
  pageSizeParam,
  queryParam,
  uuidSchema,
} from './values.ts'

const DEFAULT_PAGE_SIZE = 20
const MAX_PAGE_SIZE = 100

export const sessionListQuery = {
  from: instantParam.meta({
    format: 'date-time',
    examples: ['2026-06-12T00:00:00+02:00'],
    description: 'Only sessions that start then or later. Without it, the list begins 12 hours ago.',
  }),
  to: instantParam.meta({
    format: 'date-time',
    examples: ['2026-06-13T00:00:00+02:00'],
    description: 'Only sessions that start before then.',
  }),
  eventId: queryParam(uuidSchema).meta({
    format: 'uuid',
    description: 'Only sessions of this event.',
  }),
  pageSize: pageSizeParam(
    DEFAULT_PAGE_SIZE,
    MAX_PAGE_SIZE,
    `Sessions per page, at most ${MAX_PAGE_SIZE}. A larger value is reduced to ${MAX_PAGE_SIZE}.`,
  ),
  cursor: queryParam(z.string()).meta({
    examples: ['WyJVaFh…'],
    description:
      'Opaque; comes with `links.next`. Valid only with the `from`, `to` and `eventId` of its link.',
  }),
}

export const SessionItem = z.strictObject({
  id: z.uuid(),
  organizerId: z.uuid(),
  organizerName: z.string(),
  eventId: z.uuid(),
  eventName: z.string(),
  seriesId: z.uuid().nullable(),
  seriesName: z.string().nullable(),
  venueName: z.string().nullable(),
  startsAt: Instant,
  doorsOpenAt: Instant.nullable(),
  capacity: z.int().min(0),
  counts: TicketCounts,
})

const link = z.string().meta({ description: 'Path-absolute, with the query of the request.' })

export const SessionPage = z.strictObject({
  data: z.array(SessionItem),
  links: z.strictObject({ self: link, next: link.nullable() }),
})

export const serializeSession = (row: SessionRow): z.infer<typeof SessionItem> => ({
  id: row.id,
  organizerId: row.organizerId,
  organizerName: row.organizerName,
  eventId: row.eventId,
  eventName: row.eventName,
  seriesId: row.seriesId,
  seriesName: row.seriesName,
  venueName: row.venueName,
  startsAt: formatInstant(row.startsAt),
  doorsOpenAt: formatDoorsOpen(row.startsAt, row.doorsOpenOffsetMinutes),
  capacity: row.capacity,
  counts: row.counts,
})
