import { session } from '../../resources/managed-session.ts'
import { deleteOperation } from './resource-operations.ts'

export const deleteSession = deleteOperation('deleteSession', session)
