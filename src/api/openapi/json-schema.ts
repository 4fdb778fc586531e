// What the document says of a value: zod's own conversion, shortened.
import * as z from 'zod'

export type JsonSchema = z.core.JSONSchema.BaseSchema

/** Zod writes these out as patterns of hundreds of characters that say no more than the format does. */
const SPOKEN_FOR_BY_FORMAT = ['uuid', 'date-time']

const shorten = (schema: JsonSchema): void => {
  if (SPOKEN_FOR_BY_FORMAT.includes(schema.format ?? '')) delete schema.pattern
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  // A choice whose member is a choice itself is one choice.
  schema.anyOf &&= schema.anyOf.flatMap((member) =>
    member.anyOf !== undefined && Object.keys(member).length === 1 ? member.anyOf : [member],
  )
  const [first, ...others] = schema.anyOf ?? []
  // Two ways to write one thing, as of an instant with and without seconds.
  if (first !== undefined && others.every((other) => JSON.stringify(other) === JSON.stringify(first))) {
    delete schema.anyOf
    Object.assign(schema, first)
  }
}

/** As it comes in, or as it goes out. */
type Direction = 'input' | 'output'

const settings = (io: Direction) => ({
  io,
  override: ({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodType; jsonSchema: JsonSchema }) => {
    // Left out by zod where a value is transformed, as all that arrives as text is.
    const { default: preset, examples } = (z.globalRegistry.get(zodSchema) ?? {}) as JsonSchema
    if (preset !== undefined) jsonSchema.default = preset
    if (examples !== undefined) jsonSchema.examples = examples
    shorten(jsonSchema)
  },
})

/** The JSON Schema (2020-12) of a value as it crosses the wire. */
export const toJsonSchema = (schema: z.ZodType, io: Direction): JsonSchema => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, settings(io))
  return rest
}

/** The document's named schemas; one that has another in it refers to it by its name. */
export const toNamedSchemas = (
  named: Record<string, z.ZodType>,
  io: Direction,
): Record<string, JsonSchema> => {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id })
  const { schemas } = z.toJSONSchema(registry, {
    ...settings(io),
    uri: (id) => `#/components/schemas/${id}`,
  })
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $schema: _, $id: __, ...schema }]) => [id, schema]),
  )
}
