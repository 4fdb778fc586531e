// Also /api/v1: signing in, for people, phones and programs.
import { authenticate } from '../../auth/authenticate.ts'
import { routeGroup } from '../../operation.ts'
import { deviceOperations } from './devices.ts'
import { linkOperations } from './links.ts'
import { passkeyOperations } from './passkeys.ts'
import { programOperations } from './programs.ts'
import { signInOperations } from './sign-ins.ts'
import { signUpOperations } from './sign-up.ts'

export const signInV1 = routeGroup(
  '/api/v1',
  [authenticate],
  [
    ...linkOperations,
    ...deviceOperations,
    ...programOperations,
    ...signInOperations,
    ...signUpOperations,
    ...passkeyOperations,
  ],
)
