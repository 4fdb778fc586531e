import { findPerson, listPasskeys } from '../../../domain/sign-in/passkeys.ts'
import { personOf } from '../../../domain/sign-in/subjects.ts'
import { optionsToCreate } from '../../auth/own/passkeys.ts'
import { exampleOptions, PasskeyOptions } from '../../resources/passkey.ts'
import { ownSignInOperation, TAG } from './own-sign-in.ts'

export const getPasskeyOptions = ownSignInOperation({
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
})
