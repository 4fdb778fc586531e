import { signUp as signUpBy } from '../../../domain/sign-in/people.ts'
import { registrationResponse, requireSite, verifyNewPasskey } from '../../auth/own/passkeys.ts'
import { EXAMPLE_CODE } from '../../demo-ids.ts'
import { requestOf } from '../../http/actor.ts'
import { limitGuesses } from '../../http/rate-limit.ts'
import { guessErrors } from '../../resources/guess-errors.ts'
import { linkCode } from '../../resources/link.ts'
import { issuePersonTokens, PersonTokens, personExamples } from '../../resources/person.ts'
import { requestSchemas } from '../../resources/schema-names.ts'
import { nameSchema, strictBody } from '../../resources/values.ts'
import { answerExample, exampleRegistration, ownSignInOperation, TAG } from './own-sign-in.ts'

export const signUp = ownSignInOperation({
  id: 'signUp',
  method: 'POST',
  path: '/sign-up',
  tag: TAG,
  summary: 'Become a member by an invitation, with a new passkey',
  description:
    'Whoever has a passkey already signs in and accepts the invitation. If the response is lost, sign in: the passkey exists then.',
  access: 'public',
  body: strictBody({ code: linkCode, name: nameSchema, response: registrationResponse }).register(
    requestSchemas,
    { id: 'SignUp' },
  ),
  bodyExamples: answerExample({
    ...{ code: EXAMPLE_CODE, name: 'Ana García' },
    response: exampleRegistration,
  }),
  response: { description: 'The person, with tokens.', body: PersonTokens, examples: personExamples },
  errors: { ...guessErrors, invitation_not_found: true },
  handle: (c, { body: { code, name, response } }) =>
    limitGuesses(c, async () => {
      const { passkey, challenge } = await verifyNewPasskey(c, await requireSite(c), 'first', response)
      return issuePersonTokens(
        c,
        await signUpBy(c.get('db'), requestOf(c), code, { name, passkey, challenge }),
      )
    }),
})
