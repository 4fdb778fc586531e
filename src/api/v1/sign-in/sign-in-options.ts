import { optionsToSignIn } from '../../auth/own/passkeys.ts'
import { countAddress } from '../../http/rate-limit.ts'
import { tooManyRequests } from '../../resources/guess-errors.ts'
import { exampleOptions, PasskeyOptions } from '../../resources/passkey.ts'
import { ownSignInOperation, TAG } from './own-sign-in.ts'

export const getSignInOptions = ownSignInOperation({
  id: 'getSignInOptions',
  method: 'POST',
  path: '/sign-in/options',
  tag: TAG,
  summary: 'Begin to sign in with a passkey',
  access: 'public',
  isRead: true,
  response: { description: 'What the browser needs.', body: PasskeyOptions, examples: exampleOptions },
  errors: {
    auth_unavailable: true,
    ...tooManyRequests,
    invalid_request: 'People sign in at the host tickets.example.com.',
  },
  handle: async (c) => {
    await countAddress(c)
    c.header('Cache-Control', 'no-store')
    return { ...(await optionsToSignIn(c)) }
  },
})
