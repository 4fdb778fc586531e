import { listDevices as list } from '../../../domain/sign-in/devices.ts'
import { nameCursors } from '../../pagination/by-name.ts'
import { DEVICES, device } from '../../resources/device.ts'
import { organizer } from '../../resources/organizer.ts'
import { listOperation } from './list-operation.ts'

export const listDevices = listOperation('listDevices', device, {
  path: DEVICES,
  parent: organizer,
  description: 'Sorted by name, without their links.',
  pageName: 'DevicePage',
  cursors: nameCursors,
  list,
  peopleOnly: true,
  needsSecret: true,
})
