import { listSessionsOf } from '../../../domain/organizer/list-sessions-of.ts'
import { exampleLinks } from '../../demo-ids.ts'
import { readFromNearest } from '../../http/request-database.ts'
import { operation } from '../../operation.ts'
import { pageOf, readPage } from '../../pagination/page.ts'
import {
  exampleManagedSession,
  SeriesSession,
  serializeManagedSession,
} from '../../resources/managed-session.ts'
import { responseSchemas } from '../../resources/schema-names.ts'
import { SERIES, seriesParams } from '../../resources/series.ts'
import { rangeCursors, rangeQuery } from './session-range.ts'

export const listSeriesSessions = operation({
  id: 'listSeriesSessions',
  method: 'GET',
  path: `${SERIES}/sessions`,
  tag: 'Series',
  summary: 'List the sessions of a series',
  description: 'Sorted by start.',
  access: 'manager',
  params: seriesParams,
  query: rangeQuery('series'),
  response: {
    description: 'A page of sessions.',
    body: pageOf(SeriesSession).register(responseSchemas, { id: 'SeriesSessionPage' }),
    cache: 'private',
    examples: {
      page: {
        summary: 'A page',
        value: {
          data: [exampleManagedSession],
          links: exampleLinks(`/api/organizer/v1${SERIES}/sessions`),
        },
      },
    },
  },
  errors: { series_not_found: true, invalid_cursor: rangeCursors.invalidMessage },
  handle: (c, { params, query: { from, to, pageSize, cursor } }) => {
    const range = { from, to }
    return readPage(
      c,
      { cursors: rangeCursors, list: { ...range, of: params.seriesId }, cursor },
      (after) =>
        readFromNearest(c, (db) => listSessionsOf(db, c.get('subject'), params, range, pageSize, after)),
      serializeManagedSession,
    )
  },
})
