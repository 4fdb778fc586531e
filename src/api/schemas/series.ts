// A series and its update: parameters, body and response.
import * as z from 'zod'
import type { Series as SeriesRow } from '../../domain/organizer/get-series.ts'
import { formatNullableInstant, hasCharacters, Instant, strictBody, uuidSchema } from './values.ts'

const MAX_NAME_CHARACTERS = 200
const MAX_DESCRIPTION_CHARACTERS = 10_000

export const seriesParams = { eventId: uuidSchema, seriesId: uuidSchema }

/** Text without lone surrogates, which UTF-8 cannot encode and the database would replace. */
const storableText = (expected: string) =>
  z.string(expected).refine((value) => value.isWellFormed(), 'must be well-formed Unicode')

export const SeriesUpdate = strictBody({
  name: storableText(`must be text of 1 to ${MAX_NAME_CHARACTERS} characters`)
    .trim()
    .refine(hasCharacters(1, MAX_NAME_CHARACTERS), `must have 1 to ${MAX_NAME_CHARACTERS} characters`)
    .regex(/^\P{Cc}*$/u, 'must have no control characters')
    .meta({
      minLength: 1,
      maxLength: MAX_NAME_CHARACTERS,
      description: 'Leading and trailing white space is removed. If left out, the name stays as it is.',
    })
    .exactOptional(),
  description: storableText('must be text or null')
    .refine(
      hasCharacters(0, MAX_DESCRIPTION_CHARACTERS),
      `must have at most ${MAX_DESCRIPTION_CHARACTERS} characters`,
    )
    .regex(/^[^\0]*$/, 'must have no NUL character')
    .meta({ maxLength: MAX_DESCRIPTION_CHARACTERS })
    .nullable()
    .meta({ description: 'Null clears it. If left out, the description stays as it is.' })
    .exactOptional(),
})
  .refine((change) => Object.keys(change).length > 0, 'Nothing to change: give name, description or both')
  .meta({ minProperties: 1, description: 'A new name, a new description, or both.' })

export const Series = z.strictObject({
  id: z.uuid(),
  eventId: z.uuid(),
  eventName: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  sessions: z.int().min(0).meta({ description: 'How many sessions the series has.' }),
  updatedAt: Instant.nullable().meta({ description: 'The last change through this API.' }),
  updatedBy: z.string().nullable().meta({ description: 'The subject of the token that changed it.' }),
})

export const serializeSeries = (row: SeriesRow): z.infer<typeof Series> => ({
  id: row.id,
  eventId: row.eventId,
  eventName: row.eventName,
  name: row.name,
  description: row.description,
  sessions: row.sessions,
  updatedAt: formatNullableInstant(row.updatedAt),
  updatedBy: row.updatedBy,
})
