import { getSeries as get } from '../../../domain/organizer/get-series.ts'
import { answerValidated } from '../../http/conditional.ts'
import { readFromNearest } from '../../http/request-database.ts'
import { operation } from '../../operation.ts'
import { exampleSeries, SERIES, Series, serializeSeries, seriesParams } from '../../resources/series.ts'

export const getSeries = operation({
  id: 'getSeries',
  method: 'GET',
  path: SERIES,
  tag: 'Series',
  summary: 'Read a series',
  access: 'manager',
  params: seriesParams,
  response: {
    description: 'The series.',
    body: Series,
    cache: 'validators',
    examples: { series: { summary: 'A series', value: exampleSeries } },
  },
  errors: { series_not_found: true },
  handle: async (c, { params }) => {
    const series = await readFromNearest(c, (db) => get(db, c.get('subject'), params))
    return answerValidated(c, serializeSeries(series))
  },
})
