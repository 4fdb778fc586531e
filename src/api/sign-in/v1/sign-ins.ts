import { endAllSignIns, findSignIn, signIn } from '../../../domain/sign-in/people.ts'
import { endSignIn, useRefreshToken } from '../../../domain/sign-in/sign-ins.ts'
import { personSubject } from '../../../domain/sign-in/subjects.ts'
import { AppError } from '../../../errors.ts'
import { readUnsent } from '../../auth/note-seen.ts'
import { readOwnKey } from '../../auth/own/own-key.ts'
import {
  authenticationResponse,
  optionsToSignIn,
  requireSite,
  verifyPasskey,
} from '../../auth/own/passkeys.ts'
import { readRefreshToken } from '../../auth/own/refresh-tokens.ts'
import { readSecret } from '../../auth/own/secret.ts'
import { exampleTokens, refreshTokenBody, requireRefreshToken } from '../../auth/own/tokens.ts'
import { actorOf } from '../../http/context.ts'
import { countAddress, countAs, guessErrors, limitGuesses, tooManyRequests } from '../../http/rate-limit.ts'
import { operation } from '../../operation.ts'
import { requestSchemas } from '../../resources/schema-names.ts'
import { strictBody } from '../../resources/values.ts'
import {
  answerExample,
  exampleAuthentication,
  exampleOptions,
  examplePersonTokens,
  issuePersonTokens,
  ownSignInOperation,
  PasskeyOptions,
  PersonTokens,
  personExamples,
  TAG,
} from './own-sign-in.ts'

export const signInOperations = [
  ownSignInOperation({
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
  }),
  ownSignInOperation({
    id: 'signIn',
    method: 'POST',
    path: '/sign-in',
    tag: TAG,
    summary: 'Sign in with a passkey',
    access: 'public',
    body: strictBody({ response: authenticationResponse }).register(requestSchemas, { id: 'SignIn' }),
    bodyExamples: answerExample({ response: exampleAuthentication }),
    response: { description: 'The person, with tokens.', body: PersonTokens, examples: personExamples },
    errors: guessErrors,
    handle: (c, { body: { response } }) =>
      limitGuesses(c, async () => {
        const { passkey, challenge } = await verifyPasskey(c, await requireSite(c), response)
        await countAs(c, personSubject(passkey.personId))
        return issuePersonTokens(c, await signIn(c.get('db'), passkey, challenge, new Date()))
      }),
  }),
  ownSignInOperation({
    id: 'renewSignIn',
    method: 'POST',
    path: '/sign-in/token',
    tag: TAG,
    summary: 'Renew the sign-in of a person',
    description:
      'A refresh token can be sent again until its successor is used. A sign-in that is not renewed for 90 days ends.',
    access: 'public',
    body: refreshTokenBody,
    bodyExamples: {
      token: { summary: 'A refresh token', value: { refresh_token: examplePersonTokens.refresh_token } },
    },
    response: { description: 'The person, with tokens.', body: PersonTokens, examples: personExamples },
    errors: guessErrors,
    handle: async (c, { body: { refresh_token } }) => {
      const db = c.get('db')
      const token = await requireRefreshToken(c, 'person', refresh_token)
      await countAs(c, `sign-in ${token.id}`)
      await readOwnKey(c.env, db)
      const now = new Date()
      const found = await findSignIn(db, token.id, now.getTime())
      if (found === undefined) throw new AppError('invalid_grant')
      const { person, stored } = found
      const next = await useRefreshToken(db, person.subject, token, stored, now)
      return issuePersonTokens(c, { person, token: next })
    },
  }),
  operation({
    id: 'endSignIn',
    method: 'POST',
    path: '/sign-in/end',
    tag: TAG,
    summary: 'Sign out',
    description:
      'Ends the sign-in of a phone or person by its last refresh token. Access tokens stay valid for at most ten minutes. A refresh token that is no longer valid is not an error.',
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
      await endSignIn(c.get('db'), token, new Date(), readUnsent(c))
      return undefined
    },
  }),
  ownSignInOperation({
    id: 'endAllSignIns',
    method: 'POST',
    path: '/sign-in/end-all',
    tag: TAG,
    summary: 'Sign out everywhere',
    description: 'Ends all sign-ins of the caller. Access tokens stay valid for at most ten minutes.',
    access: 'subject',
    peopleOnly: true,
    response: { description: 'Signed out. No body.' },
    handle: async (c) => {
      await endAllSignIns(c.get('db'), actorOf(c))
      return undefined
    },
  }),
]
