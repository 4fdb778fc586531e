import { event } from '../../resources/event.ts'
import { deleteOperation } from './resource-operations.ts'

export const deleteEvent = deleteOperation('deleteEvent', event)
