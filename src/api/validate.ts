// @hono/zod-validator with the one error shape: 400 `invalid_request`, and what is wrong with which field.
import { zValidator } from '@hono/zod-validator'
import * as z from 'zod'
import { AppError } from '../errors.ts'

/** One sentence for the first thing that is wrong. */
const describe = ({ issues: [issue] }: z.core.$ZodError): string => {
  if (issue === undefined) return 'The request is not valid.'
  if (issue.code === 'unrecognized_keys')
    return `There is no field ${issue.keys.map((key) => JSON.stringify(key.slice(0, 100))).join(', ')}.`
  const field = issue.path.join('.')
  return field === '' ? `${issue.message}.` : `${field}: ${issue.message}.`
}

const validator = <Target extends 'param' | 'query' | 'json', Schema extends z.ZodType>(
  target: Target,
  schema: Schema,
) =>
  zValidator(target, schema, (result) => {
    if (!result.success) throw new AppError('invalid_request', describe(result.error))
  })

/** A JSON body; see `requireJson` for what comes before it. */
export const validateBody = <Schema extends z.ZodType>(schema: Schema) => validator('json', schema)

export const validateParams = <Shape extends z.ZodRawShape>(shape: Shape) =>
  validator('param', z.object(shape))

/** Query parameters: unknown ones are ignored, an empty one counts as absent, one given twice is refused. */
export const validateQuery = <Shape extends z.ZodRawShape>(shape: Shape) =>
  validator('query', z.object(shape))
