// A series as its organizer sees it.
import * as z from 'zod'
import { SERIES } from '../../domain/resources/definitions.ts'
import { demoId } from './examples.ts'
import { responseSchemas } from './schema-names.ts'
import { hasCharacters, Instant, serializer, storableText, uuidSchema } from './values.ts'

/** The path of a series, below that of the route group. */
export const SERIES_PATH = '/events/:eventId/series/:seriesId'

export const seriesParams = { eventId: uuidSchema, seriesId: uuidSchema }

const MAX_DESCRIPTION_CHARACTERS = 10_000

export const descriptionSchema = storableText('must be text or null')
  .refine(
    hasCharacters(0, MAX_DESCRIPTION_CHARACTERS),
    `must have at most ${MAX_DESCRIPTION_CHARACTERS} characters`,
  )
  .regex(/^[^\0]*$/, 'must have no NUL character')
  .meta({ maxLength: MAX_DESCRIPTION_CHARACTERS })
  .nullable()

const Series = z
  .strictObject({
    id: z.uuid(),
    eventId: z.uuid(),
    eventName: z.string(),
    organizerId: z.uuid(),
    name: z.string(),
    description: z.string().nullable(),
    sessions: z.int().min(0).meta({ description: 'The number of sessions.' }),
    updatedAt: Instant.nullable().meta({ description: 'The time of the last change through this API.' }),
    updatedBy: z.string().nullable().meta({ description: 'The subject that made it.' }),
  })
  .register(responseSchemas, { id: 'Series' })

const exampleSeries: z.infer<typeof Series> = {
  id: demoId('20'),
  eventId: demoId('10'),
  eventName: 'Northlight Nights',
  organizerId: demoId('1'),
  name: 'Weekly nights',
  description: 'A new night every week. Doors open an hour before the start.',
  sessions: 12,
  updatedAt: '2026-06-10T09:00:00.000Z',
  updatedBy: 'manager',
}

export const series = {
  type: SERIES,
  noun: 'series',
  tag: 'Series',
  path: SERIES_PATH,
  params: seriesParams,
  schema: Series,
  serialize: serializer(Series),
  example: exampleSeries,
}
