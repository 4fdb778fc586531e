// The operations that every resource of an organizer has: read, create, change and delete. Their definitions
// differ only in what this file asks for.
import type { SQL } from 'drizzle-orm'
import type { Context } from 'hono'
import type * as z from 'zod'
import { changeResource, deleteResource } from '../../../domain/resources/change-resource.ts'
import {
  createResources,
  type NewResource,
  withoutDefaults,
} from '../../../domain/resources/create-resources.ts'
import {
  type AnyResourceType,
  type Guard,
  type ResourcePath,
  type ResourceType,
  readResource,
} from '../../../domain/resources/resource.ts'
import type { ErrorCode } from '../../../errors.ts'
import { actorOf } from '../../http/actor.ts'
import { answerValidated, isCurrent } from '../../http/conditional.ts'
import type { AppEnv } from '../../http/context.ts'
import type { RateLimit } from '../../http/rate-limit.ts'
import { readFromNearest } from '../../http/request-database.ts'
import { type Example, type Operation, operation } from '../../operation.ts'

type Shape = z.ZodRawShape
type Output<Params extends Shape> = z.output<z.ZodObject<Params>>

export type ApiResource<Row, Params extends Shape, Item extends z.ZodType> = {
  type: ResourceType<Row>
  /** As in "Read a venue". */
  noun: string
  tag: string
  /** Of one, below the path of the route group. */
  path: string
  params: Params
  pathOf: (params: Output<Params>) => ResourcePath
  schema: Item
  serialize: (row: Row, url: string) => z.input<Item>
  example: z.input<Item>
}

/** Who may call it, and where. */
export type Only = { peopleOnly?: boolean; needsSecret?: boolean }

export const withArticle = (noun: string): string => `${/^[aeio]/.test(noun) ? 'an' : 'a'} ${noun}`

const examplesOf = <Item extends z.ZodType>(noun: string, value: z.input<Item>) => ({
  example: { summary: `The ${noun}`, value },
})

export const readOperation = <Row, Params extends Shape, Item extends z.ZodType>(
  id: string,
  { type, noun, tag, path, params, pathOf, schema, serialize, example }: ApiResource<Row, Params, Item>,
  given: Only = {},
): Operation =>
  operation({
    ...{ id, method: 'GET', path, tag, params, access: 'manager', ...given },
    summary: `Read ${withArticle(noun)}`,
    response: {
      description: `The ${noun}.`,
      body: schema,
      cache: 'validators',
      examples: examplesOf<Item>(noun, example),
    },
    errors: { [type.notFound]: true },
    handle: async (c, input) => {
      const path = pathOf(input.params as Output<Params>)
      const row = await readFromNearest(c, (db) => readResource(db, c.get('subject'), type, path))
      return answerValidated(c, serialize(row, c.req.url) as object, row.version) as Promise<
        z.input<Item> | Response
      >
    },
  })

type BodyOf<Body extends z.ZodType> = {
  body: Body
  bodyExamples: Record<string, Example<z.input<Body>>>
}

export const changeOperation = <Row, Params extends Shape, Item extends z.ZodType, Body extends z.ZodType>(
  id: string,
  { type, noun, tag, path, params, pathOf, schema, serialize, example }: ApiResource<Row, Params, Item>,
  {
    values = (body) => body as object,
    guards,
    errors = {},
    allowed,
    ...given
  }: BodyOf<Body> & {
    description?: string
    /** The values of the columns; the body itself unless given. */
    values?: (body: z.output<Body>) => object
    guards?: (body: z.output<Body>) => readonly Guard[]
    errors?: Partial<Record<ErrorCode, string | true>>
    access?: 'manager' | 'owner'
    allowed?: SQL
    limits?: (c: Context<AppEnv>) => Promise<RateLimit[]>
    isHeavy?: (input: { body: z.output<Body> }) => boolean
  },
): Operation =>
  operation({
    ...{ id, method: 'PATCH', path, tag, params, access: 'manager' },
    summary: `Change ${withArticle(noun)}`,
    ...given,
    response: {
      description: `The ${noun} after the change.`,
      body: schema,
      cache: 'private',
      examples: examplesOf<Item>(noun, example),
    },
    errors: { [type.notFound]: true, precondition_failed: true, ...errors },
    handle: async (c, input) => {
      const body = input.body as z.output<Body>
      const path = pathOf(input.params as Output<Params>)
      const row = await changeResource(
        c.get('db'),
        actorOf(c),
        type,
        path,
        values(body) as Record<string, unknown>,
        body as object,
        {
          isCurrent: isCurrent(c),
          ...(guards && { guards: guards(body) }),
          ...(allowed && { allowed }),
        },
      )
      return serialize(row, c.req.url)
    },
  })

