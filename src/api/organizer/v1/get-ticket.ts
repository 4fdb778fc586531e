import { ticket } from '../../resources/managed-ticket.ts'
import { readOperation } from './resource-operations.ts'

export const getTicket = readOperation('getTicket', ticket)
