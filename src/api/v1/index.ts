// /api/v1: for staff at the door.
import { authenticate } from '../auth/authenticate.ts'
import { routeGroup } from '../operation.ts'
import { acceptInvitation } from './accept-invitation.ts'
import { connectDevice } from './connect-device.ts'
import { getProgramToken } from './get-program-token.ts'
import { getSession } from './get-session.ts'
import { inspectLink } from './inspect-link.ts'
import { listCheckIns } from './list-check-ins.ts'
import { listMovements } from './list-movements.ts'
import { listSessions } from './list-sessions.ts'
import { listTicketChanges } from './list-ticket-changes.ts'
import { listTickets } from './list-tickets.ts'
import { recordCheckIns } from './record-check-ins.ts'
import { renewDevice } from './renew-device.ts'
import { addPasskey } from './sign-in/add-passkey.ts'
import { endAllSignIns } from './sign-in/end-all-sign-ins.ts'
import { endSignIn } from './sign-in/end-sign-in.ts'
import { listPasskeys } from './sign-in/list-passkeys.ts'
import { getPasskeyOptions } from './sign-in/passkey-options.ts'
import { removePasskey } from './sign-in/remove-passkey.ts'
import { renewSignIn } from './sign-in/renew-sign-in.ts'
import { setUp } from './sign-in/set-up.ts'
import { signIn } from './sign-in/sign-in.ts'
import { getSignInOptions } from './sign-in/sign-in-options.ts'
import { signUp } from './sign-in/sign-up.ts'
import { getSignUpOptions } from './sign-in/sign-up-options.ts'

export const v1 = routeGroup(
  '/api/v1',
  [authenticate],
  [
    listSessions,
    getSession,
    listTickets,
    listTicketChanges,
    recordCheckIns,
    listCheckIns,
    listMovements,
    acceptInvitation,
    inspectLink,
    connectDevice,
    renewDevice,
    getProgramToken,
    getSignInOptions,
    signIn,
    renewSignIn,
    endSignIn,
    endAllSignIns,
    getSignUpOptions,
    signUp,
    setUp,
    listPasskeys,
    getPasskeyOptions,
    addPasskey,
    removePasskey,
  ],
)
