// An organizer as those see it who manage it.
import * as z from 'zod'
import { ORGANIZER, type Organizer as OrganizerRow } from '../../domain/resources/definitions.ts'
import { demoId } from '../demo-ids.ts'
import { responseSchemas } from './schema-names.ts'
import { serializer, uuidSchema } from './values.ts'

export const organizerParams = { organizerId: uuidSchema }

export const Organizer = z
  .strictObject({
    id: z.uuid(),
    name: z.string(),
    role: z.enum(['owner', 'manager']).meta({ description: 'The role of the caller.' }),
  })
  .register(responseSchemas, { id: 'Organizer' })

const serialize = serializer(Organizer)

export const serializeOrganizer = (row: OrganizerRow): z.infer<typeof Organizer> =>
  serialize(row as z.infer<typeof Organizer>)

export const exampleOrganizer: z.infer<typeof Organizer> = {
  id: demoId('1'),
  name: 'Northlight',
  role: 'owner',
}

export const organizer = {
  ...{ type: ORGANIZER, noun: 'organizer', tag: 'Organizers' },
  ...{ path: '/organizers/:organizerId', params: organizerParams },
  pathOf: ({ organizerId }: { organizerId: string }) => ({ id: organizerId }),
  ...{ schema: Organizer, serialize: serializeOrganizer, example: exampleOrganizer },
}
