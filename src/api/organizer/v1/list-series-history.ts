import * as z from 'zod'
import { type HistoryPosition, listSeriesHistory as list } from '../../../domain/history/list-history.ts'
import type { SeriesPath } from '../../../domain/series/series.ts'
import { exampleLinks } from '../../demo-ids.ts'
import { readFromNearest } from '../../http/request-database.ts'
import { operation } from '../../operation.ts'
import { cursorsOf } from '../../pagination/cursors.ts'
import { cursorParam, pageOf, pageSizeParam, readPage } from '../../pagination/page.ts'
import { responseSchemas } from '../../resources/schema-names.ts'
import { SERIES, seriesParams } from '../../resources/series.ts'
import { exampleRecord, HistoryRecord, serializeRecord } from './history-record.ts'

const cursors = cursorsOf<SeriesPath, HistoryPosition>(
  z.strictObject({ number: z.int() }),
  ({ seriesId }) => ['history', seriesId],
)

export const listSeriesHistory = operation({
  id: 'listSeriesHistory',
  method: 'GET',
  path: `${SERIES}/history`,
  tag: 'History',
  summary: 'List the changes of a series',
  description: 'Records who changed what, with the values before the change. Latest first.',
  access: 'manager',
  params: seriesParams,
  query: {
    pageSize: pageSizeParam('Records', 20, 100, ' A page of large records has fewer.'),
    cursor: cursorParam('the series of its link'),
  },
  response: {
    description: 'A page of records.',
    body: pageOf(HistoryRecord).register(responseSchemas, { id: 'HistoryPage' }),
    cache: 'private',
    examples: {
      page: {
        summary: 'A page',
        value: { data: [exampleRecord], links: exampleLinks(`/api/organizer/v1${SERIES}/history`) },
      },
    },
  },
  errors: { series_not_found: true, invalid_cursor: cursors.invalidMessage },
  handle: (c, { params, query: { pageSize, cursor } }) =>
    readPage(
      c,
      { cursors, list: params, cursor },
      (after) => readFromNearest(c, (db) => list(db, c.get('subject'), params, pageSize, after)),
      serializeRecord,
    ),
})
