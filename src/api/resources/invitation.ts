// An invitation as those see it who manage its organizer.
import * as z from 'zod'
import { INVITATION } from '../../domain/people/invitations.ts'
import { ROLES } from '../../domain/people/members.ts'
import { demoId } from '../demo-ids.ts'
import { organizerParams } from './organizer.ts'
import { responseSchemas } from './schema-names.ts'
import { Instant, serializer, uuidSchema } from './values.ts'

export const INVITATIONS = '/organizers/:organizerId/invitations'

export const Invitation = z
  .strictObject({
    id: z.uuid(),
    role: z.enum(ROLES),
    eventId: z.uuid().nullable(),
    name: z.string().nullable(),
    expiresAt: Instant,
    invitedBy: z
      .string()
      .meta({ description: 'The subject who made the link. It ends when that person may no longer invite.' }),
  })
  .register(responseSchemas, { id: 'Invitation' })

export const serializeInvitation = serializer(Invitation)

export const exampleInvitation: z.infer<typeof Invitation> = {
  id: demoId('70'),
  role: 'staff',
  eventId: demoId('10'),
  name: 'Ana García',
  expiresAt: '2026-06-19T09:00:00.000Z',
  invitedBy: 'owner',
}

export const invitation = {
  ...{ type: INVITATION, noun: 'invitation', tag: 'Organizers', path: `${INVITATIONS}/:invitationId` },
  params: { ...organizerParams, invitationId: uuidSchema },
  pathOf: ({ organizerId, invitationId }: { organizerId: string; invitationId: string }) => ({
    id: invitationId,
    organizerId,
  }),
  ...{ schema: Invitation, serialize: serializeInvitation, example: exampleInvitation },
}
