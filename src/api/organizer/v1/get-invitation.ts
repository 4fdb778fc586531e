import { invitation } from '../../resources/invitation.ts'
import { readOperation } from './resource-operations.ts'

export const getInvitation = readOperation('getInvitation', invitation, { peopleOnly: true })
