import { removeMember as remove } from '../../../domain/people/members.ts'
import { actorOf } from '../../http/actor.ts'
import { operation } from '../../operation.ts'
import { MEMBER, memberParams } from '../../resources/member.ts'

export const removeMember = operation({
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
    await remove(c.get('db'), actorOf(c), params)
    return undefined
  },
})
