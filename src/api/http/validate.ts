// Validators for parameters and bodies. Every rejection is a 400 `invalid_request` that names the field.

import { zValidator } from '@hono/zod-validator'
import type { MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import * as z from 'zod'
import { AppError } from '../../errors.ts'
import type { AppEnv } from './context.ts'

/** Longer names are cut in messages. */
const MAX_NAME_CHARACTERS = 100

/** @throws URIError unless `text` is percent-encoded UTF-8 */
const decode = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '))

/** The decoded name in a `name=value` pair, or the raw one if it cannot be decoded. */
const nameOf = (pair: string): string => {
  const name = pair.split('=', 1)[0] as string
  try {
    return decode(name).slice(0, MAX_NAME_CHARACTERS)
  } catch {
    return name.slice(0, MAX_NAME_CHARACTERS)
  }
}

/**
 * Parses the query of a URL as `application/x-www-form-urlencoded` (URL standard, section 5.1), but strictly:
 * lenient parsers differ in how they replace malformed escapes.
 *
 * @throws AppError `invalid_request` that names the parameter with an escape that is malformed or not UTF-8
 */
const parseQuery = (url: string): URLSearchParams => {
  const { search, searchParams } = new URL(url)
  for (const pair of search.slice(1).split('&')) {
    try {
      decode(pair)
    } catch (cause) {
      throw new AppError('invalid_request', {
        message: `${nameOf(pair)}: must be percent-encoded UTF-8.`,
        cause,
      })
    }
  }
  return searchParams
}

/** Limits of the unknown fields that a message names. */
const MAX_QUOTED_CHARACTERS = 100
const MAX_QUOTED_KEYS = 5

const EXPECTED: Record<string, string> = { object: 'an object', string: 'text', boolean: 'true or false' }

/** What was expected, also where the schema has no message of its own. */
const ruleOf = (issue: z.core.$ZodIssue): string => {
  if (!/^(Invalid|Too) /.test(issue.message)) return issue.message
  if (issue.code === 'too_big') {
    return `must have at most ${issue.maximum} ${issue.origin === 'array' ? 'items' : 'characters'}`
  }
  if (issue.code === 'too_small') return 'must not be empty'
  if (issue.code === 'invalid_value') return `must be ${issue.values.join(' or ')}`
  if (issue.code !== 'invalid_type') return issue.message
  if (issue.path.length === 0) return 'The body must be a JSON object'
  return `must be ${EXPECTED[issue.expected] ?? `of the type ${issue.expected}`}`
}

const describeIssue = ({ issues: [issue] }: z.core.$ZodError): string => {
  if (issue === undefined) return 'The request is not valid.'
  const field = issue.path.join('.')
  if (issue.code === 'unrecognized_keys') {
    const names = issue.keys
      .slice(0, MAX_QUOTED_KEYS)
      .map((key) => JSON.stringify(key.slice(0, MAX_QUOTED_CHARACTERS)))
    const rest = issue.keys.length - names.length
    const more = rest > 0 ? ` and ${rest} more` : ''
    const message = `Unknown ${issue.keys.length === 1 ? 'field' : 'fields'} ${names.join(', ')}${more}.`
    return field === '' ? message : `${field}: ${message}`
  }
  const rule = ruleOf(issue)
  return field === '' ? `${rule}.` : `${field}: ${rule}.`
}

/** The error for what a schema rejects, which names the field and what was expected. */
export const invalid = (error: z.core.$ZodError) => new AppError('invalid_request', describeIssue(error))

const validator = <Target extends 'param' | 'json' | 'form', Schema extends z.ZodType>(
  target: Target,
  schema: Schema,
) =>
  zValidator(target, schema, (result) => {
    if (!result.success) throw invalid(result.error)
  })

/** Validates the body from `receiveJson`. */
export const validateBody = <Schema extends z.ZodType>(schema: Schema) => validator('json', schema)

/** Validates the form from `receiveForm`. A repeated field is an array. */
export const validateForm = <Schema extends z.ZodType>(schema: Schema) => validator('form', schema)

export const validateParams = <Shape extends z.ZodRawShape>(shape: Shape) =>
  validator('param', z.object(shape))

/**
 * Validates query parameters. Unknown ones are ignored, an empty value counts
 * as absent, and repeating a known one is an error. Sets `query` to the parsed
 * query, so that the ETag, the links and the response use the same values.
 */
export const validateQuery = <Shape extends z.ZodRawShape>(
  shape: Shape,
): MiddlewareHandler<
  AppEnv,
  string,
  {
    in: { query: z.input<z.ZodObject<Shape>> }
    out: { query: z.output<z.ZodObject<Shape>> }
  }
> => {
  const schema = z.object(shape)
  return createMiddleware(async (c, next) => {
    const query = parseQuery(c.req.url)
    const values = Object.keys(shape).map((name) => {
      const [value, ...more] = query.getAll(name)
      return [name, more.length > 0 ? [value, ...more] : value]
    })
    const result = schema.safeParse(Object.fromEntries(values))
    if (!result.success) throw invalid(result.error)
    c.set('query', query)
    c.req.addValidatedData('query', result.data)
    await next()
  })
}
