import * as z from 'zod'
import { listMembers as list, type MemberPosition } from '../../../domain/people/members.ts'
import { cursorsOf } from '../../pagination/cursors.ts'
import { member } from '../../resources/member.ts'
import { organizer } from '../../resources/organizer.ts'
import { listOperation } from './list-operation.ts'

const cursors = cursorsOf<string, MemberPosition>(z.strictObject({ subject: z.string() }), (path) => [path])

export const listMembers = listOperation('listMembers', member, {
  path: '/organizers/:organizerId/members',
  parent: organizer,
  description: 'Sorted by subject.',
  pageName: 'MemberPage',
  cursors,
  list,
  peopleOnly: true,
})
