import { event } from '../../resources/event.ts'
import { readOperation } from './resource-operations.ts'

export const getEvent = readOperation('getEvent', event)
