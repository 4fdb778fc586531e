// Validators for parameters and bodies. Every rejection is a 400 `invalid_request` that names the field.
import { zValidator } from '@hono/zod-validator'
import type { MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import * as z from 'zod'
import { AppError } from '../../errors.ts'
import type { AppEnv } from './context.ts'
import { parseQuery } from './query.ts'

/** Longer names of unknown fields are cut in messages. */
const MAX_QUOTED_CHARACTERS = 100
const MAX_QUOTED_KEYS = 5

/** Describes the first issue in one sentence. */
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
  return field === '' ? `${issue.message}.` : `${field}: ${issue.message}.`
}

const invalid = (error: z.core.$ZodError) => new AppError('invalid_request', describeIssue(error))

const validator = <Target extends 'param' | 'json' | 'form', Schema extends z.ZodType>(
  target: Target,
  schema: Schema,
) =>
  zValidator(target, schema, (result) => {
    if (!result.success) throw invalid(result.error)
  })

/** Validates the body that `receiveJson` has received. */
export const validateBody = <Schema extends z.ZodType>(schema: Schema) => validator('json', schema)

/** Validates the form that `receiveForm` has received. A field that is given twice is an array. */
export const validateForm = <Schema extends z.ZodType>(schema: Schema) => validator('form', schema)

/** Validates path parameters. */
export const validateParams = <Shape extends z.ZodRawShape>(shape: Shape) =>
  validator('param', z.object(shape))

/**
 * Validates query parameters: unknown ones are ignored, an empty value counts as absent, a known parameter
 * given twice is an error. Sets `query` to the parsed query, so that the ETag and the links are made from the
 * same values as the response.
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
