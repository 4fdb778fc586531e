import { series } from '../../resources/series.ts'
import { readOperation } from './resource-operations.ts'

export const getSeries = readOperation('getSeries', series)
