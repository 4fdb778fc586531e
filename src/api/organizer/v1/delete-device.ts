import { device } from '../../resources/device.ts'
import { deleteOperation } from './resource-operations.ts'

export const deleteDevice = deleteOperation('deleteDevice', device, {
  description: 'It is signed out at once, and hides its list with its next request.',
  peopleOnly: true,
  needsSecret: true,
})
