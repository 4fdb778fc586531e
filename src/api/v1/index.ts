// /api/v1: for staff at the door.
import { authenticate } from '../auth/authenticate.ts'
import { routeGroup } from '../operation.ts'
import { acceptInvitation } from './accept-invitation.ts'
import { getSession } from './get-session.ts'
import { listAdmissions } from './list-admissions.ts'
import { listCheckIns } from './list-check-ins.ts'
import { listSessions } from './list-sessions.ts'
import { listTicketChanges } from './list-ticket-changes.ts'
import { listTickets } from './list-tickets.ts'
import { recordCheckIns } from './record-check-ins.ts'

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
    listAdmissions,
    acceptInvitation,
  ],
)
