// An operation of the API, defined in one place. Its route, the OpenAPI document, the tables in the
// documentation and the tests of all operations derive from the definition.
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import type * as z from 'zod'
import { isMachine } from '../domain/sign-in/subjects.ts'
import { AppError, type ErrorCode } from '../errors.ts'
import { readSecret } from './auth/own/secret.ts'
import { setPrivate } from './http/conditional.ts'
import type { AppEnv } from './http/context.ts'
import { runHeavy } from './http/heavy.ts'
import { countRequest, RATE_LIMITS, type RateLimit } from './http/rate-limit.ts'
import { receiveForm, receiveJson } from './http/receive-body.ts'
import { validateBody, validateForm, validateParams, validateQuery } from './http/validate.ts'

type Shape = z.ZodRawShape

export type Example<Value = unknown> = {
  summary: string
  value: Value
  /**
   * True if a request with it changes nothing in the demo. "Try it out" is prefilled with the first example.
   */
  harmless?: boolean
}

type Access =
  /** Needs no token. */
  | 'public'
  /** Every subject. The response has only what the subject may see. */
  | 'subject'
  /** Members of the organizer; `staff` limited to one event only within it. */
  | 'staff'
  /** Owners and managers of the organizer. */
  | 'manager'
  /** Owners of the organizer. */
  | 'owner'

type Definition<
  Params extends Shape,
  Query extends Shape,
  Body extends z.ZodType,
  Answer extends z.ZodType,
> = {
  /** The `operationId` of the OpenAPI document. */
  id: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below the path of the route group. */
  path: string
  /** The heading under which the document lists the operation. */
  tag: string
  summary: string
  /** Details beyond the summary. Sentences about access, HEAD and the demo's people are added. */
  description?: string
  access: Access
  /** Phones and programs get a 403. */
  peopleOnly?: boolean
  /** Without the service's secret it is a 503. */
  needsSecret?: boolean
  params?: Params
  query?: Query
  body?: Body
  bodyExamples?: Record<string, Example<z.input<Body>>>
  /** The body is a form, `application/x-www-form-urlencoded`, instead of JSON. */
  isForm?: boolean
  /** The maximum size of the body; 64 KiB unless given. */
  maxBodyBytes?: number
  /** Whether it changes nothing. A GET does not unless given; every other method does. */
  isRead?: boolean
  response: {
    /** 200 unless given, or 204 without a body. */
    status?: 200 | 201
    description: string
    /** `application/json` unless given. */
    contentType?: string
    /** Without it, the response is empty. */
    body?: Answer
    examples?: Record<string, Example<z.input<Answer>>>
    /**
     * `validators`: the handler sets an `ETag` and can respond with a 304. `private`: for the caller alone.
     * Without it, the response has no caching headers.
     */
    cache?: 'validators' | 'private'
    /** Whether the response has a `Location`. */
    location?: boolean
  }
  /**
   * Error codes in addition to those of every operation, each with the message of its example; `true`: the
   * default.
   */
  errors?: Partial<Record<ErrorCode, string | true>>
  /** The rate limits that count a request. `RATE_LIMITS.requests` unless given. */
  limits?: (c: Context<AppEnv>) => RateLimit[] | Promise<RateLimit[]>
  /** Whether a request can cost much more than others. Few of these run at once: see {@link runHeavy}. */
  isHeavy?: (input: { body: z.output<Body> }) => boolean
  /** Returns the body of the response, or a response. */
  handle: (
    c: Context<AppEnv>,
    input: {
      params: z.output<z.ZodObject<Params>>
      query: { [Name in keyof Query]: z.output<Query[Name]> }
      body: z.output<Body>
    },
  ) => Promise<z.input<Answer> | Response>
}

/** An operation without its type parameters. */
export type Operation = Omit<Definition<Shape, Shape, z.ZodType, z.ZodType>, 'handle' | 'isHeavy'> & {
  /** Adds the operation's route. The guards run first, unless it needs no token. */
  mount: (group: Hono<AppEnv>, guards: readonly MiddlewareHandler<AppEnv>[]) => void
}

const requirePerson = (subject: string): void => {
  if (isMachine(subject)) throw new AppError('forbidden', 'This is for people only.')
}

/** Defines an operation. The schemas give the handler its types. */
export const operation = <
  Params extends Shape = Record<never, never>,
  Query extends Shape = Record<never, never>,
  Body extends z.ZodType = z.ZodUndefined,
  Answer extends z.ZodType = z.ZodUndefined,
>({
  handle,
  isHeavy = () => false,
  ...definition
}: Definition<Params, Query, Body, Answer>): Operation => {
  const { method, path, access, peopleOnly, params, query, body, maxBodyBytes, response, limits } = definition
  const [receive, validate, target] =
    definition.isForm === true
      ? ([receiveForm, validateForm, 'form'] as const)
      : ([receiveJson, validateBody, 'json'] as const)
  const admit: MiddlewareHandler<AppEnv> = async (c, next) => {
    // Read the body first, because a limit can depend on it. Report its faults after the limits.
    const fault =
      body === undefined ? undefined : await receive(c, maxBodyBytes).catch((error: unknown) => ({ error }))
    if (access !== 'public') await countRequest(c, ...((await limits?.(c)) ?? [RATE_LIMITS.requests]))
    if (peopleOnly === true) requirePerson(c.get('subject'))
    if (definition.needsSecret === true) await readSecret(c.env)
    if (fault) throw fault.error
    await next()
  }
  const middleware: MiddlewareHandler[] = [
    admit,
    ...(params === undefined ? [] : [validateParams(params)]),
    ...(query === undefined ? [] : [validateQuery(query)]),
    ...(body === undefined ? [] : [validate(body)]),
  ]
  const respond = async (c: Context): Promise<Response> => {
    const input = {
      params: c.req.valid('param' as never),
      query: c.req.valid('query' as never),
      body: c.req.valid(target as never) as z.output<Body>,
    }
    const run = () => handle(c, input)
    const result = await (isHeavy(input) ? runHeavy(c, run) : run())
    if (result instanceof Response) return result
    if (response.cache === 'private') setPrivate(c)
    if (response.body === undefined) return c.body(null, 204)
    return c.json(result as object, response.status)
  }
  return {
    ...(definition as unknown as Definition<Shape, Shape, z.ZodType, z.ZodType>),
    mount: (group, guards) =>
      group.on(method, [path], ...(access === 'public' ? [] : guards), ...middleware, respond),
  }
}

/** The operations of one version prefix. `guards` run before each of them that needs a token. */
export type RouteGroup = { path: string; operations: readonly Operation[]; routes: Hono<AppEnv> }

export const routeGroup = (
  path: string,
  guards: readonly MiddlewareHandler<AppEnv>[],
  operations: readonly Operation[],
): RouteGroup => {
  const routes = new Hono<AppEnv>()
  for (const { mount } of operations) mount(routes, guards)
  return { path, operations, routes }
}
