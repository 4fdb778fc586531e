// What the series update takes.
import * as z from 'zod'
import { body, characters, uuid } from './values.ts'

const MAX_NAME_CHARACTERS = 200
const MAX_DESCRIPTION_CHARACTERS = 10_000

export const seriesParams = { eventId: uuid, seriesId: uuid }

/** Text that the database can hold and give back as it was. */
const text = (expected: string) =>
  z.string(expected).refine((value) => value.isWellFormed(), 'must be well-formed Unicode')

export const SeriesUpdate = body({
  name: text(`must be text of 1 to ${MAX_NAME_CHARACTERS} characters`)
    .trim()
    .refine(characters(1, MAX_NAME_CHARACTERS), `must have 1 to ${MAX_NAME_CHARACTERS} characters`)
    .regex(/^\P{Cc}*$/u, 'must have no control characters')
    .meta({
      minLength: 1,
      maxLength: MAX_NAME_CHARACTERS,
      description: 'Counted without white space at its ends. Left out: stays as it is.',
    })
    .exactOptional(),
  description: text('must be text or null')
    .refine(
      characters(0, MAX_DESCRIPTION_CHARACTERS),
      `must have at most ${MAX_DESCRIPTION_CHARACTERS} characters`,
    )
    .regex(/^[^\0]*$/, 'must have no NUL character')
    .meta({ maxLength: MAX_DESCRIPTION_CHARACTERS })
    .nullable()
    .meta({ description: 'Null clears it. Left out: stays as it is.' })
    .exactOptional(),
})
  .refine((change) => Object.keys(change).length > 0, 'Nothing to change: give name, description or both')
  .meta({ minProperties: 1 })
