import * as z from 'zod'
import { listMembers, type MemberPosition, putMember, removeMember } from '../../../domain/people/members.ts'
import { actorOf } from '../../http/actor.ts'
import { operation } from '../../operation.ts'
import { cursorsOf } from '../../pagination/cursors.ts'
import {
  exampleMember,
  MEMBER,
  Member,
  member,
  memberParams,
  membershipFields,
  onlyStaffLimited,
  serializeMember,
} from '../../resources/member.ts'
import { organizer } from '../../resources/organizer.ts'
import { requestSchemas } from '../../resources/schema-names.ts'
import { strictBody } from '../../resources/values.ts'
import { listOperation } from './list-operation.ts'

const cursors = cursorsOf<string, MemberPosition>(z.strictObject({ subject: z.string() }), (path) => [path])

export const memberOperations = [
  listOperation('listMembers', member, {
    path: '/organizers/:organizerId/members',
    parent: organizer,
    description: 'Sorted by subject.',
    pageName: 'MemberPage',
    cursors,
    list: listMembers,
    peopleOnly: true,
  }),
  operation({
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
    handle: async (c, { params, body }) =>
      serializeMember(await putMember(c.get('db'), actorOf(c), params, body)),
  }),
  operation({
    id: 'removeMember',
    method: 'DELETE',
    path: MEMBER,
    tag: 'Organizers',
    summary: 'Remove a member',
    description:
      'Managers may remove staff. The access ends at once, even while a token is still valid. The last owner stays.',
    access: 'manager',
    peopleOnly: true,
    params: memberParams,
    response: { description: 'Removed. No body.' },
    errors: { organizer_not_found: true, member_not_found: true, last_owner: true },
    handle: async (c, { params }) => {
      await removeMember(c.get('db'), actorOf(c), params)
      return undefined
    },
  }),
]
