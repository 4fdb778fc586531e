// Values that cross the wire in more than one place.
import * as z from 'zod'

/** A UUID of any version in either case; lower case from here on. */
export const uuid = z
  .string()
  .regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i, 'must be a UUID')
  .transform((value) => value.toLowerCase())

/** A query parameter: text given once, where an empty one counts as absent. */
export const parameter = <Schema extends z.ZodType<unknown, string>>(schema: Schema) =>
  z
    .string({ error: 'must be given once' })
    .optional()
    .transform((value) => (value === '' ? undefined : value))
    .pipe(schema.optional())

/** The instant in UTC with milliseconds, as every answer writes it. */
export const writeInstant = (instant: Date | number): string => new Date(instant).toISOString()
