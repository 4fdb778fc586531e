import { session } from '../../resources/managed-session.ts'
import { readOperation } from './resource-operations.ts'

export const getManagedSession = readOperation('getManagedSession', session)
