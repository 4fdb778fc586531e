// Schemas that several requests and responses share, and the serializer of rows.
import * as z from 'zod'

const UUID_RULE = 'must be a UUID'

/** A UUID of any version, in either case; converted to lower case. */
export const uuidSchema = z
  .string(UUID_RULE)
  .regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i, UUID_RULE)
  .transform((value) => value.toLowerCase())
  .meta({ format: 'uuid' })

/** A query parameter: text given at most once. An empty value counts as absent. */
export const queryParam = <Schema extends z.ZodType<unknown, string>>(schema: Schema) =>
  z
    .string({ error: 'must be given once' })
    .optional()
    .transform((value) => (value === '' ? undefined : value))
    .pipe(schema.optional())

/** A parameter that must be a whole number; `rule` is the message for anything else. */
export const wholeNumber = (rule: string) => z.string().regex(/^\d+$/, rule).transform(Number)

/**
 * A JSON body: an object with these fields and no others. If a field is given twice, the last value counts.
 */
export const strictBody = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: (issue) => (issue.code === 'invalid_type' ? 'The body must be a JSON object' : undefined),
  })

/** A body field in which null counts as absent. */
export const nullAsAbsent = <Schema extends z.ZodType>(schema: Schema) =>
  schema.nullish().transform((value) => value ?? undefined)

const INSTANT_RULE = 'must be an ISO 8601 date and time with Z or an offset such as +02:00'

/** An ISO 8601 date and time with `Z` or a numeric offset; a date alone is not an instant. */
export const instantSchema = z
  .union(
    [
      z.iso.datetime({ offset: true }),
      z.iso.datetime({ offset: true, precision: -1 }).meta({ format: 'date-time' }),
    ],
    INSTANT_RULE,
  )
  .transform((value) => new Date(value))

/** An instant that is stored: of the years 1 to 9999 in UTC. */
export const storedInstant = instantSchema.refine((instant) => {
  const year = instant.getUTCFullYear()
  return year >= 1 && year <= 9999
}, 'must be of the years 1 to 9999')

/** A query parameter that is such an instant. */
export const instantParam = queryParam(z.string().pipe(instantSchema))

/** An instant in a response. */
export const Instant = z.iso.datetime({ precision: 3 }).meta({ description: 'UTC with milliseconds.' })

/** A predicate: the text has `min` to `max` characters (code points). */
export const hasCharacters = (min: number, max: number) => (text: string) => {
  const { length } = [...text]
  return length >= min && length <= max
}

/** Text without lone surrogates, which UTF-8 cannot encode and the database would replace. */
export const storableText = (expected: string) =>
  z.string(expected).refine((value) => value.isWellFormed(), 'must be well-formed Unicode')

/** One line of 1 to `max` characters. Search compares composed characters, so they are composed (NFC). */
export const lineSchema = (max: number) =>
  storableText(`must be text of 1 to ${max} characters`)
    .trim()
    .normalize('NFC')
    .refine(hasCharacters(1, max), `must have 1 to ${max} characters`)
    .regex(/^\P{Cc}*$/u, 'must have no control characters')
    .meta({
      minLength: 1,
      maxLength: max,
      description: 'Leading and trailing white space is removed.',
    })

export const nameSchema = lineSchema(200)

/** An id that the client may choose. */
export const newId = uuidSchema.exactOptional().meta({
  description:
    'Chosen by the client. Repeating the call with the same id and content creates nothing further, and has the same response. Without it, the service chooses one.',
})

/** A body with at least one of these fields. What is left out stays as it is. */
export const changeBody = <Shape extends z.ZodRawShape>(shape: Shape) =>
  strictBody(shape)
    .refine(
      (change) => Object.keys(change as object).length > 0,
      `Nothing to change: give ${new Intl.ListFormat('en', { type: 'disjunction' }).format(Object.keys(shape))}`,
    )
    .meta({ minProperties: 1, description: 'What is left out stays as it is.' })

/** The instant in UTC with milliseconds, as in every response. */
export const formatInstant = (instant: Date | number): string => new Date(instant).toISOString()

const MINUTE_MS = 60_000

/** When the doors open: `offsetMinutes` before the start. Null without an offset. */
export const formatDoorsOpen = (startsAt: number, offsetMinutes: number | null): string | null =>
  offsetMinutes === null ? null : formatInstant(startsAt - offsetMinutes * MINUTE_MS)

/** What `serializer` accepts for a value: an instant for text, and null for an optional field. */
type Source<Value> =
  | Value
  | (string extends Value ? Date | number : never)
  | (undefined extends Value ? null : never)

type Row<Shape extends z.ZodRawShape> = {
  readonly [Name in keyof Shape]-?: Source<z.output<Shape[Name]>>
}

const isInstant = (schema: unknown): boolean =>
  schema instanceof z.ZodISODateTime ||
  ((schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) && isInstant(schema.unwrap()))

/**
 * Returns a function that converts a row to a response: only the fields of `schema`, instants as text, and
 * without the optional fields that are null.
 */
export const serializer = <Shape extends z.ZodRawShape>(schema: z.ZodObject<Shape>) => {
  const fields = Object.entries(schema.shape).map(([name, field]) => ({
    name,
    isInstant: isInstant(field),
    isOptional: field instanceof z.ZodOptional,
  }))
  return (row: Row<Shape>): z.output<z.ZodObject<Shape>> => {
    const body: Record<string, unknown> = {}
    for (const { name, isInstant, isOptional } of fields) {
      const value = (row as Record<string, unknown>)[name]
      if (value === null && isOptional) continue
      body[name] = isInstant && value !== null ? formatInstant(value as Date | number) : value
    }
    return body as z.output<z.ZodObject<Shape>>
  }
}
