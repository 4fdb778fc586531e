// An organizer as its managers see it.
import * as z from 'zod'
import { MAX_ERASE_DAYS } from '../../domain/erase/sessions.ts'
import { ORGANIZER, type Organizer as OrganizerRow } from '../../domain/resources/definitions.ts'
import { demoId } from './examples.ts'
import { responseSchemas } from './schema-names.ts'
import { serializer, uuidSchema } from './values.ts'

const DAYS_RULE = `must be a whole number from 1 to ${MAX_ERASE_DAYS}`

export const eraseAfterDays = z.int(DAYS_RULE).min(1, DAYS_RULE).max(MAX_ERASE_DAYS, DAYS_RULE)

export const organizerParams = { organizerId: uuidSchema }

export const Organizer = z
  .strictObject({
    id: z.uuid(),
    name: z.string(),
    eraseAfterDays: z.int().nullable().meta({
      description: 'How many days after a session is over its guests are erased. Null: never.',
    }),
    feed: z.boolean().meta({
      description: 'Whether the feed is on: the owner has switched it on, or there is a webhook.',
    }),
    role: z.enum(['owner', 'manager']).meta({ description: 'The caller’s role.' }),
  })
  .register(responseSchemas, { id: 'Organizer' })

const serialize = serializer(Organizer)

export const serializeOrganizer = ({ feed, ...row }: OrganizerRow): z.infer<typeof Organizer> =>
  serialize({ ...row, feed: feed === 1 } as z.infer<typeof Organizer>)

export const exampleOrganizer: z.infer<typeof Organizer> = {
  id: demoId('1'),
  name: 'Northlight',
  eraseAfterDays: null,
  feed: false,
  role: 'owner',
}

export const organizer = {
  type: ORGANIZER,
  noun: 'organizer',
  tag: 'Organizers',
  path: '/organizers/:organizerId',
  params: organizerParams,
  schema: Organizer,
  serialize: serializeOrganizer,
  example: exampleOrganizer,
}
