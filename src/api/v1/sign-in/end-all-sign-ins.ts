import { endAllSignIns as endAll } from '../../../domain/sign-in/people.ts'
import { actorOf } from '../../http/actor.ts'
import { ownSignInOperation, TAG } from './own-sign-in.ts'

export const endAllSignIns = ownSignInOperation({
  id: 'endAllSignIns',
  method: 'POST',
  path: '/sign-in/end-all',
  tag: TAG,
  summary: 'Sign out everywhere',
  description: 'Ends all sign-ins of the caller. Access tokens work for ten minutes at most after it.',
  access: 'subject',
  peopleOnly: true,
  response: { description: 'Signed out. No body.' },
  handle: async (c) => {
    await endAll(c.get('db'), actorOf(c))
    return undefined
  },
})
