// Turns the operations of the route groups into the paths of the OpenAPI document.
import * as z from 'zod'
import { hasProblemDocuments, TOKEN_PATH } from '../../src/api/http/on-error.ts'
import type { Operation } from '../../src/api/operation.ts'
import { EXAMPLE_IDS, type Example } from '../../src/api/resources/examples.ts'
import { requestSchemas, responseSchemas } from '../../src/api/resources/schema-names.ts'
import { ROUTE_GROUPS } from '../../src/api/routes/route-groups.ts'
import type { ErrorCode } from '../../src/errors.ts'
import { describeError, type ErrorResponse, groupByStatus, nameOf } from './error-responses.ts'
import { headersOfResponse, type requestHeaders } from './headers.ts'
import { type JsonSchema, toJsonSchema } from './json-schema.ts'

const ACCESS = {
  public: 'Needs no token.',
  subject: '',
  staff: 'For every member of the organizer.',
  manager: 'For `owner` and `manager`.',
  owner: 'For `owner`.',
}

const HEAVY = { true: 'Heavy.', 'in part': 'Heavy in a large session.', function: 'Heavy if it is large.' }

const describe = ({ access, description, peopleOnly, method, isRead, isHeavy }: Operation): string =>
  [
    ACCESS[access],
    description,
    isHeavy && HEAVY[typeof isHeavy === 'function' ? 'function' : (String(isHeavy) as keyof typeof HEAVY)],
    peopleOnly === true && 'Phones and programs get a 403.',
    method !== 'GET' && isRead !== true && '**This writes.**',
  ]
    .filter(Boolean)
    .join(' ')

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

/** `SessionId`: the name of a path parameter under `components.parameters`. */
const pathParameterName = (name: string): string => name[0]?.toUpperCase() + name.slice(1)

const referToParameter = (name: string) => ({ $ref: `#/components/parameters/${name}` })

const pathParameters = ({ params = {} }: Operation) =>
  Object.keys(params).map((name) => referToParameter(pathParameterName(name)))

const queryParameters = ({ query = {} }: Operation) =>
  parametersIn(query).map(([name, { description, type, component, ...schema }]) => ({
    name,
    in: 'query',
    ...(!z.safeParse(query[name] as z.ZodType, undefined).success && { required: true }),
    description,
    schema: { ...(typeof component === 'string' ? refer(component) : { type }), ...schema },
  }))

const headerParameters = ({ id, access, response, errors = {}, method }: Operation) => {
  const names: (keyof typeof requestHeaders)[] = [
    ...((response.cache === 'validators' || response.cache === 'public') && method === 'GET'
      ? (['IfNoneMatch'] as const)
      : []),
    ...('precondition_failed' in errors ? (['IfMatch'] as const) : []),
    ...(access === 'public' ? [] : (['Bookmark'] as const)),
    ...(access === 'staff' || /^(renewDevice|endSignIn)$/.test(id) ? (['Unsent'] as const) : []),
    'RequestId',
  ]
  return names.map(referToParameter)
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
  ...(access === 'public' || access === 'subject' || peopleOnly === true ? [] : (['role_forbids'] as const)),
  ...(params || query || body ? (['invalid_request'] as const) : []),
  ...(body ? (['payload_too_large', 'unsupported_media_type'] as const) : []),
]

const errorsOf = (operation: Operation, path: string): ErrorResponse[] =>
  groupByStatus(
    [...commonCodes(operation), ...(Object.keys(operation.errors ?? {}) as ErrorCode[])],
    hasProblemDocuments(path) ? 'Problem' : path === TOKEN_PATH ? 'TokenError' : 'Error',
  )

/** A shared response, with the messages of the operation where they say more than the default ones. */
const referToError = ({ errors = {} }: Operation, response: ErrorResponse) => {
  const messages = response.codes.map((code) => errors[code]).filter((message) => typeof message === 'string')
  return {
    $ref: `#/components/responses/${nameOf(response)}`,
    ...(messages.length > 0 && { description: messages.join(' ') }),
  }
}

const refer304 = (name: string) => ({ $ref: `#/components/responses/${name}` })

const describeResponses = (operation: Operation, path: string) => {
  const { response, method } = operation
  const { description, body, cache } = response
  return {
    [body === undefined ? 204 : (response.status ?? 200)]: {
      description,
      headers: headersOfResponse(response),
      ...(body && { content: content(body, 'output', response.examples, response.contentType) }),
    },
    ...(method === 'GET' && cache === 'validators' && { 304: refer304('NotModified') }),
    ...(cache === 'public' && { 304: refer304('PublicNotModified') }),
    ...Object.fromEntries(
      errorsOf(operation, path).map((error) => [error.status, referToError(operation, error)]),
    ),
  }
}

const describeOperation = (operation: Operation, path: string) => ({
  operationId: operation.id,
  tags: [operation.tag],
  summary: operation.summary,
  description: describe(operation),
  ...(operation.access === 'public' && { security: [] }),
  parameters: [...pathParameters(operation), ...queryParameters(operation), ...headerParameters(operation)],
  ...(operation.body && {
    requestBody: {
      required: operation.isBodyOptional !== true,
      content: content(
        operation.body,
        'input',
        operation.bodyExamples,
        operation.isForm === true ? 'application/x-www-form-urlencoded' : undefined,
      ),
    },
  }),
  responses: describeResponses(operation, path),
})

/** Every operation with its full path, in Hono's notation. */
const OPERATIONS = ROUTE_GROUPS.flatMap(({ path, operations }) =>
  operations.map((operation) => ({ operation, path: path + operation.path })),
)

/** The path of a route in OpenAPI's notation. */
const templateOf = (route: string): string => route.replace(/:(\w+)/g, '{$1}')

export const buildPaths = () => {
  const paths: Record<string, Record<string, ReturnType<typeof describeOperation>>> = {}
  for (const { operation, path } of OPERATIONS) {
    const template = templateOf(path)
    paths[template] = {
      ...paths[template],
      [operation.method.toLowerCase()]: describeOperation(operation, path),
    }
  }
  return paths
}

/** The path parameters of all operations, by name. */
export const buildPathParameters = () => {
  const params = Object.assign({}, ...OPERATIONS.map(({ operation }) => operation.params))
  const described = parametersIn(params).map(([name, schema]) => {
    const example = (EXAMPLE_IDS as Record<string, string>)[name]
    return [pathParameterName(name), { name, in: 'path', required: true, example, schema }]
  })
  return Object.fromEntries(described)
}

const NOT_MODIFIED = 'Nothing has changed since the response with this `ETag`. No body.'

/** The responses that operations share, by name. */
export const buildSharedResponses = () => {
  const errors = OPERATIONS.flatMap(({ operation, path }) => errorsOf(operation, path))
  return {
    NotModified: {
      description: NOT_MODIFIED,
      headers: headersOfResponse({ cache: 'validators', isPolled: true }),
    },
    PublicNotModified: { description: NOT_MODIFIED, headers: headersOfResponse({ cache: 'public' }) },
    ...Object.fromEntries(errors.map((error) => [nameOf(error), describeError(error)])),
  }
}
