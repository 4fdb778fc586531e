import { putMember as put } from '../../../domain/people/members.ts'
import { actorOf } from '../../http/actor.ts'
import { operation } from '../../operation.ts'
import {
  exampleMember,
  MEMBER,
  Member,
  memberParams,
  membershipFields,
  onlyStaffLimited,
  serializeMember,
} from '../../resources/member.ts'
import { requestSchemas } from '../../resources/schema-names.ts'
import { strictBody } from '../../resources/values.ts'

export const putMember = operation({
  id: 'putMember',
  method: 'PUT',
  path: MEMBER,
  tag: 'Organizers',
  summary: 'Add a member, or change what a member may do',
  description:
    'The last owner stays one. A name, or the event that limits `staff`, stays as it is if it is left out; null clears it.',
  access: 'owner',
  peopleOnly: true,
  params: memberParams,
  body: strictBody(membershipFields)
    .refine(...onlyStaffLimited)
    .register(requestSchemas, { id: 'Membership' }),
  bodyExamples: {
    staff: {
      summary: 'Door staff of all events',
      value: { role: 'staff', eventId: null, name: 'Ana García' },
    },
    manager: { summary: 'A manager', value: { role: 'manager' } },
  },
  response: {
    description: 'The member.',
    body: Member,
    cache: 'private',
    examples: { member: { summary: 'The member', value: exampleMember } },
  },
  errors: {
    organizer_not_found: true,
    event_not_found: 'eventId: the organizer has no such event.',
    last_owner: true,
  },
  handle: async (c, { params, body }) => serializeMember(await put(c.get('db'), actorOf(c), params, body)),
})
