// Compares the OpenAPI document with that of a release: everything that the release's clients rely on must
// still be there. On npm, openapi-diff reads no OpenAPI 3.1, @pb33f/openapi-changes downloads a binary, and
// api-smart-diff misses a body that becomes required. None knows of responses that never gain a field.
type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
type Schema = { [key: string]: Json }
export type Document = { paths: Record<string, Record<string, Schema>>; components: Record<string, Schema> }

/** Responses of these operations never gain a field: the interface specification fixes them. */
const CLOSED = ['listTickets', 'getOrganizerListing', 'updateSeries', 'bulkUpdateSessions']

/** Prose and examples. */
const IGNORED = new Set(['description', 'summary', 'example', 'examples', 'tags', 'headers', 'title'])
const UPPER = new Set(['maximum', 'maxLength', 'maxItems'])
const LOWER = new Set(['minimum', 'minLength', 'minItems', 'minProperties'])

/** A request may get more room, and a response may promise more. */
const BOUNDS = {
  request: { mayRise: UPPER, mayFall: LOWER },
  response: { mayRise: LOWER, mayFall: UPPER },
}

type Side = 'request' | 'response'

const isObject = (value: Json | undefined): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const resolve = (schema: Schema, { components }: Document): Schema => {
  if (typeof schema.$ref !== 'string') return schema
  const [, , kind, name] = schema.$ref.split('/') as [string, string, string, string]
  return components[kind]?.[name] as Schema
}

/** The parameters of an operation, by their place and name. */
const parametersOf = ({ parameters = [] }: Schema, document: Document): Map<string, Schema> =>
  new Map(
    (parameters as Schema[]).map((reference) => {
      const parameter = resolve(reference, document)
      return [`${parameter.in} parameter ${parameter.name}`, parameter]
    }),
  )

const missing = (old: Json, current: Json): Json[] =>
  (old as Json[]).filter((value) => !(current as Json[]).includes(value))

/** One sentence for each change that breaks clients of the release `old`. */
export const findBreaks = (old: Document, current: Document): string[] => {
  const breaks: string[] = []

  const compareValue = (was: Json, is: Json | undefined, side: Side, closed: boolean, at: string): void => {
    if (is === undefined) breaks.push(`${at} is gone`)
    else if (isObject(was) && isObject(is)) compare(was, is, side, closed, at)
    else if (Array.isArray(was) && Array.isArray(is) && was.some(isObject)) {
      for (const [index, item] of was.entries())
        compareValue(item, is[index], side, closed, `${at}[${index}]`)
    } else if (JSON.stringify(was) !== JSON.stringify(is)) {
      breaks.push(`${at} was ${JSON.stringify(was)} and is ${JSON.stringify(is)}`)
    }
  }

  const compare = (oldSchema: Schema, newSchema: Schema, side: Side, closed: boolean, at: string): void => {
    const [was, is] = [resolve(oldSchema, old), resolve(newSchema, current)]
    for (const [key, value] of Object.entries(was)) {
      if (IGNORED.has(key)) continue
      const now = is[key]
      if (key === 'required' && Array.isArray(value)) {
        const lost = side === 'response' ? missing(value, now ?? []) : missing(now ?? [], value)
        if (lost.length > 0) breaks.push(`${at}.required differs by ${lost.join(', ')}`)
      } else if (key === 'enum' && Array.isArray(now)) {
        const lost = missing(value, now)
        if (lost.length > 0) breaks.push(`${at}.enum has lost ${lost.join(', ')}`)
      } else if (BOUNDS[side].mayRise.has(key)) {
        if (typeof now === 'number' && now < (value as number)) breaks.push(`${at}.${key} is lower`)
      } else if (BOUNDS[side].mayFall.has(key)) {
        if (typeof now === 'number' && now > (value as number)) breaks.push(`${at}.${key} is higher`)
      } else compareValue(value, now, side, closed, `${at}.${key}`)
    }
    if (side === 'request' && was.required === undefined && is.required !== undefined) {
      breaks.push(`${at}.required is new`)
    }
    if (closed && isObject(was.properties) && isObject(is.properties)) {
      const added = missing(Object.keys(is.properties), Object.keys(was.properties))
      if (added.length > 0) breaks.push(`${at} has gained ${added.join(', ')}`)
    }
  }

  for (const [path, methods] of Object.entries(old.paths)) {
    for (const [method, was] of Object.entries(methods)) {
      const at = `${method.toUpperCase()} ${path}`
      const is = current.paths[path]?.[method]
      if (is === undefined) {
        breaks.push(`${at} is gone`)
        continue
      }
      const { requestBody, responses, operationId } = was
      const [oldParameters, newParameters] = [parametersOf(was, old), parametersOf(is, current)]
      for (const [name, parameter] of oldParameters) {
        compareValue(parameter, newParameters.get(name), 'request', false, `${at} ${name}`)
      }
      for (const [name, parameter] of newParameters) {
        if (!oldParameters.has(name) && parameter.required === true) breaks.push(`${at} requires ${name}`)
      }
      if (requestBody !== undefined) compareValue(requestBody, is.requestBody, 'request', false, `${at} body`)
      else if (isObject(is.requestBody) && resolve(is.requestBody, current).required === true)
        breaks.push(`${at} requires a body`)
      const closed = CLOSED.includes(operationId as string)
      compareValue(responses as Json, is.responses, 'response', closed, `${at} responses`)
    }
  }
  return breaks
}
