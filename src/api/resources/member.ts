import * as z from 'zod'
import { ROLES } from '../../domain/people/members.ts'
import { isMachine } from '../../domain/sign-in/subjects.ts'
import { demoId } from './examples.ts'
import { organizerParams } from './organizer.ts'
import { responseSchemas } from './schema-names.ts'
import { Instant, nameSchema, serializer, storableText, uuidSchema } from './values.ts'

export const MEMBER = '/organizers/:organizerId/members/:subject'

const MAX_SUBJECT_CHARACTERS = 255

export const memberParams = {
  ...organizerParams,
  subject: storableText('must be a subject')
    .regex(/^\P{Cc}*$/u, 'must have no control characters')
    .max(MAX_SUBJECT_CHARACTERS, `must have at most ${MAX_SUBJECT_CHARACTERS} characters`)
    .refine((subject) => !isMachine(subject), 'must not begin with device: or program:')
    // URL parsers resolve these in a path.
    .refine((subject) => !/^\.{1,2}$/.test(subject), 'must not be . or ..')
    .meta({ description: 'The `sub` of the person’s tokens.' }),
}

export const eventLimit = uuidSchema.nullable().exactOptional().meta({
  description: 'Limits `staff` to one event. By default all events.',
})

export const membershipFields = {
  role: z.enum(ROLES, `must be one of ${ROLES.join(', ')}`),
  eventId: eventLimit,
  name: nameSchema.nullable().exactOptional(),
}

type Given = { role: string; eventId?: string | null }

export const onlyStaffLimited: [(given: Given) => boolean, { path: string[]; error: string }] = [
  ({ role, eventId }) => role === 'staff' || (eventId ?? null) === null,
  { path: ['eventId'], error: 'must be null unless the role is staff' },
]

export const Member = z
  .strictObject({
    subject: z.string(),
    name: z.string().nullable(),
    role: z.enum(ROLES),
    eventId: z.uuid().nullable().meta({ description: 'The only event that the `staff` member may see.' }),
    eventName: z.string().nullable(),
    addedAt: Instant.nullable().meta({
      description: 'Null if the member was not added through this API.',
    }),
    addedBy: z.string().nullable().meta({ description: 'The subject that added or invited the member.' }),
  })
  .register(responseSchemas, { id: 'Member' })

export const serializeMember = serializer(Member)

export const exampleMember: z.infer<typeof Member> = {
  subject: 'door-one-event',
  name: 'Ana García',
  role: 'staff',
  eventId: demoId('10'),
  eventName: 'Northlight Nights',
  addedAt: '2026-06-01T10:00:00.000Z',
  addedBy: 'owner',
}

export const member = {
  noun: 'member',
  tag: 'Organizers',
  schema: Member,
  serialize: serializeMember,
  example: exampleMember,
  peopleOnly: true,
}
