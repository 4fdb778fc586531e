// Shared schemas, and the serializer of rows.
import * as z from 'zod'
import { isVisible } from '../../domain/visible-text.ts'

const UUID_RULE = 'must be a UUID'

/** A UUID of any version, in either case; converted to lower case. */
export const uuidSchema = z
  .string(UUID_RULE)
  .regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i, UUID_RULE)
  .transform((value) => value.toLowerCase())
  .meta({ format: 'uuid' })

/** A query parameter, given at most once. An empty value counts as absent. */
export const queryParam = <Schema extends z.ZodType<unknown, string>>(schema: Schema) =>
  z
    .string({ error: 'must be given once' })
    .optional()
    .transform((value) => (value === '' ? undefined : value))
    .pipe(schema.optional())

/** @param rule the message for anything but a whole number */
export const wholeNumber = (rule: string) => z.string().regex(/^\d+$/, rule).transform(Number)

/** A JSON object without other fields. If a field is repeated, the last value counts. */
export const strictBody = <Shape extends z.ZodRawShape>(shape: Shape) => z.strictObject(shape)

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

/** An instant that the database can store. */
export const storedInstant = instantSchema.refine((instant) => {
  const year = instant.getUTCFullYear()
  return year >= 1 && year <= 9999
}, 'must be of the years 1 to 9999')

export const instantParam = queryParam(z.string().pipe(instantSchema))

export const Instant = z.iso.datetime({ precision: 3 }).meta({ description: 'UTC with milliseconds.' })

/** Whether a text has `min` to `max` characters (code points). */
export const hasCharacters = (min: number, max: number) => (text: string) => {
  const { length } = [...text]
  return length >= min && length <= max
}

/** Text without lone surrogates, which UTF-8 cannot encode and the database would replace. */
export const storableText = (expected: string) =>
  z.string(expected).refine((value) => value.isWellFormed(), 'must be well-formed Unicode')

/** One line of 1 to `max` characters, normalized to NFC because search compares composed characters. */
export const lineSchema = (max: number) =>
  storableText(`must be text of 1 to ${max} characters`)
    .trim()
    .normalize('NFC')
    .refine(hasCharacters(1, max), `must have 1 to ${max} characters`)
    .regex(/^\P{Cc}*$/u, 'must have no control characters')
    .meta({
      minLength: 1,
      maxLength: max,
    })

/** Several lines without control characters other than line breaks and tabs. An empty text is null. */
export const plainText = (max: number) =>
  storableText('must be text or null')
    .trim()
    .normalize('NFC')
    .refine(hasCharacters(0, max), `must have at most ${max} characters`)
    .regex(/^[\P{Cc}\n\r\t]*$/u, 'must have no control characters')
    .transform((text) => text || null)
    .meta({ type: 'string', maxLength: max })

export const nameSchema = lineSchema(200)

export const guestName = nameSchema.refine(isVisible, 'must have a visible character')

const CODE_RULE = 'must be the code at the end of a link'

export const linkCode = z.string(CODE_RULE).min(1, CODE_RULE).max(200, CODE_RULE)

/** An optional id chosen by the client. */
export const newId = uuidSchema.exactOptional().meta({
  description:
    'Chosen by the client, so that the call can be repeated: the same id and content create nothing further and get the same response. By default the service chooses an id.',
})

/** A body with at least one of the fields. Omitted ones stay as they are. `options` alone change nothing. */
export const changeBody = <Shape extends z.ZodRawShape, Options extends z.ZodRawShape = Record<never, never>>(
  shape: Shape,
  options = {} as Options,
) =>
  strictBody({ ...shape, ...options })
    .refine(
      (change) => Object.keys(change as object).some((name) => name in shape),
      `Nothing to change: give ${new Intl.ListFormat('en', { type: 'disjunction' }).format(Object.keys(shape))}`,
    )
    .meta({ minProperties: 1, description: 'Omitted fields stay as they are.' })

/** UTC with milliseconds, as in every response. */
export const formatInstant = (instant: Date | number): string => new Date(instant).toISOString()

const MINUTE_MS = 60_000

/** When the doors open: `offsetMinutes` before the start; null without an offset. */
export const formatDoorsOpen = (startsAt: number, offsetMinutes: number | null): string | null =>
  offsetMinutes === null ? null : formatInstant(startsAt - offsetMinutes * MINUTE_MS)

/** What `serializer` accepts: an instant for text, and null for an optional field. */
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
 * Returns a function that converts a row to a response: only the fields
 * of `schema`, instants as text, and no optional fields that are null.
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
