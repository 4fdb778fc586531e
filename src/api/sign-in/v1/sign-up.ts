import * as z from 'zod'
import { setUp, signUp } from '../../../domain/sign-in/people.ts'
import {
  optionsToCreate,
  registrationResponse,
  requireSite,
  verifyNewPasskey,
} from '../../auth/own/passkeys.ts'
import { checkSetupCode } from '../../auth/own/setup-code.ts'
import { requestOf } from '../../http/context.ts'
import {
  countAddress,
  countGuess,
  guessErrors,
  limitGuesses,
  tooManyRequests,
} from '../../http/rate-limit.ts'
import { EXAMPLE_CODE } from '../../resources/examples.ts'
import { requestSchemas } from '../../resources/schema-names.ts'
import { linkCode, nameSchema, strictBody } from '../../resources/values.ts'
import {
  answerExample,
  exampleOptions,
  exampleRegistration,
  issuePersonTokens,
  ownSignInOperation,
  PasskeyOptions,
  PersonTokens,
  personExamples,
  TAG,
} from './own-sign-in.ts'

export const signUpOperations = [
  ownSignInOperation({
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
  }),
  ownSignInOperation({
    id: 'signUp',
    method: 'POST',
    path: '/sign-up',
    tag: TAG,
    summary: 'Become a member by an invitation, with a new passkey',
    description:
      'People who already have a passkey sign in and accept the invitation instead. If the response is lost, sign in: the passkey exists by then.',
    access: 'public',
    body: strictBody({ code: linkCode, name: nameSchema, response: registrationResponse }).register(
      requestSchemas,
      { id: 'SignUp' },
    ),
    bodyExamples: answerExample({
      code: EXAMPLE_CODE,
      name: 'Ana García',
      response: exampleRegistration,
    }),
    response: { description: 'The person, with tokens.', body: PersonTokens, examples: personExamples },
    errors: { ...guessErrors, invitation_not_found: true },
    handle: (c, { body: { code, name, response } }) =>
      limitGuesses(c, async () => {
        const { passkey, challenge } = await verifyNewPasskey(c, await requireSite(c), 'first', response)
        return issuePersonTokens(
          c,
          await signUp(c.get('db'), requestOf(c), code, { name, passkey, challenge }),
        )
      }),
  }),
  ownSignInOperation({
    id: 'setUp',
    method: 'POST',
    path: '/setup',
    tag: TAG,
    summary: 'Create the first organizer and its owner',
    description:
      'Requires the setup code, and works only while no organizer has an owner. Every attempt counts against the rate limit.',
    access: 'public',
    body: strictBody({
      code: z.string().max(200).meta({ description: 'The code of the setup’s link.' }),
      organizerName: nameSchema,
      name: nameSchema,
      response: registrationResponse,
    }).register(requestSchemas, { id: 'Setup' }),
    bodyExamples: answerExample({
      code: EXAMPLE_CODE,
      organizerName: 'Northlight',
      name: 'Ana García',
      response: exampleRegistration,
    }),
    response: { description: 'The person, with tokens.', body: PersonTokens, examples: personExamples },
    errors: guessErrors,
    handle: async (c, { body: { code, organizerName, name, response } }) => {
      await countGuess(c)
      // Checked first: on another host no code is right or wrong.
      const site = await requireSite(c)
      const codeHash = await checkSetupCode(c, code)
      const { passkey, challenge } = await verifyNewPasskey(c, site, 'first', response)
      const organizer = { organizerName, host: site.host, codeHash }
      return issuePersonTokens(
        c,
        await setUp(c.get('db'), requestOf(c), organizer, { name, passkey, challenge }),
      )
    },
  }),
]
