import { findSignIn } from '../../../domain/sign-in/people.ts'
import { useRefreshToken } from '../../../domain/sign-in/sign-ins.ts'
import { AppError } from '../../../errors.ts'
import { readOwnKey } from '../../auth/own/own-key.ts'
import { refreshTokenBody, requireRefreshToken } from '../../auth/own/tokens.ts'
import { countAs } from '../../http/rate-limit.ts'
import { guessErrors } from '../../resources/guess-errors.ts'
import {
  examplePersonTokens,
  issuePersonTokens,
  PersonTokens,
  personExamples,
} from '../../resources/person.ts'
import { ownSignInOperation, TAG } from './own-sign-in.ts'

export const renewSignIn = ownSignInOperation({
  id: 'renewSignIn',
  method: 'POST',
  path: '/sign-in/token',
  tag: TAG,
  summary: 'Renew the sign-in of a person',
  description:
    'A refresh token can be sent again until its successor is used. A sign-in that is not renewed for 90 days has ended.',
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
})
