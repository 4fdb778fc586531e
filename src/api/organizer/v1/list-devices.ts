import { listDevices as list } from '../../../domain/sign-in/devices.ts'
import { exampleLinks } from '../../demo-ids.ts'
import { readFromNearest } from '../../http/request-database.ts'
import { operation } from '../../operation.ts'
import { nameCursors } from '../../pagination/by-name.ts'
import { cursorParam, pageOf, pageSizeParam, readPage } from '../../pagination/page.ts'
import { DEVICES, Device, exampleDevice, serializeDevice } from '../../resources/device.ts'
import { organizerParams } from '../../resources/organizer.ts'
import { responseSchemas } from '../../resources/schema-names.ts'

export const listDevices = operation({
  id: 'listDevices',
  method: 'GET',
  path: DEVICES,
  tag: 'Phones',
  summary: 'List the phones of an organizer',
  description: 'Sorted by name, without their links.',
  access: 'manager',
  peopleOnly: true,
  needsSecret: true,
  params: organizerParams,
  query: { pageSize: pageSizeParam('Phones', 100, 500), cursor: cursorParam('the organizer of its link') },
  response: {
    description: 'A page of phones.',
    body: pageOf(Device).register(responseSchemas, { id: 'DevicePage' }),
    cache: 'private',
    examples: {
      page: {
        summary: 'A page',
        value: { data: [exampleDevice], links: exampleLinks(`/api/organizer/v1${DEVICES}`) },
      },
    },
  },
  errors: { organizer_not_found: true, invalid_cursor: nameCursors.invalidMessage },
  handle: (c, { params: { organizerId }, query: { pageSize, cursor } }) =>
    readPage(
      c,
      { cursors: nameCursors, list: `devices ${organizerId}`, cursor },
      (after) => readFromNearest(c, (db) => list(db, c.get('subject'), organizerId, pageSize, after)),
      serializeDevice,
    ),
})
