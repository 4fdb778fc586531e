import { ticketType } from '../../resources/ticket-type.ts'
import { readOperation } from './resource-operations.ts'

export const getTicketType = readOperation('getTicketType', ticketType)
