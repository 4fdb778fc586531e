import { ticket } from '../../resources/managed-ticket.ts'
import { deleteOperation } from './resource-operations.ts'

export const deleteTicket = deleteOperation('deleteTicket', ticket, {
  description: 'Only a ticket that was never checked in. Void it otherwise.',
})
