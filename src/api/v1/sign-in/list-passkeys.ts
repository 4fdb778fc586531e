import * as z from 'zod'
import { listPasskeys as list } from '../../../domain/sign-in/passkeys.ts'
import { personOf } from '../../../domain/sign-in/subjects.ts'
import { examplePasskey, Passkey, serializePasskey } from '../../resources/passkey.ts'
import { responseSchemas } from '../../resources/schema-names.ts'
import { ownSignInOperation, TAG } from './own-sign-in.ts'

export const listPasskeys = ownSignInOperation({
  id: 'listPasskeys',
  method: 'GET',
  path: '/passkeys',
  tag: TAG,
  summary: 'List the caller’s passkeys',
  access: 'subject',
  peopleOnly: true,
  response: {
    description: 'At most 20, oldest first.',
    body: z.strictObject({ data: z.array(Passkey) }).register(responseSchemas, { id: 'PasskeyList' }),
    cache: 'private',
    examples: { one: { summary: 'One passkey', value: { data: [examplePasskey] } } },
  },
  handle: async (c) => ({
    data: (await list(c.get('db'), personOf(c.get('subject')) ?? '')).map((row) => serializePasskey(row)),
  }),
})
