// A phone as its managers see it.
import * as z from 'zod'
import { DEVICE, type DeviceLink, type Device as DeviceRow } from '../../domain/sign-in/devices.ts'
import { demoId } from '../demo-ids.ts'
import { organizerParams } from './organizer.ts'
import { responseSchemas } from './schema-names.ts'
import { formatInstant, Instant, serializer, uuidSchema } from './values.ts'

export const DEVICES = '/organizers/:organizerId/devices'

const fields = {
  id: z.uuid(),
  name: z.string(),
  eventId: z.uuid().nullable().meta({ description: 'The only event that the phone may see.' }),
  expiresAt: Instant.meta({ description: 'When the phone is signed out.' }),
  connectedAt: Instant.nullable().meta({ description: 'Null until the phone has used a link.' }),
  lastSeenAt: Instant.nullable().meta({
    description: 'When the phone last renewed its sign-in, as it does every ten minutes.',
  }),
}

export const Device = z.strictObject(fields).register(responseSchemas, { id: 'Device' })

export const DeviceWithLink = z
  .strictObject({
    ...fields,
    connect: z.strictObject({
      url: z.string().meta({ description: 'Connects the phone that opens it. Works once.' }),
      expiresAt: Instant,
    }),
  })
  .register(responseSchemas, { id: 'DeviceWithLink' })

export const serializeDevice = serializer(Device)

/** The code is in the fragment, which no server logs. */
export const serializeDeviceWithLink = (device: DeviceRow, link: DeviceLink, request: string) => ({
  ...serializeDevice(device),
  connect: {
    url: new URL(`/door/#connect/${link.code}`, request).href,
    expiresAt: formatInstant(link.expiresAt),
  },
})

export const exampleDevice: z.infer<typeof Device> = {
  id: demoId('80'),
  name: 'Gate A',
  eventId: demoId('10'),
  expiresAt: '2026-07-12T17:00:00.000Z',
  connectedAt: '2026-06-12T17:00:30.000Z',
  lastSeenAt: '2026-06-12T18:10:00.000Z',
}

export const exampleDeviceWithLink: z.infer<typeof DeviceWithLink> = {
  ...exampleDevice,
  ...{ connectedAt: null, lastSeenAt: null },
  connect: {
    url: 'https://tickets.example.com/door/#connect/bA0ePzqvQb6mDf2xJwK9sA',
    expiresAt: '2026-06-12T17:15:00.000Z',
  },
}

export const device = {
  ...{ type: DEVICE, noun: 'phone', tag: 'Phones', path: `${DEVICES}/:deviceId` },
  params: { ...organizerParams, deviceId: uuidSchema },
  pathOf: ({ organizerId, deviceId }: { organizerId: string; deviceId: string }) => ({
    id: deviceId,
    organizerId,
  }),
  ...{ schema: Device, serialize: serializeDevice, example: exampleDevice },
}
