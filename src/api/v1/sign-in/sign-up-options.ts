import { optionsToCreate } from '../../auth/own/passkeys.ts'
import { countAddress } from '../../http/rate-limit.ts'
import { tooManyRequests } from '../../resources/guess-errors.ts'
import { exampleOptions, PasskeyOptions } from '../../resources/passkey.ts'
import { requestSchemas } from '../../resources/schema-names.ts'
import { nameSchema, strictBody } from '../../resources/values.ts'
import { ownSignInOperation, TAG } from './own-sign-in.ts'

export const getSignUpOptions = ownSignInOperation({
  id: 'getSignUpOptions',
  method: 'POST',
  path: '/sign-up/options',
  tag: TAG,
  summary: 'Begin to create a first passkey',
  access: 'public',
  isRead: true,
  body: strictBody({ name: nameSchema }).register(requestSchemas, { id: 'PersonName' }),
  bodyExamples: { name: { summary: 'A name', value: { name: 'Ana García' } } },
  response: { description: 'What the browser needs.', body: PasskeyOptions, examples: exampleOptions },
  errors: { auth_unavailable: true, ...tooManyRequests },
  handle: async (c, { body: { name } }) => {
    await countAddress(c)
    c.header('Cache-Control', 'no-store')
    return { ...(await optionsToCreate(c, 'first', crypto.randomUUID(), name)) }
  },
})
