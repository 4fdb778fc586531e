// Lists below an organizer or an event.
import type * as z from 'zod'
import type { Page } from '../../../domain/pages.ts'
import type { AppEnv } from '../../http/context.ts'
import { listOperation } from '../../pagination/list-operation.ts'
import { type Cursors, pathOf } from '../../pagination/page.ts'
import { type ApiResource, resourcePathOf, withArticle } from './resource-operations.ts'

type Shape = z.ZodRawShape

export const listBelowOperation = <
  Row,
  ParentRow,
  Params extends Shape,
  ParentItem extends z.ZodType,
  Item extends z.ZodType,
  Position,
>(
  id: string,
  {
    noun,
    tag,
    schema,
    serialize,
    example,
    peopleOnly = false,
    needsSecret = false,
  }: Omit<ApiResource<Row, Shape, Item>, 'type' | 'path' | 'params'>,
  parent: ApiResource<ParentRow, Params, ParentItem>,
  {
    pageName,
    list,
    ...given
  }: {
    /** Below the path of the route group. */
    path: string
    summary?: string
    description: string
    /** The name of a page in the OpenAPI document. */
    pageName: string
    /** A list is identified by its path. */
    cursors: Cursors<string, Position>
    list: (
      db: AppEnv['Variables']['db'],
      subject: string,
      parentId: string,
      pageSize: number,
      after: Position | undefined,
    ) => Promise<Page<Row, Position>>
  },
) =>
  listOperation({
    id,
    tag,
    summary: `List the ${noun}s of ${withArticle(parent.noun)}`,
    access: 'manager',
    peopleOnly,
    needsSecret,
    params: parent.params,
    items: `${noun}s`,
    pageSize: [100, 500],
    scope: `the ${parent.noun} of its link`,
    page: { id: pageName, item: schema, examples: [example] },
    errors: { [parent.type.notFound]: true },
    ...given,
    listOf: (_, c) => pathOf(c),
    read: (db, { subject, params }, pageSize, after) =>
      list(db, subject, resourcePathOf(parent, params).id, pageSize, after),
    serialize,
  })
