// The lists of the sessions below an event or a series.
import * as z from 'zod'
import type { SessionPosition } from '../../../domain/sessions/list-sessions.ts'
import { listSessionsOf, type SessionRange } from '../../../domain/sessions/list-sessions-of.ts'
import { exampleLinks } from '../../demo-ids.ts'
import { readFromNearest } from '../../http/request-database.ts'
import { type Operation, operation } from '../../operation.ts'
import { cursorsOf } from '../../pagination/cursors.ts'
import { cursorParam, pageOf, pageSizeParam, readPage } from '../../pagination/page.ts'
import {
  exampleManagedSession,
  SeriesSession,
  serializeManagedSession,
} from '../../resources/managed-session.ts'
import { responseSchemas } from '../../resources/schema-names.ts'
import { instantParam } from '../../resources/values.ts'
import { type ApiResource, withArticle } from './resource-operations.ts'

/** `of` is the id of the series or event. */
const cursors = cursorsOf<SessionRange & { of: string }, SessionPosition>(
  z.strictObject({ startsAt: z.int(), id: z.string() }),
  ({ of, from, to }) => ['series-sessions', of, from?.getTime() ?? null, to?.getTime() ?? null],
)

export const listSessionsOperation = <Row, Params extends z.ZodRawShape>(
  id: string,
  parent: ApiResource<Row, Params, z.ZodType>,
  pageName: string,
): Operation =>
  operation({
    id,
    method: 'GET',
    path: `${parent.path}/sessions`,
    tag: parent.tag,
    summary: `List the sessions of ${withArticle(parent.noun)}`,
    description: 'Sorted by start.',
    access: 'manager',
    params: parent.params,
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
      cursor: cursorParam(`the ${parent.noun}, \`from\` and \`to\` of its link`),
    },
    response: {
      description: 'A page of sessions.',
      body: pageOf(SeriesSession).register(responseSchemas, { id: pageName }),
      cache: 'private',
      examples: {
        page: {
          summary: 'A page',
          value: {
            data: [exampleManagedSession],
            links: exampleLinks(`/api/organizer/v1${parent.path}/sessions`),
          },
        },
      },
    },
    errors: { [parent.type.notFound]: true, invalid_cursor: cursors.invalidMessage },
    handle: (c, { params, query: { from, to, pageSize, cursor } }) => {
      const range = { from, to }
      const path = parent.pathOf(params)
      return readPage(
        c,
        { cursors, list: { ...range, of: path.id }, cursor },
        (after) =>
          readFromNearest(c, (db) => listSessionsOf(db, c.get('subject'), path, range, pageSize, after)),
        serializeManagedSession,
      )
    },
  })
