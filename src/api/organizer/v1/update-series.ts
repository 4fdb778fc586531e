import * as z from 'zod'
import { updateSeries as update } from '../../../domain/organizer/update-series.ts'
import { isCurrent } from '../../http/conditional.ts'
import { operation } from '../../operation.ts'
import { requestSchemas } from '../../resources/schema-names.ts'
import { SERIES, serializeSeries, seriesParams } from '../../resources/series.ts'
import { hasCharacters, strictBody } from '../../resources/values.ts'
import { actorOf } from './actor.ts'

const MAX_NAME_CHARACTERS = 200
const MAX_DESCRIPTION_CHARACTERS = 10_000

/** Text without lone surrogates, which UTF-8 cannot encode and the database would replace. */
const storableText = (expected: string) =>
  z.string(expected).refine((value) => value.isWellFormed(), 'must be well-formed Unicode')

const SeriesUpdate = strictBody({
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
  .register(requestSchemas, { id: 'SeriesUpdate' })

export const updateSeries = operation({
  id: 'updateSeries',
  method: 'PUT',
  path: SERIES,
  tag: 'Series',
  summary: 'Update the name and description of a series',
  description:
    'A field that is left out stays as it is. If the body has a field twice, the last value counts. Repeating the call changes nothing further.',
  access: 'manager',
  params: seriesParams,
  body: SeriesUpdate,
  bodyExamples: {
    name: {
      summary: 'Harmless on the demo: its current name',
      harmless: true,
      value: { name: 'Weekly nights' },
    },
    both: {
      summary: 'Overwrites: a new name and description',
      value: { name: 'Friday nights', description: 'Live music every Friday.' },
    },
    clear: { summary: 'Overwrites: removes the description', value: { description: null } },
  },
  response: { description: 'Updated. No body.' },
  errors: { series_not_found: true, precondition_failed: true },
  handle: async (c, { params, body }) => {
    const isUnchanged = isCurrent(c, serializeSeries)
    await update(c.get('db'), actorOf(c), params, body, isUnchanged)
    return undefined
  },
})
