import { device } from '../../resources/device.ts'
import { readOperation } from './resource-operations.ts'

export const getDevice = readOperation('getDevice', device, { peopleOnly: true, needsSecret: true })
