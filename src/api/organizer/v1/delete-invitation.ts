import { MAY_INVITE } from '../../../domain/people/invitations.ts'
import { invitation } from '../../resources/invitation.ts'
import { deleteOperation } from './resource-operations.ts'

export const deleteInvitation = deleteOperation('deleteInvitation', invitation, {
  description: 'Its link ends. Managers may delete invitations of staff.',
  allowed: MAY_INVITE,
  peopleOnly: true,
})
