import * as z from 'zod'
import { ROLES } from '../../domain/people/members.ts'
import { inspectLink as look } from '../../domain/sign-in/links.ts'
import { limitGuesses } from '../http/rate-limit.ts'
import { operation } from '../operation.ts'
import { tooManyGuesses } from '../resources/guess-errors.ts'
import { linkCodeBody, linkCodeExamples } from '../resources/link.ts'
import { responseSchemas } from '../resources/schema-names.ts'
import { Instant, serializer } from '../resources/values.ts'

const Link = z
  .strictObject({
    kind: z.enum(['device', 'invitation']),
    organizerName: z.string(),
    name: z.string().nullable().meta({ description: 'Of the phone, or of the person who is invited.' }),
    role: z.enum(ROLES),
    expiresAt: Instant,
  })
  .register(responseSchemas, { id: 'Link' })

const serialize = serializer(Link)

export const inspectLink = operation({
  id: 'inspectLink',
  method: 'POST',
  path: '/links/inspect',
  tag: 'Sign-in',
  summary: 'Look at a link',
  description: 'Tells what a link is for, before it is used. It uses nothing up.',
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
      return serialize(await look(c.get('db'), code, Date.now()))
    }),
})
