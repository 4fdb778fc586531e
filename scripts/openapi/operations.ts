// Turns the operations of the route groups into the paths of the OpenAPI document.
import * as z from 'zod'
import { EXAMPLE_IDS, examplePath } from '../../src/api/demo-ids.ts'
import { hasProblemDocuments, TOKEN_PATH } from '../../src/api/http/on-error.ts'
import { describeAllowed } from '../../src/api/http/require-route.ts'
import { describeIssue } from '../../src/api/http/validate.ts'
import type { Example, Operation } from '../../src/api/operation.ts'
import { requestSchemas, responseSchemas } from '../../src/api/resources/schema-names.ts'
import { ROUTE_GROUPS } from '../../src/api/route-groups.ts'
import type { ErrorCode } from '../../src/errors.ts'
import { describeErrors } from './error-responses.ts'
import { headersOfResponse, type requestHeaders } from './headers.ts'
import { type JsonSchema, toJsonSchema } from './json-schema.ts'

const ACCESS = {
  public: 'Needs no token.',
  subject: '',
  staff: 'For members of the session’s organizer. A `staff` member can be limited to one event.',
  manager: 'For `owner` and `manager`.',
  owner: 'For `owner`.',
}

const PEOPLE = {
  public: '',
  subject: 'Demo: try it as `door`, `door-one-event`, `manager` or `owner`.',
  staff: 'Demo: try it as `door`, `door-one-event`, `manager` or `owner`.',
  manager: 'Demo: try it as `manager` or `owner`.',
  owner: 'Demo: try it as `owner`.',
}

const isWrite = ({ method, isRead }: Operation): boolean => method !== 'GET' && isRead !== true

const describe = (operation: Operation): string => {
  const { access, description = '', method } = operation
  const people = operation.peopleOnly === true ? 'Phones and programs get a 403.' : ''
  const sentences = [ACCESS[access], description, people, method === 'GET' ? '`HEAD` is supported.' : '']
  const writes = isWrite(operation) ? ' **This writes.**' : ''
  return [sentences.filter(Boolean).join(' '), `${PEOPLE[access]}${writes}`].filter(Boolean).join('\n\n')
}

const refer = (name: string) => ({ $ref: `#/components/schemas/${name}` })

/** A schema by its name, if it has one. */
const schemaOf = (schema: z.ZodType, io: 'input' | 'output') => {
  const { id } = (io === 'input' ? requestSchemas : responseSchemas).get(schema) ?? {}
  return id === undefined ? toJsonSchema(schema, io) : refer(id)
}

const content = (
  schema: z.ZodType,
  io: 'input' | 'output',
  examples: Record<string, Example> = {},
  type = 'application/json',
) => ({
  [type]: {
    schema: schemaOf(schema, io),
    examples: Object.fromEntries(
      Object.entries(examples).map(([name, { summary, value }]) => [name, { summary, value }]),
    ),
  },
})

const parametersIn = (shape: z.ZodRawShape) =>
  Object.entries(toJsonSchema(z.object(shape), 'input').properties ?? {}) as [string, JsonSchema][]

const pathParameters = ({ params = {} }: Operation) =>
  parametersIn(params).map(([name, schema]) => ({
    name,
    in: 'path',
    required: true,
    example: (EXAMPLE_IDS as Record<string, string>)[name],
    schema,
  }))

const queryParameters = ({ query = {} }: Operation) =>
  parametersIn(query).map(([name, { description, type, component, ...schema }]) => ({
    name,
    in: 'query',
    description,
    schema: { ...(typeof component === 'string' ? refer(component) : { type }), ...schema },
  }))

const headerParameters = ({ access, response, errors = {}, method }: Operation) => {
  const names: (keyof typeof requestHeaders)[] = [
    ...(response.cache === 'validators' && method === 'GET' ? (['IfNoneMatch'] as const) : []),
    ...('precondition_failed' in errors ? (['IfMatch'] as const) : []),
    ...(access === 'public' ? [] : (['Bookmark'] as const)),
    'RequestId',
  ]
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }))
}

