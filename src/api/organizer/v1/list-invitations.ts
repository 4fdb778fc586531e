import * as z from 'zod'
import { type InvitationPosition, listInvitations as list } from '../../../domain/people/invitations.ts'
import { cursorsOf } from '../../pagination/cursors.ts'
import { INVITATIONS, invitation } from '../../resources/invitation.ts'
import { organizer } from '../../resources/organizer.ts'
import { listOperation } from './list-operation.ts'

const cursors = cursorsOf<string, InvitationPosition>(
  z.strictObject({ expiresAt: z.int(), id: z.string() }),
  (path) => [path],
)

export const listInvitations = listOperation('listInvitations', invitation, {
  path: INVITATIONS,
  parent: organizer,
  summary: 'List the open invitations of an organizer',
  description: 'Oldest first, without their links.',
  pageName: 'InvitationPage',
  cursors,
  list,
  peopleOnly: true,
})
