import * as z from 'zod'
import { addPasskey, findPerson, listPasskeys, removePasskey } from '../../../domain/sign-in/passkeys.ts'
import { personOf } from '../../../domain/sign-in/subjects.ts'
import { AppError } from '../../../errors.ts'
import {
  authenticationResponse,
  optionsToCreate,
  registrationResponse,
  requireSite,
  verifyNewPasskey,
  verifyPasskey,
} from '../../auth/own/passkeys.ts'
import { actorOf } from '../../http/actor.ts'
import {
  exampleOptions,
  examplePasskey,
  Passkey,
  PasskeyOptions,
  serializePasskey,
} from '../../resources/passkey.ts'
import { requestSchemas, responseSchemas } from '../../resources/schema-names.ts'
import { strictBody } from '../../resources/values.ts'
import {
  answerExample,
  exampleAuthentication,
  exampleRegistration,
  ownSignInOperation,
  TAG,
} from './own-sign-in.ts'

export const passkeyOperations = [
  ownSignInOperation({
    id: 'listPasskeys',
    method: 'GET',
    path: '/passkeys',
    tag: TAG,
    summary: 'List the caller’s passkeys',
    access: 'subject',
    peopleOnly: true,
    response: {
      description: 'At most 20, oldest first.',
      body: z.strictObject({ data: z.array(Passkey) }).register(responseSchemas, { id: 'PasskeyList' }),
      cache: 'private',
      examples: { one: { summary: 'One passkey', value: { data: [examplePasskey] } } },
    },
    handle: async (c) => ({
      data: (await listPasskeys(c.get('db'), personOf(c.get('subject')) ?? '')).map((row) =>
        serializePasskey(row),
      ),
    }),
  }),
  ownSignInOperation({
    id: 'getPasskeyOptions',
    method: 'POST',
    path: '/passkeys/options',
    tag: TAG,
    summary: 'Begin to add a passkey',
    access: 'subject',
    peopleOnly: true,
    isRead: true,
    response: {
      description: 'What the browser needs.',
      body: PasskeyOptions,
      cache: 'private',
      examples: exampleOptions,
    },
    errors: { passkey_not_found: true },
    handle: async (c) => {
      const db = c.get('db')
      const personId = personOf(c.get('subject')) ?? ''
      const { name } = await findPerson(db, personId)
      const known = await listPasskeys(db, personId)
      return {
        ...(await optionsToCreate(
          c,
          'more',
          personId,
          name,
          known.map(({ id }) => id),
        )),
      }
    },
  }),
  ownSignInOperation({
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
      return serializePasskey(await addPasskey(c.get('db'), actorOf(c), passkey, challenge, proved.challenge))
    },
  }),
  ownSignInOperation({
    id: 'removePasskey',
    method: 'DELETE',
    path: '/passkeys/:passkeyId',
    tag: TAG,
    summary: 'Remove a passkey',
    description: 'The last one stays. Sign-ins that began with it end.',
    access: 'subject',
    peopleOnly: true,
    params: { passkeyId: z.string().max(1_400) },
    response: { description: 'Removed. No body.' },
    errors: { passkey_not_found: true, last_passkey: true },
    handle: async (c, { params: { passkeyId } }) => {
      await removePasskey(c.get('db'), actorOf(c), passkeyId)
      return undefined
    },
  }),
]
