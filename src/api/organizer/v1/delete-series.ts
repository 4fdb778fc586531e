import { series } from '../../resources/series.ts'
import { deleteOperation } from './resource-operations.ts'

export const deleteSeries = deleteOperation('deleteSeries', series)
