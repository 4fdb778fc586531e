import * as z from 'zod'
import {
  type InvitationPosition,
  invite,
  listInvitations,
  MAY_INVITE,
} from '../../../domain/people/invitations.ts'
import { actorOf } from '../../http/actor.ts'
import { operation } from '../../operation.ts'
import { cursorsOf } from '../../pagination/cursors.ts'
import {
  exampleInvitation,
  INVITATIONS,
  Invitation,
  invitation,
  serializeInvitation,
} from '../../resources/invitation.ts'
import { membershipFields, onlyStaffLimited } from '../../resources/member.ts'
import { organizer, organizerParams } from '../../resources/organizer.ts'
import { requestSchemas, responseSchemas } from '../../resources/schema-names.ts'
import { newId, strictBody } from '../../resources/values.ts'
import { listOperation } from './list-operation.ts'
import { deleteOperation, readOperation } from './resource-operations.ts'

const cursors = cursorsOf<string, InvitationPosition>(
  z.strictObject({ expiresAt: z.int(), id: z.string() }),
  (path) => [path],
)

const InvitationWithLink = Invitation.extend({
  url: z.string().meta({ description: 'Makes the person who opens it a member. Shown this once.' }),
}).register(responseSchemas, { id: 'InvitationWithLink' })

/** The code stands in the fragment, so that no server logs it. */
const linkTo = (code: string, request: string): string => new URL(`/organizer/#join/${code}`, request).href

export const invitationOperations = [
  listOperation('listInvitations', invitation, {
    path: INVITATIONS,
    parent: organizer,
    summary: 'List the open invitations of an organizer',
    description: 'Oldest first, without their links.',
    pageName: 'InvitationPage',
    cursors,
    list: listInvitations,
    peopleOnly: true,
  }),
  operation({
    id: 'createInvitation',
    method: 'POST',
    path: INVITATIONS,
    tag: 'Organizers',
    summary: 'Invite somebody by a link',
    description:
      'The link works once, and for seven days. Managers may invite staff. A repeat with the same `id` has a new link, and the earlier one ends.',
    access: 'manager',
    peopleOnly: true,
    params: organizerParams,
    body: strictBody({ id: newId, ...membershipFields })
      .refine(...onlyStaffLimited)
      .register(requestSchemas, { id: 'NewInvitation' }),
    bodyExamples: {
      staff: { summary: 'Door staff', value: { role: 'staff', name: 'Ana García' } },
      manager: { summary: 'A manager, invited by an owner', value: { role: 'manager', name: 'Bo Lind' } },
    },
    response: {
      status: 201,
      description: 'The invitation, with its link.',
      body: InvitationWithLink,
      location: true,
      examples: {
        invitation: {
          summary: 'An invitation',
          value: {
            ...exampleInvitation,
            url: 'https://tickets.example.com/organizer/#join/bA0ePzqvQb6mDf2xJwK9sA',
          },
        },
      },
    },
    errors: {
      organizer_not_found: true,
      event_not_found: 'eventId: the organizer has no such event.',
      id_taken: true,
    },
    handle: async (c, { params: { organizerId }, body }) => {
      const { id = crypto.randomUUID(), role, eventId = null, name = null } = body
      const { invitation, code } = await invite(c.get('db'), actorOf(c), organizerId, {
        id,
        role,
        eventId,
        name,
      })
      c.header('Location', `/api/organizer/v1/organizers/${organizerId}/invitations/${id}`)
      c.header('Cache-Control', 'no-store')
      return { ...serializeInvitation(invitation), url: linkTo(code, c.req.url) }
    },
  }),
  readOperation('getInvitation', invitation, { peopleOnly: true }),
  deleteOperation('deleteInvitation', invitation, {
    description: 'Its link ends. Managers may delete invitations of staff.',
    allowed: MAY_INVITE,
    peopleOnly: true,
  }),
]
