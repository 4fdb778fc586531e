import * as z from 'zod'
import { UNKNOWN_EVENT } from '../../../domain/people/members.ts'
import { withoutDefaults } from '../../../domain/resources/create-resources.ts'
import { describeLimit } from '../../../domain/resources/limits.ts'
import {
  addDevice,
  DEVICE,
  type DeviceLink,
  type Device as DeviceRow,
  defaultEnd,
  listDevices,
  MAX_DEVICE_DAYS,
  renewDeviceLink,
  roleValues,
} from '../../../domain/sign-in/devices.ts'
import { actorOf } from '../../http/context.ts'
import { operation } from '../../operation.ts'
import { nameCursors } from '../../pagination/page.ts'
import { PhoneRole } from '../../resources/device.ts'
import { demoId } from '../../resources/examples.ts'
import { eventLimit } from '../../resources/member.ts'
import { organizer, organizerParams } from '../../resources/organizer.ts'
import { requestSchemas, responseSchemas } from '../../resources/schema-names.ts'
import {
  formatInstant,
  Instant,
  lineSchema,
  newId,
  serializer,
  storedInstant,
  strictBody,
  uuidSchema,
} from '../../resources/values.ts'
import { listBelowOperation } from './list-operation.ts'
import {
  changeOperation,
  deleteOperation,
  readOperation,
  resourcePathOf,
  setLocation,
} from './resource-operations.ts'

const DEVICES = '/organizers/:organizerId/devices'

const fields = {
  id: z.uuid(),
  name: z.string(),
  eventId: z.uuid().nullable().meta({ description: 'The only event that the phone may see.' }),
  role: PhoneRole.meta({
    description:
      'A `Steward` holds no names: it scans codes and finds whole ticket numbers. A `Kiosk` holds none either, and only asks whether a ticket lets somebody in.',
  }),
  expiresAt: Instant.meta({
    description:
      'When the phone is signed out. While a session that it may see started in the last 12 hours, it stays signed in.',
  }),
  connectedAt: Instant.nullable().meta({ description: 'Null until the phone has used a link.' }),
  lastSeenAt: Instant.nullable().meta({
    description: 'When the phone last made a request. At most two minutes late.',
  }),
  unsent: z.int().min(0).meta({
    description: 'How many check-ins the phone last said to hold that it could not send.',
  }),
}

const Device = z.strictObject(fields).register(responseSchemas, { id: 'Device' })

const DeviceWithLink = z
  .strictObject({
    ...fields,
    connect: z.strictObject({
      url: z.string().meta({ description: 'Connects the phone that opens it. Works once.' }),
      expiresAt: Instant,
    }),
  })
  .register(responseSchemas, { id: 'DeviceWithLink' })

const serializeDevice = serializer(Device)

/** The code goes into the fragment, which browsers never send. */
const serializeDeviceWithLink = (device: DeviceRow, link: DeviceLink, request: string) => ({
  ...serializeDevice(device),
  connect: {
    url: new URL(`/door/#connect/${link.code}`, request).href,
    expiresAt: formatInstant(link.expiresAt),
  },
})

const exampleDevice: z.infer<typeof Device> = {
  id: demoId('80'),
  name: 'Gate A',
  eventId: demoId('10'),
  role: 'Staff',
  expiresAt: '2026-07-12T17:00:00.000Z',
  connectedAt: '2026-06-12T17:00:30.000Z',
  lastSeenAt: '2026-06-12T18:10:00.000Z',
  unsent: 0,
}

const exampleDeviceWithLink: z.infer<typeof DeviceWithLink> = {
  ...exampleDevice,
  connectedAt: null,
  lastSeenAt: null,
  connect: {
    url: 'https://tickets.example.com/door/#connect/bA0ePzqvQb6mDf2xJwK9sA',
    expiresAt: '2026-06-12T17:15:00.000Z',
  },
}

