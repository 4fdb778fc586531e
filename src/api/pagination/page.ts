// Lists that are paged forward by cursor.

import type { Context } from 'hono'
import * as z from 'zod'
import type { NamedPosition } from '../../domain/resources/list-events-and-venues.ts'
import type { NamePosition } from '../../domain/resources/managed-lists.ts'
import { AppError } from '../../errors.ts'
import type { AppEnv } from '../http/context.ts'
import { findRoute } from '../http/require-route.ts'
import { responseSchemas } from '../resources/schema-names.ts'
import { queryParam, wholeNumber } from '../resources/values.ts'
import { decodeOpaque, encodeOpaque } from './opaque.ts'

export const Link = z.string().meta({ description: 'Path-absolute, with the query of the request.' })

const CursorLinks = z
  .strictObject({
    self: Link,
    next: Link.nullable().meta({ description: 'Null on the last page.' }),
  })
  .register(responseSchemas, { id: 'CursorLinks' })

export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.strictObject({ data: z.array(item), links: CursorLinks })

/** @param scope completes "Valid only with …" */
export const cursorParam = (scope: string) =>
  queryParam(z.string()).meta({
    examples: ['WyJVaFh…'],
    description: `Opaque, from \`links.next\`. Valid only with ${scope}.`,
  })

const PAGE_SIZE_RULE = 'must be a whole number, 1 or more'

/** The page size, by default `preset`. Larger values are reduced to `max`. */
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
      description: `${items} per page, at most ${max}. Larger values are reduced to ${max}.${more}`,
    })

/** The path of the request as in links: with ids in lower case. */
export const pathOf = (c: Context<AppEnv>): string => {
  const params: Record<string, string> = c.req.valid('param' as never) ?? {}
  const route = findRoute(c)?.path ?? ''
  return route.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}

export const linkTo = (path: string, query: URLSearchParams): string =>
  `${path}${query.size > 0 ? `?${query}` : ''}`

/**
 * Reads the page at `cursor`, or the first one, and links to the next.
 *
 * @throws AppError `invalid_cursor` for a damaged cursor, or one of another list
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

export type Cursors<List, Position> = {
  /** The message of `invalid_cursor`. */
  invalidMessage: string
  encode: (list: List, position: Position) => Promise<string>
  /** @throws AppError `invalid_cursor` for a damaged cursor, or one of another list */
  decode: (list: List, cursor: string) => Promise<Position>
}

/** Cursors with a position of `shape`, valid for lists with the same values of `ownerOf`. */
export const cursorsOf = <List, Position>(
  shape: z.ZodType<Position>,
  ownerOf: (list: List) => readonly unknown[],
  invalidMessage = 'cursor: is damaged or belongs to another list.',
): Cursors<List, Position> => {
  const Content = z.tuple([shape])
  return {
    invalidMessage,
    encode: (list, position) => encodeOpaque(ownerOf(list), [shape.parse(position)]),
    decode: async (list, cursor) => {
      const content = await decodeOpaque(Content, ownerOf(list), cursor)
      if (content === undefined) throw new AppError('invalid_cursor', invalidMessage)
      return content[0]
    },
  }
}

export const namedCursors = cursorsOf<'events' | 'venues', NamedPosition>(
  z.strictObject({
    organizerName: z.string(),
    organizerId: z.string(),
    name: z.string(),
    id: z.string(),
  }),
  (list) => [list],
)

/** A list is identified by its path. */
export const nameCursors = cursorsOf<string, NamePosition>(
  z.strictObject({ name: z.string(), id: z.string() }),
  (list) => [list],
)

/** The console shows all events and venues, which usually fit one response. */
export const namedQuery = (items: string) => ({
  pageSize: pageSizeParam(items, 100, 500),
  cursor: cursorParam('the list of its link'),
})
