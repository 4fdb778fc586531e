import { changeResource } from '../../../domain/resources/change-resource.ts'
import { SERIES as TYPE } from '../../../domain/resources/definitions.ts'
import { actorOf } from '../../http/actor.ts'
import { isCurrent } from '../../http/conditional.ts'
import { operation } from '../../operation.ts'
import { requestSchemas } from '../../resources/schema-names.ts'
import { descriptionSchema, SERIES, seriesParams } from '../../resources/series.ts'
import { nameSchema, strictBody } from '../../resources/values.ts'

const SeriesUpdate = strictBody({
  name: nameSchema
    .meta({
      description: 'Leading and trailing white space is removed. If left out, the name stays as it is.',
    })
    .exactOptional(),
  description: descriptionSchema
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
    const path = { id: params.seriesId, eventId: params.eventId }
    await changeResource(c.get('db'), actorOf(c), TYPE, path, body, body, { isCurrent: isCurrent(c) })
    return undefined
  },
})
