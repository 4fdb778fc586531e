import * as z from 'zod'
import { listMembers as list, type MemberPosition } from '../../../domain/organizer/members.ts'
import { exampleLinks } from '../../demo-ids.ts'
import { readFromNearest } from '../../http/request-database.ts'
import { operation } from '../../operation.ts'
import { cursorsOf } from '../../pagination/cursors.ts'
import { cursorParam, pageOf, pageSizeParam, readPage } from '../../pagination/page.ts'
import { exampleMember, Member, serializeMember } from '../../resources/member.ts'
import { organizerParams } from '../../resources/organizer.ts'
import { responseSchemas } from '../../resources/schema-names.ts'

const cursors = cursorsOf<string, MemberPosition>(z.strictObject({ subject: z.string() }), (organizerId) => [
  'members',
  organizerId,
])

export const listMembers = operation({
  id: 'listMembers',
  method: 'GET',
  path: '/organizers/:organizerId/members',
  tag: 'Organizers',
  summary: 'List the members of an organizer',
  description: 'Sorted by subject.',
  access: 'manager',
  peopleOnly: true,
  params: organizerParams,
  query: { pageSize: pageSizeParam('Members', 100, 500), cursor: cursorParam('the organizer of its link') },
  response: {
    description: 'A page of members.',
    body: pageOf(Member).register(responseSchemas, { id: 'MemberPage' }),
    cache: 'private',
    examples: {
      page: {
        summary: 'A page',
        value: {
          data: [exampleMember],
          links: exampleLinks('/api/organizer/v1/organizers/:organizerId/members'),
        },
      },
    },
  },
  errors: { organizer_not_found: true, invalid_cursor: cursors.invalidMessage },
  handle: (c, { params: { organizerId }, query: { pageSize, cursor } }) =>
    readPage(
      c,
      { cursors, list: organizerId, cursor },
      (after) => readFromNearest(c, (db) => list(db, c.get('subject'), organizerId, pageSize, after)),
      serializeMember,
    ),
})
