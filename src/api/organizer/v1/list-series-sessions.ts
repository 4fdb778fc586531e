import { series } from '../../resources/series.ts'
import { listSessionsOperation } from './session-lists.ts'

export const listSeriesSessions = listSessionsOperation('listSeriesSessions', series, 'SeriesSessionPage')
