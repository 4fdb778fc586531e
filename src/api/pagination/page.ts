// Lists that are read forward only, by cursor.
import type { Context } from 'hono'
import * as z from 'zod'
import type { AppEnv } from '../http/context.ts'
import { findRoute } from '../http/require-route.ts'
import { responseSchemas } from '../resources/schema-names.ts'
import { queryParam, wholeNumber } from '../resources/values.ts'
import type { Cursors } from './cursors.ts'

export const Link = z.string().meta({ description: 'Path-absolute, with the query of the request.' })

const CursorLinks = z
  .strictObject({
    self: Link,
    next: Link.nullable().meta({ description: 'Null on the last page.' }),
  })
  .register(responseSchemas, { id: 'CursorLinks' })

/** A page of `item`. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.strictObject({ data: z.array(item), links: CursorLinks })

/** The cursor of a list. `scope` completes "Valid only with …". */
export const cursorParam = (scope: string) =>
  queryParam(z.string()).meta({
    examples: ['WyJVaFh…'],
    description: `Opaque; comes with \`links.next\`. Valid only with ${scope}.`,
  })

const PAGE_SIZE_RULE = 'must be a whole number, 1 or more'

/** The page size: `preset` unless given. A larger value than `max` is reduced to `max`. */
export const pageSizeParam = (items: string, preset: number, max: number, more = '') =>
  queryParam(
    wholeNumber(PAGE_SIZE_RULE)
      .refine((value) => value >= 1, PAGE_SIZE_RULE)
      .transform((value) => Math.min(value, max)),
  )
    .transform((value) => value ?? preset)
    .meta({
      type: 'integer',
      format: 'int32',
      minimum: 1,
      default: preset,
      examples: [100],
      description: `${items} per page, at most ${max}. A larger value is reduced to ${max}.${more}`,
    })

/** The path of the request as links have it, with ids in lower case. */
export const pathOf = (c: Context<AppEnv>): string => {
  const params: Record<string, string> = c.req.valid('param' as never) ?? {}
  const route = findRoute(c)?.path ?? ''
  return route.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}

export const linkTo = (path: string, query: URLSearchParams): string =>
  `${path}${query.size > 0 ? `?${query}` : ''}`

/**
 * Reads the page of a list that `cursor` points to, or the first one, and links to the next.
 *
 * @throws AppError `invalid_cursor` if the cursor is damaged or belongs to another list
 */
export const readPage = async <List, Position, Item, Out>(
  c: Context<AppEnv>,
  { cursors, list, cursor }: { cursors: Cursors<List, Position>; list: List; cursor: string | undefined },
  read: (after: Position | undefined) => Promise<{ items: readonly Item[]; next: Position | undefined }>,
  serialize: (item: Item) => Out,
): Promise<{ data: Out[]; links: { self: string; next: string | null } }> => {
  const after = cursor === undefined ? undefined : await cursors.decode(list, cursor)
  const { items, next } = await read(after)
  const path = pathOf(c)
  const nextQuery = new URLSearchParams(c.get('query'))
  if (next !== undefined) nextQuery.set('cursor', await cursors.encode(list, next))
  return {
    data: items.map(serialize),
    links: { self: linkTo(path, c.get('query')), next: next === undefined ? null : linkTo(path, nextQuery) },
  }
}
