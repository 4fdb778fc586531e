// Lists that are paged forward by cursor.

import type { Context } from 'hono'
import * as z from 'zod'
import type { NamedPosition } from '../../domain/resources/list-events-and-venues.ts'
import type { NamePosition } from '../../domain/resources/managed-lists.ts'
import { AppError } from '../../errors.ts'
import type { AppEnv } from '../http/context.ts'
import { type Asked, decodeOpaque, encodeOpaque } from '../http/opaque.ts'
import { findRoute } from '../http/require-route.ts'
import { responseSchemas } from '../resources/schema-names.ts'
import { queryParam, wholeNumber } from '../resources/values.ts'

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

export type Cursors<List, Position> = {
  /** The message of `invalid_cursor`. */
  invalidMessage: string
  encode: (db: Asked, list: List, position: Position) => Promise<string>
  /** @throws AppError `invalid_cursor` for a damaged cursor, or one of another list */
  decode: (db: Asked, list: List, cursor: string) => Promise<Position>
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
    encode: (db, list, position) => encodeOpaque(db, ownerOf(list), [shape.parse(position)]),
    decode: async (db, list, cursor) => {
      const content = await decodeOpaque(db, Content, ownerOf(list), cursor)
      if (content === undefined) throw new AppError('invalid_cursor', invalidMessage)
      return content[0]
    },
  }
}

/** A list is identified by its name. */
export const namedCursors = cursorsOf<string, NamedPosition>(
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
export const NAMED_PAGE_SIZE = [100, 500] as const
