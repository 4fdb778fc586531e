import { addPasskey as add } from '../../../domain/sign-in/passkeys.ts'
import { personOf } from '../../../domain/sign-in/subjects.ts'
import { AppError } from '../../../errors.ts'
import {
  authenticationResponse,
  registrationResponse,
  requireSite,
  verifyNewPasskey,
  verifyPasskey,
} from '../../auth/own/passkeys.ts'
import { actorOf } from '../../http/actor.ts'
import { examplePasskey, Passkey, serializePasskey } from '../../resources/passkey.ts'
import { requestSchemas } from '../../resources/schema-names.ts'
import { strictBody } from '../../resources/values.ts'
import {
  answerExample,
  exampleAuthentication,
  exampleRegistration,
  ownSignInOperation,
  TAG,
} from './own-sign-in.ts'

export const addPasskey = ownSignInOperation({
  id: 'addPasskey',
  method: 'POST',
  path: '/passkeys',
  tag: TAG,
  summary: 'Add a passkey',
  description:
    'At most 20. `proof` is the answer of a passkey that the caller has, as for signing in: a token alone, which may be stolen, adds none.',
  access: 'subject',
  peopleOnly: true,
  body: strictBody({ response: registrationResponse, proof: authenticationResponse }).register(
    requestSchemas,
    { id: 'NewPasskey' },
  ),
  bodyExamples: answerExample({ response: exampleRegistration, proof: exampleAuthentication }),
  response: {
    status: 201,
    description: 'The passkey.',
    body: Passkey,
    examples: { passkey: { summary: 'A passkey', value: examplePasskey } },
  },
  errors: { invalid_grant: true },
  handle: async (c, { body: { response, proof } }) => {
    const site = await requireSite(c)
    const { passkey, challenge } = await verifyNewPasskey(c, site, 'more', response)
    const proved = await verifyPasskey(c, site, proof)
    const personId = personOf(c.get('subject'))
    if (challenge.personId !== personId || proved.passkey.personId !== personId)
      throw new AppError('invalid_grant')
    return serializePasskey(await add(c.get('db'), actorOf(c), passkey, challenge, proved.challenge))
  },
})
