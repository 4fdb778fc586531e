import * as z from 'zod'
import { acceptInvitation as accept } from '../../domain/people/invitations.ts'
import { ROLES } from '../../domain/people/members.ts'
import { demoId } from '../demo-ids.ts'
import { actorOf } from '../http/actor.ts'
import { limitGuesses } from '../http/rate-limit.ts'
import { operation } from '../operation.ts'
import { linkCodeBody, linkCodeExamples } from '../resources/link.ts'
import { responseSchemas } from '../resources/schema-names.ts'

export const acceptInvitation = operation({
  id: 'acceptInvitation',
  method: 'POST',
  path: '/invitations/accept',
  tag: 'Sessions',
  summary: 'Become a member by an invitation',
  description:
    'It never lowers a role. Staff of one event who are invited to another move to it; staff of all events stay that. Whoever accepted an invitation can repeat the call.',
  access: 'subject',
  peopleOnly: true,
  body: linkCodeBody,
  bodyExamples: linkCodeExamples,
  response: {
    description: 'The caller is a member.',
    body: z
      .strictObject({ organizerId: z.uuid(), organizerName: z.string(), role: z.enum(ROLES) })
      .register(responseSchemas, { id: 'JoinedOrganizer' }),
    cache: 'private',
    examples: {
      joined: {
        summary: 'A new member of the staff',
        value: { organizerId: demoId('1'), organizerName: 'Northlight', role: 'staff' },
      },
    },
  },
  errors: { invitation_not_found: true },
  handle: (c, { body: { code } }) => limitGuesses(c, () => accept(c.get('db'), actorOf(c), code)),
})
