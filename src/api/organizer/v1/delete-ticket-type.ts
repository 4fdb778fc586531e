import { ticketType } from '../../resources/ticket-type.ts'
import { deleteOperation } from './resource-operations.ts'

export const deleteTicketType = deleteOperation('deleteTicketType', ticketType)
