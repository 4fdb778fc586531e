// The operation of a list that is paged forward by cursor.
import type { Context } from 'hono'
import type * as z from 'zod'
import type { Database } from '../../db/client.ts'
import type { Page } from '../../domain/pages.ts'
import type { AppEnv } from '../http/context.ts'
import { readFromNearest } from '../http/request-database.ts'
import { type Definition, type Operation, operation } from '../operation.ts'
import { exampleLinks } from '../resources/examples.ts'
import { responseSchemas } from '../resources/schema-names.ts'
import { type Cursors, cursorParam, linkTo, pageOf, pageSizeParam, pathOf } from './page.ts'

type Shape = z.ZodRawShape

/** The parameters of a request except those of paging, and its caller. */
type ListInput<Params extends Shape, Query extends Shape> = {
  subject: string
  params: z.output<z.ZodObject<Params>>
  query: { [Name in keyof Query]: z.output<Query[Name]> }
}

export const listOperation = <
  Row,
  List,
  Position,
  Item extends z.ZodType,
  Params extends Shape = Record<never, never>,
  Query extends Shape = Record<never, never>,
>({
  items,
  pageSize: [preset, max, note],
  scope,
  page: { id: pageName, item, examples, links },
  cursors,
  listOf,
  read,
  serialize,
  query,
  errors,
  cache = 'private',
  ...definition
}: Pick<
  Definition<Params, Query, z.ZodUndefined, z.ZodUndefined>,
  | 'id'
  | 'path'
  | 'tag'
  | 'summary'
  | 'description'
  | 'access'
  | 'peopleOnly'
  | 'needsSecret'
  | 'errors'
  | 'isHeavy'
> & {
  params?: Params
  /** Parameters beyond those of paging. */
  query?: Query
  /** The plural, such as `sessions`. */
  items: string
  pageSize: readonly [preset: number, max: number, note?: string]
  /** What a cursor is valid with: completes "Valid only with …". */
  scope: string
  /** By default the links are those of a page of one item of the console's API. */
  page: { id: string; item: Item; examples: z.input<Item>[]; links?: { self: string; next: string | null } }
  cursors: Cursors<List, Position>
  /** Identifies the list. A cursor is valid for one list. */
  listOf: (input: ListInput<Params, Query>, c: Context<AppEnv>) => List
  read: (
    db: Database,
    input: ListInput<Params, Query>,
    pageSize: number,
    after: Position | undefined,
  ) => Promise<Page<Row, Position>>
  serialize: (row: Row, url: string, c: Context<AppEnv>) => z.input<Item> | Promise<z.input<Item>>
  cache?: 'private' | 'public'
}): Operation =>
  operation({
    ...definition,
    method: 'GET',
    query: {
      ...query,
      pageSize: pageSizeParam(items.charAt(0).toUpperCase() + items.slice(1), preset, max, note),
      cursor: cursorParam(scope),
    } as Shape,
    response: {
      description: `A page of ${items}.`,
      body: pageOf(item).register(responseSchemas, { id: pageName }),
      cache,
      examples: {
        page: {
          summary: 'A page',
          value: { data: examples, links: links ?? exampleLinks(`/api/organizer/v1${definition.path}`) },
        },
      },
    },
    errors: { ...errors, invalid_cursor: cursors.invalidMessage },
    handle: async (c, { params, query: { pageSize, cursor, ...others } }) => {
      const input = { subject: c.get('subject'), params, query: others } as ListInput<Params, Query>
      const list = listOf(input, c)
      const after =
        cursor === undefined ? undefined : await cursors.decode(c.get('db'), list, cursor as string)
      const { items, next } = await readFromNearest(c, (db) => read(db, input, pageSize as number, after))
      const path = pathOf(c)
      const nextQuery = new URLSearchParams(c.get('query'))
      if (next !== undefined) nextQuery.set('cursor', await cursors.encode(c.get('db'), list, next))
      return {
        data: await Promise.all(items.map((row) => serialize(row, c.req.url, c))),
        links: {
          self: linkTo(path, c.get('query')),
          next: next === undefined ? null : linkTo(path, nextQuery),
        },
      }
    },
  })
