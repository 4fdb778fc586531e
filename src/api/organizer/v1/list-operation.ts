// The lists of what is below an organizer or an event. Their definitions differ only in what this file asks
// for.
import type * as z from 'zod'
import type { Page } from '../../../domain/pages.ts'
import { exampleLinks } from '../../demo-ids.ts'
import type { AppEnv } from '../../http/context.ts'
import { readFromNearest } from '../../http/request-database.ts'
import { type Operation, operation } from '../../operation.ts'
import type { Cursors } from '../../pagination/cursors.ts'
import { cursorParam, pageOf, pageSizeParam, pathOf, readPage } from '../../pagination/page.ts'
import { responseSchemas } from '../../resources/schema-names.ts'
import { type ApiResource, type Only, withArticle } from './resource-operations.ts'

type Shape = z.ZodRawShape

/** What a list shows of each. */
type Listed<Row, Item extends z.ZodType> = Pick<
  ApiResource<Row, Shape, Item>,
  'noun' | 'tag' | 'schema' | 'serialize' | 'example'
>

const PAGE_SIZE = 100
const MAX_PAGE_SIZE = 500

/** Lists what is below an organizer or event, for its owners and managers. */
export const listOperation = <
  Row,
  ParentRow,
  Params extends Shape,
  ParentItem extends z.ZodType,
  Item extends z.ZodType,
  Position,
>(
  id: string,
  { noun, tag, schema, serialize, example }: Listed<Row, Item>,
  {
    path,
    parent,
    pageName,
    cursors,
    list,
    ...given
  }: Only & {
    /** Below the path of the route group. */
    path: string
    parent: ApiResource<ParentRow, Params, ParentItem>
    summary?: string
    description: string
    /** The name of a page in the OpenAPI document. */
    pageName: string
    /** For a list by its path. */
    cursors: Cursors<string, Position>
    list: (
      db: AppEnv['Variables']['db'],
      subject: string,
      parentId: string,
      pageSize: number,
      after: Position | undefined,
    ) => Promise<Page<Row, Position>>
  },
): Operation => {
  const items = `${noun}s`
  return operation({
    ...{ id, method: 'GET', path, tag, params: parent.params, access: 'manager' },
    summary: `List the ${items} of ${withArticle(parent.noun)}`,
    ...given,
    query: {
      pageSize: pageSizeParam(
        items.replace(/^./, (letter) => letter.toUpperCase()),
        PAGE_SIZE,
        MAX_PAGE_SIZE,
      ),
      cursor: cursorParam(`the ${parent.noun} of its link`),
    },
    response: {
      description: `A page of ${items}.`,
      body: pageOf(schema).register(responseSchemas, { id: pageName }),
      cache: 'private',
      examples: {
        page: {
          summary: 'A page',
          value: { data: [example], links: exampleLinks(`/api/organizer/v1${path}`) },
        },
      },
    },
    errors: { [parent.type.notFound]: true, invalid_cursor: cursors.invalidMessage },
    handle: (c, { params, query: { pageSize, cursor } }) => {
      const { id: parentId } = parent.pathOf(params)
      return readPage(
        c,
        { cursors, list: pathOf(c), cursor },
        (after) => readFromNearest(c, (db) => list(db, c.get('subject'), parentId, pageSize, after)),
        (row) => serialize(row, c.req.url),
      )
    },
  })
}
