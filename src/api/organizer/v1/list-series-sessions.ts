import * as z from 'zod'
import type { SessionPosition } from '../../../domain/list-sessions.ts'
import {
  listSeriesSessions as list,
  type SeriesSessionQuery,
} from '../../../domain/organizer/list-series-sessions.ts'
import { demoId, exampleLinks } from '../../demo-ids.ts'
import { readFromNearest } from '../../http/request-database.ts'
import { operation } from '../../operation.ts'
import { cursorsOf } from '../../pagination/cursors.ts'
import { cursorParam, pageOf, pageSizeParam, readPage } from '../../pagination/page.ts'
import { responseSchemas } from '../../resources/schema-names.ts'
import { SERIES, seriesParams } from '../../resources/series.ts'
import { exampleSession } from '../../resources/session.ts'
import { TicketCounts } from '../../resources/ticket.ts'
import { formatDoorsOpen, Instant, instantParam, serializer } from '../../resources/values.ts'

const SeriesSession = z
  .strictObject({
    id: z.uuid(),
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

const cursors = cursorsOf<Pick<SeriesSessionQuery, 'seriesId' | 'from' | 'to'>, SessionPosition>(
  z.strictObject({ startsAt: z.int(), id: z.string() }),
  ({ seriesId, from, to }) => ['series-sessions', seriesId, from?.getTime() ?? null, to?.getTime() ?? null],
)

export const listSeriesSessions = operation({
  id: 'listSeriesSessions',
  method: 'GET',
  path: `${SERIES}/sessions`,
  tag: 'Series',
  summary: 'List the sessions of a series',
  description: 'Sorted by start.',
  access: 'manager',
  params: seriesParams,
  query: {
    from: instantParam.meta({
      format: 'date-time',
      examples: ['2026-06-12T00:00:00+02:00'],
      description: 'Only sessions that start at or after this time.',
    }),
    to: instantParam.meta({
      format: 'date-time',
      examples: ['2026-12-31T00:00:00+01:00'],
      description: 'Only sessions that start before this time.',
    }),
    pageSize: pageSizeParam('Sessions', 100, 500),
    cursor: cursorParam('the series, `from` and `to` of its link'),
  },
  response: {
    description: 'A page of sessions.',
    body: pageOf(SeriesSession).register(responseSchemas, { id: 'SeriesSessionPage' }),
    cache: 'private',
    examples: {
      page: {
        summary: 'A page',
        value: {
          data: [
            {
              id: exampleSession.id,
              startsAt: '2026-06-12T18:30:00.000Z',
              doorsOpenAt: '2026-06-12T17:30:00.000Z',
              doorsOpenOffset: 60,
              capacity: 20_500,
              venueId: demoId('50'),
              venueName: 'Glass Hall',
              counts: exampleSession.counts,
              updatedAt: null,
              updatedBy: null,
            },
          ],
          links: exampleLinks(`/api/organizer/v1${SERIES}/sessions`),
        },
      },
    },
  },
  errors: { series_not_found: true, invalid_cursor: cursors.invalidMessage },
  handle: (c, { params, query: { from, to, pageSize, cursor } }) => {
    const query = { ...params, from, to }
    return readPage(
      c,
      { cursors, list: query, cursor },
      (after) =>
        readFromNearest(c, (db) => list(db, { ...query, subject: c.get('subject') }, pageSize, after)),
      ({ doorsOpenOffsetMinutes, ...row }) =>
        serialize({
          ...row,
          doorsOpenOffset: doorsOpenOffsetMinutes,
          doorsOpenAt: formatDoorsOpen(row.startsAt, doorsOpenOffsetMinutes),
        }),
    )
  },
})
