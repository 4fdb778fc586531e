import { venue } from '../../resources/venue.ts'
import { deleteOperation } from './resource-operations.ts'

export const deleteVenue = deleteOperation('deleteVenue', venue)
