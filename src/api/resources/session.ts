// A session as staff see it.
import * as z from 'zod'
import type { SessionItem as SessionRow } from '../../domain/sessions/list-sessions.ts'
import { TimeZone } from './event.ts'
import { demoId } from './examples.ts'
import { responseSchemas } from './schema-names.ts'
import { TicketCounts } from './ticket.ts'
import { formatDoorsOpen, Instant, serializer, uuidSchema } from './values.ts'

export const sessionParams = { sessionId: uuidSchema }

export const Cancellation = {
  cancelledAt: Instant.nullable().meta({
    description: 'When the session was cancelled; null if it takes place.',
  }),
  cancelNotice: z
    .string()
    .nullable()
    .meta({ description: 'What guests and door staff of a cancelled session read.' }),
}

export const NOT_CANCELLED = { cancelledAt: null, cancelNotice: null }

export const SessionItem = z
  .strictObject({
    id: z.uuid(),
    organizerId: z.uuid(),
    organizerName: z.string(),
    eventId: z.uuid(),
    eventName: z.string(),
    timeZone: TimeZone,
    seriesId: z.uuid().nullable(),
    seriesName: z.string().nullable(),
    venueName: z.string().nullable(),
    startsAt: Instant,
    doorsOpenAt: Instant.nullable(),
    ...Cancellation,
    capacity: z.int().min(0),
    counts: TicketCounts,
  })
  .register(responseSchemas, { id: 'SessionItem' })

const serialize = serializer(SessionItem)

export const serializeSession = (row: SessionRow): z.infer<typeof SessionItem> =>
  serialize({ ...row, doorsOpenAt: formatDoorsOpen(row.startsAt, row.doorsOpenOffsetMinutes) })

export const exampleSession: z.infer<typeof SessionItem> = {
  id: demoId('31'),
  organizerId: demoId('1'),
  organizerName: 'Northlight',
  eventId: demoId('10'),
  eventName: 'Northlight Nights',
  timeZone: 'Europe/Berlin',
  seriesId: demoId('20'),
  seriesName: 'Weekly nights',
  venueName: 'Glass Hall',
  startsAt: '2026-06-12T18:30:00.000Z',
  doorsOpenAt: '2026-06-12T17:30:00.000Z',
  ...NOT_CANCELLED,
  capacity: 20_500,
  counts: { Valid: 16_979, CheckedIn: 1_040, Refunded: 1_195, Voided: 786 },
}
