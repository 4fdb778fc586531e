import { EVENT } from '../../../domain/resources/definitions.ts'
import { countGuard, MAX_IN_EVENT } from '../../../domain/resources/limits.ts'
import { eventParams } from '../../resources/event.ts'
import { requestSchemas } from '../../resources/schema-names.ts'
import { descriptionSchema, series } from '../../resources/series.ts'
import { nameSchema, newId, strictBody } from '../../resources/values.ts'
import { createOperation } from './resource-operations.ts'

export const createSeries = createOperation('createSeries', series, {
  path: '/events/:eventId/series',
  params: eventParams,
  parent: EVENT,
  parentId: ({ params }) => params.eventId,
  values: ({ eventId }) => ({ eventId }),
  guards: [countGuard('series')],
  description: `An event can have ${MAX_IN_EVENT.series} series.`,
  body: strictBody({
    id: newId,
    name: nameSchema,
    description: descriptionSchema.exactOptional(),
  }).register(requestSchemas, { id: 'NewSeries' }),
  bodyExamples: { series: { summary: 'A series', value: { name: 'Summer Nights', description: null } } },
})
