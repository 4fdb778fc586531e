// The sessions of a series: parameters and response.
import * as z from 'zod'
import type { SeriesSession as SessionRow } from '../../domain/organizer/list-series-sessions.ts'
import { cursorParam, pageOf } from './pages.ts'
import { TicketCounts } from './tickets.ts'
import {
  formatDoorsOpen,
  formatInstant,
  formatNullableInstant,
  Instant,
  instantParam,
  pageSizeParam,
} from './values.ts'

const DEFAULT_PAGE_SIZE = 100
const MAX_PAGE_SIZE = 500

export const seriesSessionsQuery = {
  from: instantParam.meta({
    format: 'date-time',
    examples: ['2026-06-12T00:00:00+02:00'],
    description: 'Only sessions that start then or later.',
  }),
  to: instantParam.meta({
    format: 'date-time',
    examples: ['2026-12-31T00:00:00+01:00'],
    description: 'Only sessions that start before then.',
  }),
  pageSize: pageSizeParam(
    DEFAULT_PAGE_SIZE,
    MAX_PAGE_SIZE,
    `Sessions per page, at most ${MAX_PAGE_SIZE}. A larger value is reduced to ${MAX_PAGE_SIZE}.`,
  ),
  cursor: cursorParam('the series, `from` and `to` of its link'),
}

export const SeriesSession = z.strictObject({
  id: z.uuid(),
  startsAt: Instant,
  doorsOpenAt: Instant.nullable(),
  doorsOpenOffset: z.int().nullable().meta({ description: 'Minutes before the start.' }),
  capacity: z.int().min(0),
  venueId: z.uuid().nullable(),
  venueName: z.string().nullable(),
  counts: TicketCounts,
  updatedAt: Instant.nullable().meta({ description: 'The last change through this API.' }),
  updatedBy: z.string().nullable().meta({ description: 'The subject of the token that changed it.' }),
})

export const SeriesSessionPage = pageOf(SeriesSession)

export const serializeSeriesSession = (row: SessionRow): z.infer<typeof SeriesSession> => ({
  id: row.id,
  startsAt: formatInstant(row.startsAt),
  doorsOpenAt: formatDoorsOpen(row.startsAt, row.doorsOpenOffsetMinutes),
  doorsOpenOffset: row.doorsOpenOffsetMinutes,
  capacity: row.capacity,
  venueId: row.venueId,
  venueName: row.venueName,
  counts: row.counts,
  updatedAt: formatNullableInstant(row.updatedAt),
  updatedBy: row.updatedBy,
})