/** The error codes that follow from the operation's definition. */
const commonCodes = ({ access, peopleOnly, params, query, body }: Operation): ErrorCode[] => [
  'route_not_found',
  'method_not_allowed',
  'internal_error',
  'database_unavailable',
  ...(access === 'public'
    ? []
    : (['missing_token', 'invalid_token', 'rate_limited', 'auth_unavailable'] as const)),
  ...(access === 'public' || (access === 'subject' && peopleOnly !== true) ? [] : (['forbidden'] as const)),
  ...(params || query || body ? (['invalid_request'] as const) : []),
  ...(body ? (['payload_too_large', 'unsupported_media_type'] as const) : []),
]

/** The message for an invalid body, query or path; undefined if the operation takes none. */
const invalidMessage = ({ params = {}, query = {}, body }: Operation): string | undefined => {
  const attempts: [z.ZodType | undefined, unknown][] = [
    [body, {}],
    [z.object(query), Object.fromEntries(Object.keys(query).map((name) => [name, '?']))],
    [z.object(params), {}],
  ]
  for (const [schema, value] of attempts) {
    const { error } = schema?.safeParse(value) ?? {}
    if (error !== undefined) return describeIssue(error)
  }
  return undefined
}

const describeResponses = (operation: Operation, path: string, methods: readonly string[]) => {
  const { response, errors = {}, method } = operation
  const { description, body, cache, location } = response
  const messages = Object.fromEntries(Object.entries(errors).filter(([, message]) => message !== true))
  return {
    [body === undefined ? 204 : (response.status ?? 200)]: {
      description,
      headers: headersOfResponse(cache, location),
      ...(body && { content: content(body, 'output', response.examples, response.contentType) }),
    },
    ...(method === 'GET' &&
      cache === 'validators' && {
        304: {
          description: 'Nothing has changed since the response with this `ETag`. No body.',
          headers: headersOfResponse(cache),
        },
      }),
    ...describeErrors({
      codes: [...commonCodes(operation), ...(Object.keys(errors) as ErrorCode[])],
      messages: {
        invalid_request: invalidMessage(operation),
        method_not_allowed: describeAllowed(methods),
        ...messages,
      },
      problemAt: hasProblemDocuments(path) ? examplePath(path) : undefined,
      isTokenError: path === TOKEN_PATH,
    }),
  }
}

const describeOperation = (operation: Operation, path: string, methods: readonly string[]) => ({
  operationId: operation.id,
  tags: [operation.tag],
  summary: operation.summary,
  description: describe(operation),
  ...(operation.access === 'public' && { security: [] }),
  parameters: [...pathParameters(operation), ...queryParameters(operation), ...headerParameters(operation)],
  ...(operation.body && {
    requestBody: {
      required: true,
      content: content(
        operation.body,
        'input',
        operation.bodyExamples,
        operation.isForm === true ? 'application/x-www-form-urlencoded' : undefined,
      ),
    },
  }),
  responses: describeResponses(operation, path, methods),
})

/** Every operation with its full path, in Hono's notation. */
export const OPERATIONS = ROUTE_GROUPS.flatMap(({ path, operations }) =>
  operations.map((operation) => ({ operation, path: path + operation.path })),
)

/** The path of a route in OpenAPI's notation. */
export const templateOf = (route: string): string => route.replace(/:(\w+)/g, '{$1}')

/** The methods of a path, as a 405 lists them. */
const methodsOf = (path: string): string[] =>
  OPERATIONS.filter((other) => other.path === path).flatMap(({ operation: { method } }) =>
    method === 'GET' ? ['GET', 'HEAD'] : [method],
  )

export const buildPaths = () => {
  const paths: Record<string, Record<string, ReturnType<typeof describeOperation>>> = {}
  for (const { operation, path } of OPERATIONS) {
    const template = templateOf(path)
    paths[template] = {
      ...paths[template],
      [operation.method.toLowerCase()]: describeOperation(operation, path, methodsOf(path)),
    }
  }
  return paths
}
