import { endSignIn as end } from '../../../domain/sign-in/sign-ins.ts'
import { readRefreshToken } from '../../auth/own/refresh-tokens.ts'
import { readSecret } from '../../auth/own/secret.ts'
import { exampleTokens, refreshTokenBody } from '../../auth/own/tokens.ts'
import { countAs } from '../../http/rate-limit.ts'
import { operation } from '../../operation.ts'
import { tooManyRequests } from '../../resources/guess-errors.ts'
import { TAG } from './own-sign-in.ts'

export const endSignIn = operation({
  id: 'endSignIn',
  method: 'POST',
  path: '/sign-in/end',
  tag: TAG,
  summary: 'Sign out',
  description:
    'Ends the sign-in of a phone or person by its last refresh token. An access token works for ten minutes at most after it. A token that is not valid any more is no error.',
  access: 'public',
  body: refreshTokenBody,
  bodyExamples: {
    token: { summary: 'A refresh token', value: { refresh_token: exampleTokens.refresh_token } },
  },
  response: { description: 'Signed out. No body.' },
  errors: { auth_unavailable: true, ...tooManyRequests },
  handle: async (c, { body: { refresh_token } }) => {
    const secret = await readSecret(c.env)
    const token =
      (await readRefreshToken(secret, 'person', refresh_token)) ??
      (await readRefreshToken(secret, 'device', refresh_token))
    if (token === undefined) return undefined
    await countAs(c, `sign-in ${token.id}`)
    await end(c.get('db'), token, new Date())
    return undefined
  },
})
