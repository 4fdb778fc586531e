import * as z from 'zod'
import { removePasskey as remove } from '../../../domain/sign-in/passkeys.ts'
import { actorOf } from '../../http/actor.ts'
import { ownSignInOperation, TAG } from './own-sign-in.ts'

export const removePasskey = ownSignInOperation({
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
    await remove(c.get('db'), actorOf(c), passkeyId)
    return undefined
  },
})
