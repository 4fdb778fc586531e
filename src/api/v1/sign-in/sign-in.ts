import { signIn as signInWith } from '../../../domain/sign-in/people.ts'
import { subjectOf } from '../../../domain/sign-in/subjects.ts'
import { authenticationResponse, requireSite, verifyPasskey } from '../../auth/own/passkeys.ts'
import { countAs, limitGuesses } from '../../http/rate-limit.ts'
import { guessErrors } from '../../resources/guess-errors.ts'
import { issuePersonTokens, PersonTokens, personExamples } from '../../resources/person.ts'
import { requestSchemas } from '../../resources/schema-names.ts'
import { strictBody } from '../../resources/values.ts'
import { answerExample, exampleAuthentication, ownSignInOperation, TAG } from './own-sign-in.ts'

export const signIn = ownSignInOperation({
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
      await countAs(c, subjectOf(passkey.personId))
      return issuePersonTokens(c, await signInWith(c.get('db'), passkey, challenge, new Date()))
    }),
})
