// The operations that organizer resources share: read, create, change and delete.

import type { SQL } from 'drizzle-orm'
import type { Context } from 'hono'
import type * as z from 'zod'
import {
  changeResource,
  deleteResource,
  type WriteChange,
} from '../../../domain/resources/change-resource.ts'
import {
  createResources,
  type Items,
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
import { answerValidated, isCurrent } from '../../http/conditional.ts'
import { type AppEnv, actorOf } from '../../http/context.ts'
import type { RateLimit } from '../../http/rate-limit.ts'
import { readFromNearest } from '../../http/request-database.ts'
import { type Operation, operation } from '../../operation.ts'
import type { Example } from '../../resources/examples.ts'

type Shape = z.ZodRawShape
type Output<Params extends Shape> = z.output<z.ZodObject<Params>>

export type ApiResource<Row, Params extends Shape, Item extends z.ZodType> = {
  type: ResourceType<Row>
  /** As in "Read a venue". */
  noun: string
  tag: string
  /** The path of one, below that of the route group. */
  path: string
  params: Params
  schema: Item
  serialize: (row: Row, url: string, c: Context<AppEnv>) => z.input<Item> | Promise<z.input<Item>>
  example: z.input<Item>
  peopleOnly?: boolean
  needsSecret?: boolean
}

/** The resource that a request names: the last parameter of its path is the id. */
export const resourcePathOf = ({ path }: { path: string }, params: object): ResourcePath => {
  const { [path.slice(path.lastIndexOf(':') + 1)]: id = '', ...others } = params as Record<string, string>
  return { ...others, id }
}

/** Sets the `Location` of a created resource, whose `params` may have more than the path. */
export const setLocation = (
  c: Context<AppEnv>,
  { path }: { path: string },
  { id, ...params }: { id: string } & Record<string, unknown>,
): void => {
  const location = path.replace(/:(\w+)$/, id).replace(/:(\w+)/g, (_, name: string) => String(params[name]))
  c.header('Location', `/api/organizer/v1${location}`)
}

export const withArticle = (noun: string): string => `${/^[aeio]/.test(noun) ? 'an' : 'a'} ${noun}`

/** What the operations on one resource have in common. */
const onOne = <Params extends Shape>({
  path,
  tag,
  params,
  peopleOnly = false,
  needsSecret = false,
}: Pick<
  ApiResource<never, Params, z.ZodType>,
  'path' | 'tag' | 'params' | 'peopleOnly' | 'needsSecret'
>) => ({
  path,
  tag,
  params,
  peopleOnly,
  needsSecret,
  access: 'manager' as const,
})

const responseOf = <Item extends z.ZodType>(
  { noun, schema, example }: { noun: string; schema: Item; example: z.input<Item> },
  description: string,
) => ({
  description,
  body: schema,
  examples: { example: { summary: `The ${noun}`, value: example } },
})

export const readOperation = <Row, Params extends Shape, Item extends z.ZodType>(
  id: string,
  resource: ApiResource<Row, Params, Item>,
  { allowed, ...given }: { access?: 'owner'; allowed?: SQL } = {},
): Operation => {
  const { type, noun, serialize } = resource
  return operation({
    ...onOne(resource),
    id,
    method: 'GET',
    summary: `Read ${withArticle(noun)}`,
    ...given,
    response: { ...responseOf(resource, `The ${noun}.`), cache: 'validators' },
    errors: { [type.notFound]: true },
    handle: async (c, { params }) => {
      const path = resourcePathOf(resource, params)
      const row = await readFromNearest(c, (db) => readResource(db, c.get('subject'), type, path, allowed))
      return answerValidated(c, (await serialize(row, c.req.url, c)) as object, row.version) as Promise<
        z.input<Item> | Response
      >
    },
  })
}

type BodyOf<Body extends z.ZodType> = {
  body: Body
  bodyExamples: Record<string, Example<z.input<Body>>>
}

export const changeOperation = <Row, Params extends Shape, Item extends z.ZodType, Body extends z.ZodType>(
  id: string,
  resource: ApiResource<Row, Params, Item>,
  {
    check,
    values = (body) => body as object,
    guards,
    errors = {},
    allowed,
    write = (db, actor, path, values, change, conditions) =>
      changeResource(db, actor, resource.type, path, values, change as object, conditions),
    ...given
  }: BodyOf<Body> & {
    description?: string
    /** A check of the body that depends on the deployment. */
    check?: (c: Context<AppEnv>, body: z.output<Body>) => void
    /** The column values; by default the body. */
    values?: (body: z.output<Body>, now: Date) => object
    guards?: (body: z.output<Body>, now: Date) => readonly Guard[]
    errors?: Partial<Record<ErrorCode, string | true>>
    access?: 'manager' | 'owner'
    allowed?: SQL
    maxBodyBytes?: number
    limits?: (c: Context<AppEnv>) => Promise<RateLimit[]>
    isHeavy?: (input: { body: z.output<Body> }) => boolean
    /** Writes the change; by default `changeResource`. */
    write?: WriteChange<Row, z.output<Body>>
  },
): Operation => {
  const { type, noun, serialize } = resource
  return operation({
    ...onOne(resource),
    id,
    method: 'PATCH',
    summary: `Change ${withArticle(noun)}`,
    ...given,
    response: { ...responseOf(resource, `The ${noun} after the change.`), cache: 'private' },
    errors: { [type.notFound]: true, precondition_failed: true, ...errors },
    handle: async (c, { params, body }) => {
      const actor = actorOf(c)
      check?.(c, body)
      const row = await write(
        c.get('db'),
        actor,
        resourcePathOf(resource, params),
        values(body, actor.now) as Record<string, unknown>,
        body,
        {
          isCurrent: isCurrent(c),
          ...(guards && { guards: guards(body, actor.now) }),
          ...(allowed && { allowed }),
        },
      )
      return serialize(row, c.req.url, c)
    },
  })
}

export const deleteOperation = <Row, Params extends Shape, Item extends z.ZodType>(
  id: string,
  resource: ApiResource<Row, Params, Item>,
  {
    allowed,
    guards,
    ...given
  }: {
    description?: string
    access?: 'manager' | 'owner'
    allowed?: SQL
    /** What else prevents deleting it, each with the error `in_use`. */
    guards?: readonly Guard[]
    isHeavy?: true
  } = {},
): Operation => {
  const { type, noun } = resource
  return operation({
    ...onOne(resource),
    id,
    method: 'DELETE',
    summary: `Delete ${withArticle(noun)}`,
    description: 'Deletes nothing else.',
    ...given,
    response: { description: 'Deleted. No body.' },
    errors: {
      [type.notFound]: true,
      ...((guards !== undefined || type.uses.length > 0) && { in_use: true as const }),
      precondition_failed: true,
    },
    handle: async (c, { params }) => {
      const path = resourcePathOf(resource, params)
      await deleteResource(c.get('db'), actorOf(c), type, path, { allowed, guards, isCurrent: isCurrent(c) })
      return undefined
    },
  })
}

export const createOperation = <
  Row extends { id: string },
  Params extends Shape,
  Item extends z.ZodType,
  Body extends z.ZodType<{ id?: string }>,
  Path extends Shape = Record<never, never>,
>(
  id: string,
  resource: ApiResource<Row, Params, Item>,
  {
    parent,
    parentId,
    values,
    columns = (content) => content as NewResource['values'],
    defaults = {},
    absent = {},
    guards = [],
    errors = {},
    ...given
  }: BodyOf<Body> & {
    /** Of the collection, below the path of the route group. */
    path: string
    params?: Path
    description?: string
    parent: AnyResourceType
    parentId: (input: { params: Output<Path>; body: z.output<Body> }) => string
    /** Column values beyond the fields of the body. */
    values?: (params: Output<Path>) => object
    /** The column values of these; by default the same. */
    columns?: (content: Omit<z.output<Body>, 'id'>, now: Date) => NewResource['values']
    defaults?: Record<string, SQL>
    /** The values that omitted fields stand for. */
    absent?: Record<string, unknown>
    /** Conditions on the parent and the new item. */
    guards?: readonly Guard[] | ((items: Items, body: z.output<Body>, now: Date) => readonly Guard[])
    errors?: Partial<Record<ErrorCode, string | true>>
    maxBodyBytes?: number
  },
): Operation => {
  const { type, noun, tag, serialize } = resource
  return operation({
    id,
    method: 'POST',
    tag,
    access: 'manager',
    summary: `Create ${withArticle(noun)}`,
    ...given,
    response: { ...responseOf(resource, `The new ${noun}.`), status: 201, location: true },
    errors: { [parent.notFound]: true, id_taken: true, ...errors },
    handle: async (c, input) => {
      const actor = actorOf(c)
      const params = input.params as Output<Path>
      const body = input.body as z.output<Body>
      const { id = crypto.randomUUID(), ...fields } = body
      const content = { ...fields, ...values?.(params) } as unknown as Omit<z.output<Body>, 'id'>
      const owner = { parent, id: parentId({ params, body }) }
      const [row] = await createResources(
        c.get('db'),
        actor,
        type,
        owner,
        [{ id, values: columns(content, actor.now), content: withoutDefaults(content, absent) }],
        {
          defaults,
          guards: (items) => (typeof guards === 'function' ? guards(items, body, actor.now) : guards),
        },
      )
      setLocation(c, resource, { ...params, id })
      return serialize(row as Row, c.req.url, c)
    },
  })
}
