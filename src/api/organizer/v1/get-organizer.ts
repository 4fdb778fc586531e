import { organizer } from '../../resources/organizer.ts'
import { readOperation } from './resource-operations.ts'

export const getOrganizer = readOperation('getOrganizer', organizer)