const device = {
  type: DEVICE,
  noun: 'phone',
  tag: 'Phones',
  path: `${DEVICES}/:deviceId`,
  params: { ...organizerParams, deviceId: uuidSchema },
  schema: Device,
  serialize: serializeDevice,
  example: exampleDevice,
  peopleOnly: true,
  needsSecret: true,
}

const DAY_MS = 24 * 3_600_000

export const deviceOperations = [
  listBelowOperation('listDevices', device, organizer, {
    path: DEVICES,
    description: 'Sorted by name, without their links.',
    pageName: 'DevicePage',
    cursors: nameCursors,
    list: listDevices,
  }),
  operation({
    id: 'createDevice',
    method: 'POST',
    path: DEVICES,
    tag: 'Phones',
    summary: 'Add a phone',
    description:
      'The response has a link that works once, within 15 minutes. The phone that opens it becomes a staff member without an account. Repeating the call with the same `id` replaces the link.',
    access: 'manager',
    peopleOnly: true,
    needsSecret: true,
    params: organizerParams,
    body: strictBody({
      id: newId,
      name: lineSchema(60),
      eventId: eventLimit,
      role: PhoneRole.exactOptional().meta({ description: '`Staff` by default.' }),
      expiresAt: storedInstant
        .refine((instant) => instant.getTime() > Date.now(), 'must be in the future')
        .refine(
          (instant) => instant.getTime() <= Date.now() + MAX_DEVICE_DAYS * DAY_MS,
          `must be within ${MAX_DEVICE_DAYS} days`,
        )
        .nullable()
        .exactOptional()
        .meta({
          description: `When the phone is signed out. By default at noon, in the time zone of the event, of the day after the last session that it may see, but in 30 to ${MAX_DEVICE_DAYS} days.`,
        }),
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
      event_not_found: UNKNOWN_EVENT,
      id_taken: true,
      limit_reached: describeLimit('devices'),
    },
    handle: async (c, { params: { organizerId }, body: { id = crypto.randomUUID(), ...body } }) => {
      const actor = actorOf(c)
      const { name, eventId = null, role = 'Staff', expiresAt } = body
      const db = c.get('db')
      const end =
        expiresAt?.getTime() ?? (await defaultEnd(db, { organizerId, eventId }, actor.now.getTime()))
      const { device: row, link } = await addDevice(
        db,
        actor,
        organizerId,
        { id, name, eventId, role, expiresAt: end },
        withoutDefaults(body),
      )
      setLocation(c, device, { organizerId, id })
      c.header('Cache-Control', 'no-store')
      return serializeDeviceWithLink(row, link, c.req.url)
    },
  }),
  readOperation('getDevice', device),
  operation({
    id: 'connectDeviceAgain',
    method: 'POST',
    path: `${device.path}/connect`,
    tag: 'Phones',
    summary: 'Create a new link for a phone',
    description:
      'Replaces the earlier link. The phone that used it is signed out when the new one is used; its access token works for at most ten more minutes.',
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
      const { device: row, link } = await renewDeviceLink(
        c.get('db'),
        actorOf(c),
        resourcePathOf(device, params),
      )
      c.header('Cache-Control', 'no-store')
      return serializeDeviceWithLink(row, link, c.req.url)
    },
  }),
  changeOperation('updateDevice', device, {
    description:
      'The phone notices at its next request. For 24 hours after a change to `Steward` or `Kiosk`, what it reports from before the change is taken as from `Staff`.',
    body: strictBody({ role: PhoneRole }).register(requestSchemas, { id: 'DeviceChange' }),
    bodyExamples: {
      staff: { summary: 'Harmless for phones as they are added', harmless: true, value: { role: 'Staff' } },
      steward: { summary: 'A phone without names', value: { role: 'Steward' } },
    },
    values: ({ role }, now) => roleValues(role, now),
  }),
  deleteOperation('deleteDevice', device, {
    description: 'Signs the phone out at once. It hides its list at its next request.',
  }),
]
