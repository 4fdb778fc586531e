import * as z from 'zod'
import {
  INVITATION,
  type InvitationPosition,
  invite,
  listInvitations,
  MAY_INVITE,
} from '../../../domain/people/invitations.ts'
import { ROLES, UNKNOWN_EVENT } from '../../../domain/people/members.ts'
import { actorOf } from '../../http/context.ts'
import { operation } from '../../operation.ts'
import { cursorsOf } from '../../pagination/page.ts'
import { demoId } from '../../resources/examples.ts'
import { membershipFields, onlyStaffLimited } from '../../resources/member.ts'
import { organizer, organizerParams } from '../../resources/organizer.ts'
import { requestSchemas, responseSchemas } from '../../resources/schema-names.ts'
import { Instant, newId, serializer, strictBody, uuidSchema } from '../../resources/values.ts'
import { listBelowOperation } from './list-operation.ts'
import { deleteOperation, readOperation, setLocation } from './resource-operations.ts'

const INVITATIONS = '/organizers/:organizerId/invitations'

const Invitation = z
  .strictObject({
    id: z.uuid(),
    role: z.enum(ROLES),
    eventId: z.uuid().nullable(),
    name: z.string().nullable(),
    expiresAt: Instant,
    invitedBy: z.string().meta({
      description:
        'The subject that created the link. It stops working when that subject may no longer invite.',
    }),
  })
  .register(responseSchemas, { id: 'Invitation' })

const serializeInvitation = serializer(Invitation)

const exampleInvitation: z.infer<typeof Invitation> = {
  id: demoId('70'),
  role: 'staff',
  eventId: demoId('10'),
  name: 'Ana García',
  expiresAt: '2026-06-19T09:00:00.000Z',
  invitedBy: 'owner',
}

const invitation = {
  type: INVITATION,
  noun: 'invitation',
  tag: 'Organizers',
  path: `${INVITATIONS}/:invitationId`,
  params: { ...organizerParams, invitationId: uuidSchema },
  schema: Invitation,
  serialize: serializeInvitation,
  example: exampleInvitation,
  peopleOnly: true,
}

const cursors = cursorsOf<string, InvitationPosition>(
  z.strictObject({ expiresAt: z.int(), id: z.string() }),
  (path) => [path],
)

const InvitationWithLink = Invitation.extend({
  url: z.string().meta({ description: 'Makes the person who opens it a member. Returned only once.' }),
}).register(responseSchemas, { id: 'InvitationWithLink' })

/** The code goes into the fragment, which browsers never send. */
const linkTo = (code: string, request: string): string => new URL(`/organizer/#join/${code}`, request).href

export const invitationOperations = [
  listBelowOperation('listInvitations', invitation, organizer, {
    path: INVITATIONS,
    summary: 'List the open invitations of an organizer',
    description: 'Oldest first, without their links.',
    pageName: 'InvitationPage',
    cursors,
    list: listInvitations,
  }),
  operation({
    id: 'createInvitation',
    method: 'POST',
    path: INVITATIONS,
    tag: 'Organizers',
    summary: 'Invite a person by a link',
    description:
      'The link works once, within seven days. Managers may invite staff. Repeating the call with the same `id` replaces the link.',
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
      event_not_found: UNKNOWN_EVENT,
      id_taken: true,
    },
    handle: async (c, { params: { organizerId }, body }) => {
      const { id = crypto.randomUUID(), role, eventId = null, name = null } = body
      const { invitation: row, code } = await invite(c.get('db'), actorOf(c), organizerId, {
        id,
        role,
        eventId,
        name,
      })
      setLocation(c, invitation, { organizerId, id })
      c.header('Cache-Control', 'no-store')
      return { ...serializeInvitation(row), url: linkTo(code, c.req.url) }
    },
  }),
  readOperation('getInvitation', invitation),
  deleteOperation('deleteInvitation', invitation, {
    description: 'Its link stops working. Managers may delete invitations of staff.',
    allowed: MAY_INVITE,
  }),
]
