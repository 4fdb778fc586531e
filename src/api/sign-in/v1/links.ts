import * as z from 'zod'
import { acceptInvitation } from '../../../domain/people/invitations.ts'
import { ROLES } from '../../../domain/people/members.ts'
import { inspectLink } from '../../../domain/sign-in/links.ts'
import { actorOf } from '../../http/context.ts'
import { limitGuesses, tooManyGuesses } from '../../http/rate-limit.ts'
import { operation } from '../../operation.ts'
import { demoId, EXAMPLE_CODE } from '../../resources/examples.ts'
import { requestSchemas, responseSchemas } from '../../resources/schema-names.ts'
import { Instant, linkCode, serializer, strictBody } from '../../resources/values.ts'

const linkCodeBody = strictBody({ code: linkCode }).register(requestSchemas, { id: 'LinkCode' })

const linkCodeExamples = { code: { summary: 'The code of a link', value: { code: EXAMPLE_CODE } } }

const Link = z
  .strictObject({
    kind: z.enum(['device', 'invitation']),
    organizerName: z.string(),
    name: z.string().nullable().meta({ description: 'The name of the phone or of the invited person.' }),
    role: z.enum(ROLES),
    expiresAt: Instant,
  })
  .register(responseSchemas, { id: 'Link' })

const serialize = serializer(Link)

export const linkOperations = [
  operation({
    id: 'acceptInvitation',
    method: 'POST',
    path: '/invitations/accept',
    tag: 'Sessions',
    summary: 'Become a member by an invitation',
    description:
      'Never lowers a role. Staff of one event who accept an invitation for another move to it; staff of all events keep them. The person who accepted can repeat the call.',
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
          summary: 'A new staff member',
          value: { organizerId: demoId('1'), organizerName: 'Northlight', role: 'staff' },
        },
      },
    },
    errors: { invitation_not_found: true },
    handle: (c, { body: { code } }) => limitGuesses(c, () => acceptInvitation(c.get('db'), actorOf(c), code)),
  }),
  operation({
    id: 'inspectLink',
    method: 'POST',
    path: '/links/inspect',
    tag: 'Sign-in',
    summary: 'Inspect a link',
    description: 'Returns what a link is for, without using it up.',
    access: 'public',
    isRead: true,
    body: linkCodeBody,
    bodyExamples: linkCodeExamples,
    response: {
      description: 'The link.',
      body: Link,
      examples: {
        device: {
          summary: 'A link for a phone',
          value: {
            kind: 'device',
            organizerName: 'Northlight',
            name: 'Gate A',
            role: 'staff',
            expiresAt: '2026-06-12T17:15:00.000Z',
          },
        },
      },
    },
    errors: { invitation_not_found: true, ...tooManyGuesses },
    handle: (c, { body: { code } }) =>
      limitGuesses(c, async () => {
        c.header('Cache-Control', 'no-store')
        return serialize(await inspectLink(c.get('db'), code, Date.now()))
      }),
  }),
]
