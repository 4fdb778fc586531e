// The parts that operations are described with: parameters, headers, bodies and messages.
import * as z from 'zod'
import { describeIssue } from '../../../src/api/validate.ts'
import * as examples from '../examples.ts'
import { headersOfSuccess, type requestHeaders } from '../headers.ts'
import { type JsonSchema, toJsonSchema } from '../json-schema.ts'

export const refer = (schema: string) => ({ $ref: `#/components/schemas/${schema}` })

/** The path parameters in `shape`. */
export const pathParameters = (shape: z.ZodRawShape) =>
  Object.entries(toJsonSchema(z.object(shape), 'input').properties ?? {}).map(([name, schema]) => ({
    name,
    in: 'path',
    required: true,
    example: examples.ids[name as keyof typeof examples.ids],
    schema,
  }))

/** The query parameters in `shape`; those in `named` have a schema of their own under `components`. */
export const queryParameters = (shape: z.ZodRawShape, named: Record<string, string>) =>
  Object.entries(toJsonSchema(z.object(shape), 'input').properties ?? {}).map(([name, property]) => {
    const { description, type, ...schema } = property as JsonSchema
    const component = named[name]
    return {
      name,
      in: 'query',
      description,
      schema: { ...(component === undefined ? { type } : refer(component)), ...schema },
    }
  })

export const headers = (...names: (keyof typeof requestHeaders)[]) =>
  names.map((name) => ({ $ref: `#/components/parameters/${name}` }))

export const json = (schema: string, bodies: Record<string, { summary: string; value: unknown }>) => ({
  'application/json': { schema: refer(schema), examples: bodies },
})

/** The message that the service gives for an invalid value. */
export const messageFor = (schema: z.ZodType, invalid: unknown): string => {
  const { error } = schema.safeParse(invalid)
  if (error === undefined) throw new Error(`This example must be invalid: ${JSON.stringify(invalid)}`)
  return describeIssue(error)
}

export const notModified = {
  description: 'Nothing has changed since the response with this `ETag`. No body.',
  headers: headersOfSuccess({ withValidators: true }),
}
