// An operation of the API, defined in one place. Its route, the OpenAPI document and the tests over all
// operations derive from it.
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import type * as z from 'zod'
import { ownerIn } from '../domain/heavy-writes.ts'
import { isMachine } from '../domain/sign-in/subjects.ts'
import { AppError, type ErrorCode } from '../errors.ts'
import { readSecret } from './auth/own/secret.ts'
import { answerPublic, setPrivate } from './http/conditional.ts'
import type { AppEnv } from './http/context.ts'
import { type Heavily, runHeavy } from './http/heavy.ts'
import { countRequest, RATE_LIMITS, type RateLimit } from './http/rate-limit.ts'
import { receiveForm, receiveJson } from './http/receive-body.ts'
import { validateBody, validateForm, validateParams, validateQuery } from './http/validate.ts'
import type { Example } from './resources/examples.ts'
import { wakeWebhooks } from './webhooks/run.ts'

type Shape = z.ZodRawShape

type Access =
  /** No token needed. */
  | 'public'
  /** Any subject. The response has only what the subject may see. */
  | 'subject'
  /** Members of the organizer; `staff` limited to an event only within it. */
  | 'staff'
  /** Owners and managers of the organizer. */
  | 'manager'
  /** Owners of the organizer. */
  | 'owner'

export type Definition<
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
  /** The heading in the document. */
  tag: string
  summary: string
  /** Details beyond the summary. A sentence about access is added. */
  description?: string
  access: Access
  /** 403 for phones and programs. */
  peopleOnly?: boolean
  /** 503 without the service’s secret. */
  needsSecret?: boolean
  params?: Params
  query?: Query
  body?: Body
  bodyExamples?: Record<string, Example<z.input<Body>>>
  /** No body and no `Content-Type` is `{}`. For bodies whose fields are all optional. */
  isBodyOptional?: boolean
  /** A form, `application/x-www-form-urlencoded`, instead of JSON. */
  isForm?: boolean
  /** 64 KiB by default. */
  maxBodyBytes?: number
  /** Changes nothing. By default true for GET only. */
  isRead?: boolean
  response: {
    /** By default 200, or 204 without a body. */
    status?: 200 | 201
    description: string
    /** By default `application/json`. */
    contentType?: string
    /** An empty response by default. */
    body?: Answer
    examples?: Record<string, Example<z.input<Answer>>>
    /**
     * `validators`: the handler sets an `ETag` and can respond with a 304. `private`: only the caller may
     * cache the response. `public`: everyone may for a minute, and there is an `ETag`. By default there are
     * no caching headers.
     */
    cache?: 'validators' | 'private' | 'public'
    /** Has a `Location` header. */
    location?: boolean
    /** Has an `X-Poll-Seconds` header, and so has the 304: see `setPace`. */
    isPolled?: boolean
  }
  /**
   * Error codes beyond those of every operation, each with the
   * message of its example or `true` for the default.
   */
  errors?: Partial<Record<ErrorCode, string | true>>
  /** By default `RATE_LIMITS.requests`. */
  limits?: (c: Context<AppEnv>) => RateLimit[] | Promise<RateLimit[]>
  /**
   * Can cost much more than other requests: few run at once, see {@link runHeavy}. `in part`: only what the
   * handler passes to `heavily`, because a read must show whether it is.
   */
  isHeavy?: true | 'in part' | ((input: { body: z.output<Body> }) => boolean)
  /** While it is heavy, it waits for the others of its organizer that are alone, in all isolates. */
  isAlone?: true
  handle: (
    c: Context<AppEnv>,
    input: {
      params: z.output<z.ZodObject<Params>>
      query: { [Name in keyof Query]: z.output<Query[Name]> }
      body: z.output<Body>
    },
    heavily: Heavily,
  ) => Promise<z.input<Answer> | Response>
}

/** An operation without its type parameters. */
export type Operation = Omit<Definition<Shape, Shape, z.ZodType, z.ZodType>, 'handle'> & {
  /** Adds the operation's route. Unless it is public, the guards run first. */
  mount: (group: Hono<AppEnv>, guards: readonly MiddlewareHandler<AppEnv>[]) => void
}

const requirePerson = (subject: string): void => {
  if (isMachine(subject)) throw new AppError('forbidden', 'Only people may do this.')
}

export const operation = <
  Params extends Shape = Record<never, never>,
  Query extends Shape = Record<never, never>,
  Body extends z.ZodType = z.ZodUndefined,
  Answer extends z.ZodType = z.ZodUndefined,
>({
  handle,
  ...definition
}: Definition<Params, Query, Body, Answer>): Operation => {
  const { method, path, access, peopleOnly, params, query, body, maxBodyBytes, response, limits } = definition
  const { isHeavy, isRead = method === 'GET' } = definition
  const [receive, validate, target] =
    definition.isForm === true
      ? ([receiveForm, validateForm, 'form'] as const)
      : ([receiveJson, validateBody, 'json'] as const)
  const admit: MiddlewareHandler<AppEnv> = async (c, next) => {
    // Read the body first, because a limit can depend on it, but report its errors after the limits.
    const fault =
      body === undefined
        ? undefined
        : await receive(c, maxBodyBytes, definition.isBodyOptional).catch((error: unknown) => ({ error }))
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
    const owner = definition.isAlone === true ? ownerIn(input.params) : undefined
    const heavily: Heavily = (work) => runHeavy(c, { isRead, owner }, work)
    const run = () => handle(c, input, heavily)
    const isWholeHeavy = typeof isHeavy === 'function' ? isHeavy(input) : isHeavy === true
    const result = await (isWholeHeavy ? heavily(run) : run())
    if (!isRead) wakeWebhooks(c, input.params)
    if (result instanceof Response) return result
    if (response.cache === 'private') setPrivate(c)
    if (response.body === undefined) return c.body(null, 204)
    const answer = response.cache === 'public' ? await answerPublic(c, result as object) : result
    return answer instanceof Response ? answer : c.json(answer as object, response.status)
  }
  return {
    ...(definition as unknown as Definition<Shape, Shape, z.ZodType, z.ZodType>),
    mount: (group, guards) =>
      group.on(method, [path], ...(access === 'public' ? [] : guards), ...middleware, respond),
  }
}

/** The operations under one path prefix. */
type RouteGroup = { path: string; operations: readonly Operation[]; routes: Hono<AppEnv> }

/**
 * @param guards run before each operation that is not public
 * @param admission runs before each operation
 */
export const routeGroup = (
  path: string,
  guards: readonly MiddlewareHandler<AppEnv>[],
  operations: readonly Operation[],
  admission: readonly MiddlewareHandler<AppEnv>[] = [],
): RouteGroup => {
  const routes = new Hono<AppEnv>()
  for (const admit of admission) routes.use(admit)
  for (const { mount } of operations) mount(routes, guards)
  return { path, operations, routes }
}
