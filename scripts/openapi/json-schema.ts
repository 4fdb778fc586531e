// Converts zod schemas to JSON Schema (2020-12) and simplifies the result.
import * as z from 'zod'

export type JsonSchema = z.core.JSONSchema.BaseSchema

/** For these formats Zod adds a long pattern, which only repeats the format. */
const FORMATS_WITHOUT_PATTERN = ['uuid', 'date-time']

const simplify = (schema: JsonSchema): void => {
  if (FORMATS_WITHOUT_PATTERN.includes(schema.format ?? '')) delete schema.pattern
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  // Flattens a union in a union.
  schema.anyOf &&= schema.anyOf.flatMap((member) =>
    member.anyOf !== undefined && Object.keys(member).length === 1 ? member.anyOf : [member],
  )
  schema.anyOf?.forEach(simplify)
  const [first, ...others] = schema.anyOf ?? []
  // Members can look the same here: an instant with and without seconds is a `date-time` either way.
  if (first !== undefined && others.every((other) => JSON.stringify(other) === JSON.stringify(first))) {
    delete schema.anyOf
    Object.assign(schema, first)
  }
  const [second] = others
  if (others.length === 1 && second?.type === 'null' && typeof first?.type === 'string' && !first.enum) {
    delete schema.anyOf
    Object.assign(schema, first, { type: [first.type, 'null'] })
  }
}

/** Whether a value comes in a request or goes out in a response. */
type Direction = 'input' | 'output'

const settings = (io: Direction) => ({
  io,
  override: ({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodType; jsonSchema: JsonSchema }) => {
    // Zod drops these from a schema that transforms, such as every query parameter.
    const { default: preset, examples } = (z.globalRegistry.get(zodSchema) ?? {}) as JsonSchema
    if (preset !== undefined) jsonSchema.default = preset
    if (examples !== undefined) jsonSchema.examples = examples
    simplify(jsonSchema)
  },
})

export const toJsonSchema = (schema: z.ZodType, io: Direction): JsonSchema => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, settings(io))
  return rest
}

/** The schemas under `components`, by name. One that contains another refers to it. */
export const toNamedSchemas = (
  registry: z.core.$ZodRegistry<{ id: string }>,
  io: Direction,
): Record<string, JsonSchema> => {
  const { schemas } = z.toJSONSchema(registry, {
    ...settings(io),
    uri: (id) => `#/components/schemas/${id}`,
  })
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $schema: _, $id: __, ...schema }]) => [id, schema]),
  )
}
