import { addPasskey as add, personOf } from '../../../domain/sign-in/people.ts'
import { AppError } from '../../../errors.ts'
import { registrationResponse, verifyNewPasskey } from '../../auth/own/passkeys.ts'
import { examplePasskey, Passkey, serializePasskey } from '../../resources/passkey.ts'
import { requestSchemas } from '../../resources/schema-names.ts'
import { strictBody } from '../../resources/values.ts'
import { answerExample, exampleRegistration, ownSignInOperation, TAG } from './own-sign-in.ts'

export const addPasskey = ownSignInOperation({
  id: 'addPasskey',
  method: 'POST',
  path: '/passkeys',
  tag: TAG,
  summary: 'Add a passkey',
  description: 'At most 20.',
  access: 'subject',
  peopleOnly: true,
  body: strictBody({ response: registrationResponse }).register(requestSchemas, { id: 'NewPasskey' }),
  bodyExamples: answerExample({ response: exampleRegistration }),
  response: {
    status: 201,
    description: 'The passkey.',
    body: Passkey,
    examples: { passkey: { summary: 'A passkey', value: examplePasskey } },
  },
  errors: { invalid_grant: true },
  handle: async (c, { body: { response } }) => {
    const { passkey, challenge } = await verifyNewPasskey(c, response)
    if (challenge.personId !== personOf(c.get('subject'))) throw new AppError('invalid_grant')
    return serializePasskey(await add(c.get('db'), passkey, challenge, new Date()))
  },
})
