import { venue } from '../../resources/venue.ts'
import { readOperation } from './resource-operations.ts'

export const getVenue = readOperation('getVenue', venue)
