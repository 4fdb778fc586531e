import { renewDeviceLink } from '../../../domain/sign-in/devices.ts'
import { actorOf } from '../../http/actor.ts'
import { operation } from '../../operation.ts'
import {
  DeviceWithLink,
  device,
  exampleDeviceWithLink,
  serializeDeviceWithLink,
} from '../../resources/device.ts'

export const connectDeviceAgain = operation({
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
})
