import { withoutDefaults } from '../../../domain/resources/create-resources.ts'
import { addDevice } from '../../../domain/sign-in/devices.ts'
import { actorOf } from '../../http/actor.ts'
import { operation } from '../../operation.ts'
import {
  DEVICES,
  DeviceWithLink,
  exampleDeviceWithLink,
  serializeDeviceWithLink,
} from '../../resources/device.ts'
import { eventLimit } from '../../resources/member.ts'
import { organizerParams } from '../../resources/organizer.ts'
import { requestSchemas } from '../../resources/schema-names.ts'
import { lineSchema, newId, storedInstant, strictBody } from '../../resources/values.ts'

const DAY_MS = 24 * 3_600_000
const DEFAULT_DAYS = 30
const MAX_DAYS = 400

export const createDevice = operation({
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
})
