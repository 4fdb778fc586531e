// Checks responses against the OpenAPI document. The document is the committed file. The validator interprets
// schemas, because workerd cannot compile code from text.
import { type Schema, Validator } from '@cfworker/json-schema'
import file from '../../public/api/openapi.json'
import { ERRORS, type ErrorCode } from '../../src/errors.ts'

type Reference = { $ref: string }
type Header = { required?: boolean; schema: Schema }
type DocumentedResponse = {
  headers: Record<string, Reference>
  content?: Record<string, { schema: Schema; examples: object }>
}
type DocumentedOperation = { responses: Record<string, DocumentedResponse | Reference> }

/** The document with a general type: the inferred type describes every single example. */
export const DOCUMENT = file as unknown as {
  paths: Record<string, Record<string, DocumentedOperation>>
  components: {
    schemas: Record<string, Schema>
    headers: Record<string, Header>
    responses: Record<string, DocumentedResponse>
  }
}
const { schemas, headers, responses } = DOCUMENT.components

const nameOf = ({ $ref }: Reference): string => $ref.split('/').at(-1) as string

/** The response of an operation with a status, also one that operations share. */
export const responseOf = (operation: DocumentedOperation | undefined, status: string | number) => {
  const response = operation?.responses[status]
  return response !== undefined && '$ref' in response ? responses[nameOf(response)] : response
}

/** The routes of a page. */
const pageRoutes = (page: string): string[] =>
  ['', '/', '/config.json', '/manifest.webmanifest', '/sw.js', '/assets/*', '/decoder/*'].map(
    (path) => `/${page}${path}`,
  )

/**
 * Routes that are not operations: the start page, the document itself and its pages, the door page and the
 * console.
 */
export const UNDOCUMENTED_ROUTES = [
  '/',
  '/api/openapi.json',
  '/api/docs',
  '/api/docs/*',
  '/setup',
  '/e/{slug}',
  '/t/{code}',
  '/t/{code}/calendar.ics',
  ...pageRoutes('door'),
  ...pageRoutes('list'),
  ...pageRoutes('organizer'),
]

/** The errors that a path without an operation can give. */
const CODES_WITHOUT_OPERATION: ErrorCode[] = ['route_not_found', 'method_not_allowed']

/** The operations, by method, of the documented path that matches `path`: the one with most literal parts. */
const operationsAt = (path: string): Record<string, DocumentedOperation> | undefined =>
  Object.entries(DOCUMENT.paths)
    .filter(([template]) => new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`).test(path))
    .toSorted(([a], [b]) => a.split('{').length - b.split('{').length)[0]?.[1]

const isUndocumentedRoute = (path: string): boolean =>
  UNDOCUMENTED_ROUTES.some((route) =>
    route.endsWith('*') ? path.startsWith(route.slice(0, -1)) : path === route,
  )

const validators = new Map<Schema, Validator>()

const schemaFaults = (schema: Schema, value: unknown): string[] => {
  const validator =
    validators.get(schema) ?? new Validator({ ...schema, components: { schemas } }, '2020-12', false)
  validators.set(schema, validator)
  return validator
    .validate(value)
    .errors.map(({ instanceLocation, error }) => `${instanceLocation}: ${error}`)
}

const headerFaults = (documented: DocumentedResponse, response: Response): string[] =>
  Object.values(documented.headers).flatMap((reference) => {
    const name = nameOf(reference)
    const { required, schema } = headers[name] as Header
    const value = response.headers.get(name)
    if (value === null) return required ? [`${name} is missing`] : []
    return schemaFaults(schema, schema.type === 'integer' ? Number(value) : value).map(
      (fault) => `${name} ${fault}`,
    )
  })

const bodyFaults = (documented: DocumentedResponse, type: string | null, text: string): string[] => {
  if (documented.content === undefined) return text === '' ? [] : ['has a body']
  const content = documented.content[type?.split(';')[0] ?? '']
  if (content === undefined) return [`the content type is ${type}`]
  return schemaFaults(content.schema, type?.startsWith('text/') ? text : JSON.parse(text))
}

/** The faults of a response at a path with operations. */
const operationFaults = (
  operations: Record<string, DocumentedOperation>,
  method: string,
  response: Response,
  text: string,
): string[] => {
  const isHead = method === 'HEAD'
  const own = operations[isHead ? 'get' : method.toLowerCase()]
  // A method that the path does not support gets the 405 that each of the path's operations documents.
  if (own === undefined && response.status !== 405) return ['the status is not in the document']
  const documented = responseOf(own ?? Object.values(operations)[0], response.status)
  if (documented === undefined) return ['the status is not in the document']
  return [
    ...headerFaults(documented, response),
    ...(isHead ? [] : bodyFaults(documented, response.headers.get('Content-Type'), text)),
  ]
}

/** The faults of a response at a path without an operation: it must be a 404 or 405. */
const otherFaults = (path: string, method: string, response: Response, text: string): string[] => {
  const isError = CODES_WITHOUT_OPERATION.some((code) => ERRORS[code].status === response.status)
  if (!isError) return isUndocumentedRoute(path) ? [] : ['the path is not in the document']
  // People get a page.
  const isPage =
    response.status === 404 && response.headers.get('Content-Type')?.startsWith('text/html') === true
  if (method === 'HEAD' || isPage) return []
  const isProblem = response.headers.get('Content-Type') === 'application/problem+json'
  return schemaFaults(schemas[isProblem ? 'Problem' : 'Error'] as Schema, JSON.parse(text))
}

/**
 * Fails unless the response is as documented: its status, content type, headers and body. CORS preflights are
 * not documented, because they are handled before any operation.
 */
export const expectDocumented = async (method: string, path: string, response: Response): Promise<void> => {
  if (method === 'OPTIONS' && response.status === 204) return
  const text = await response.clone().text()
  const operations = operationsAt(path)
  const faults =
    operations === undefined
      ? otherFaults(path, method, response, text)
      : operationFaults(operations, method, response, text)
  if (faults.length === 0) return
  throw new Error(
    `${method} ${path}: the ${response.status} is not as documented: ${faults.join('; ')}\n${text}`,
  )
}