export const deleteOperation = <Row, Params extends Shape, Item extends z.ZodType>(
  id: string,
  { type, noun, tag, path, params, pathOf }: ApiResource<Row, Params, Item>,
  {
    description = 'Nothing else is deleted with it.',
    access = 'manager',
    allowed,
    ...given
  }: { description?: string; access?: 'manager' | 'owner'; allowed?: SQL } & Only = {},
): Operation =>
  operation({
    ...{ id, method: 'DELETE', path, tag, params, access, description, ...given },
    summary: `Delete ${withArticle(noun)}`,
    response: { description: 'Deleted. No body.' },
    errors: {
      [type.notFound]: true,
      ...(type.uses.length > 0 && { in_use: true as const }),
      precondition_failed: true,
    },
    handle: async (c, input) => {
      const path = pathOf(input.params as Output<Params>)
      await deleteResource(c.get('db'), actorOf(c), type, path, { allowed, isCurrent: isCurrent(c) })
      return undefined
    },
  })

export const createOperation = <
  Row extends { id: string },
  Params extends Shape,
  Item extends z.ZodType,
  Body extends z.ZodType<{ id?: string }>,
  Path extends Shape = Record<never, never>,
>(
  id: string,
  { type, noun, tag, path: itemPath, schema, serialize, example }: ApiResource<Row, Params, Item>,
  {
    parent,
    parentId,
    values,
    defaults = {},
    absent = {},
    guards = [],
    ...given
  }: BodyOf<Body> & {
    /** Of the collection, below the path of the route group. */
    path: string
    params?: Path
    description?: string
    parent: AnyResourceType
    parentId: (input: { params: Output<Path>; body: z.output<Body> }) => string
    /** The values of the columns beyond the fields of the body. */
    values?: (params: Output<Path>) => object
    defaults?: Record<string, SQL>
    /** What a field that is left out means. */
    absent?: Record<string, unknown>
    /** In terms of the parent. */
    guards?: readonly Guard[]
  },
): Operation =>
  operation({
    ...{ id, method: 'POST', tag, access: 'manager' },
    summary: `Create ${withArticle(noun)}`,
    ...given,
    response: {
      status: 201,
      description: `The new ${noun}.`,
      body: schema,
      location: true,
      examples: examplesOf<Item>(noun, example),
    },
    errors: { [parent.notFound]: true, id_taken: true },
    handle: async (c, input) => {
      const params = input.params as Output<Path>
      const body = input.body as z.output<Body>
      const { id = crypto.randomUUID(), ...fields } = body
      const content = { ...fields, ...values?.(params) }
      const owner = { parent, id: parentId({ params, body }) }
      const [row] = await createResources(
        c.get('db'),
        actorOf(c),
        type,
        owner,
        [{ id, values: content as NewResource['values'], content: withoutDefaults(content, absent) }],
        { defaults, guards: () => guards },
      )
      const location = itemPath.replace(/:(\w+)$/, id)
      const all = Object.entries(params ?? {}) as [string, string][]
      c.header(
        'Location',
        `/api/organizer/v1${all.reduce((path, [name, value]) => path.replace(`:${name}`, value), location)}`,
      )
      return serialize(row as Row, c.req.url)
    },
  })
