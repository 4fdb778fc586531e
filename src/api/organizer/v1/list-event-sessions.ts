import { event } from '../../resources/event.ts'
import { listSessionsOperation } from './session-lists.ts'

export const listEventSessions = listSessionsOperation('listEventSessions', event, 'EventSessionPage')
