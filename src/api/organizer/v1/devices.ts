import { withoutDefaults } from '../../../domain/resources/create-resources.ts'
import { addDevice, listDevices, renewDeviceLink } from '../../../domain/sign-in/devices.ts'
import { actorOf } from '../../http/actor.ts'
import { operation } from '../../operation.ts'
import { nameCursors } from '../../pagination/by-name.ts'
import {
  DEVICES,
  DeviceWithLink,
  device,
  exampleDeviceWithLink,
  serializeDeviceWithLink,
} from '../../resources/device.ts'
import { eventLimit } from '../../resources/member.ts'
import { organizer, organizerParams } from '../../resources/organizer.ts'
import { requestSchemas } from '../../resources/schema-names.ts'
import { lineSchema, newId, storedInstant, strictBody } from '../../resources/values.ts'
import { listOperation } from './list-operation.ts'
import { deleteOperation, readOperation } from './resource-operations.ts'

const DAY_MS = 24 * 3_600_000
const DEFAULT_DAYS = 30
const MAX_DAYS = 400

export const deviceOperations = [
  listOperation('listDevices', device, {
    path: DEVICES,
    parent: organizer,
    description: 'Sorted by name, without their links.',
    pageName: 'DevicePage',
    cursors: nameCursors,
    list: listDevices,
    peopleOnly: true,
    needsSecret: true,
  }),
  operation({
    id: 'createDevice',
    method: 'POST',
    path: DEVICES,
    tag: 'Phones',
    summary: 'Add a phone',
    description:
      'The response has a link for one use within 15 minutes. The phone that opens it is a member of the staff, without an account. A repeat with the same `id` has a new link, and the earlier one ends.',
    access: 'manager',
    peopleOnly: true,
    needsSecret: true,
    params: organizerParams,
    body: strictBody({
      id: newId,
      name: lineSchema(60),
      eventId: eventLimit,
      expiresAt: storedInstant
        .refine((instant) => instant.getTime() > Date.now(), 'must be in the future')
        .refine(
          (instant) => instant.getTime() <= Date.now() + MAX_DAYS * DAY_MS,
          `must be within ${MAX_DAYS} days`,
        )
        .nullable()
        .exactOptional()
        .meta({ description: `When the phone is signed out: in ${DEFAULT_DAYS} days if it is left out.` }),
    }).register(requestSchemas, { id: 'NewDevice' }),
    bodyExamples: { gate: { summary: 'A phone for the main gate', value: { name: 'Gate A' } } },
    response: {
      status: 201,
      description: 'The phone, with its link.',
      body: DeviceWithLink,
      location: true,
      examples: { device: { summary: 'A phone', value: exampleDeviceWithLink } },
    },
    errors: {
      organizer_not_found: true,
      event_not_found: 'eventId: the organizer has no such event.',
      id_taken: true,
      limit_reached: 'An organizer can have at most 500 phones. Nothing was created.',
    },
    handle: async (c, { params: { organizerId }, body: { id = crypto.randomUUID(), ...body } }) => {
      const actor = actorOf(c)
      const { name, eventId = null, expiresAt } = body
      const end = expiresAt?.getTime() ?? actor.now.getTime() + DEFAULT_DAYS * DAY_MS
      const { device, link } = await addDevice(
        c.get('db'),
        actor,
        organizerId,
        { id, name, eventId, expiresAt: end },
        withoutDefaults(body),
      )
      c.header('Location', `/api/organizer/v1/organizers/${organizerId}/devices/${id}`)
      c.header('Cache-Control', 'no-store')
      return serializeDeviceWithLink(device, link, c.req.url)
    },
  }),
  readOperation('getDevice', device, { peopleOnly: true, needsSecret: true }),
  operation({
    id: 'connectDeviceAgain',
    method: 'POST',
    path: `${device.path}/connect`,
    tag: 'Phones',
    summary: 'Make a new link for a phone',
    description:
      'The link before ends. The phone that used it is signed out when the new one is used; a token that it holds works for ten minutes at most.',
    access: 'manager',
    peopleOnly: true,
    needsSecret: true,
    params: device.params,
    response: {
      description: 'The phone, with its new link.',
      body: DeviceWithLink,
      examples: { device: { summary: 'A phone', value: exampleDeviceWithLink } },
    },
    errors: { device_not_found: true },
    handle: async (c, { params }) => {
      const { device: row, link } = await renewDeviceLink(c.get('db'), actorOf(c), device.pathOf(params))
      c.header('Cache-Control', 'no-store')
      return serializeDeviceWithLink(row, link, c.req.url)
    },
  }),
  deleteOperation('deleteDevice', device, {
    description: 'It is signed out at once, and hides its list with its next request.',
    peopleOnly: true,
    needsSecret: true,
  }),
]
