import * as z from 'zod'
import { type InvitationPosition, listInvitations as list } from '../../../domain/organizer/invitations.ts'
import { exampleLinks } from '../../demo-ids.ts'
import { readFromNearest } from '../../http/request-database.ts'
import { operation } from '../../operation.ts'
import { cursorsOf } from '../../pagination/cursors.ts'
import { cursorParam, pageOf, pageSizeParam, readPage } from '../../pagination/page.ts'
import {
  exampleInvitation,
  INVITATIONS,
  Invitation,
  serializeInvitation,
} from '../../resources/invitation.ts'
import { organizerParams } from '../../resources/organizer.ts'
import { responseSchemas } from '../../resources/schema-names.ts'

const cursors = cursorsOf<string, InvitationPosition>(
  z.strictObject({ expiresAt: z.int(), id: z.string() }),
  (organizerId) => ['invitations', organizerId],
)

export const listInvitations = operation({
  id: 'listInvitations',
  method: 'GET',
  path: INVITATIONS,
  tag: 'Organizers',
  summary: 'List the open invitations of an organizer',
  description: 'Oldest first, without their links.',
  access: 'manager',
  peopleOnly: true,
  params: organizerParams,
  query: {
    pageSize: pageSizeParam('Invitations', 100, 500),
    cursor: cursorParam('the organizer of its link'),
  },
  response: {
    description: 'A page of invitations.',
    body: pageOf(Invitation).register(responseSchemas, { id: 'InvitationPage' }),
    cache: 'private',
    examples: {
      page: {
        summary: 'A page',
        value: { data: [exampleInvitation], links: exampleLinks(`/api/organizer/v1${INVITATIONS}`) },
      },
    },
  },
  errors: { organizer_not_found: true, invalid_cursor: cursors.invalidMessage },
  handle: (c, { params: { organizerId }, query: { pageSize, cursor } }) =>
    readPage(
      c,
      { cursors, list: organizerId, cursor },
      (after) => readFromNearest(c, (db) => list(db, c.get('subject'), organizerId, pageSize, after)),
      serializeInvitation,
    ),
})
