// For staff at the door.
import { authenticate } from '../auth/authenticate.ts'
import { routeGroup } from '../operation.ts'
import { checkInOperations } from './check-ins.ts'
import { codeOperations } from './codes.ts'
import { linkedListOperations } from './lists.ts'
import { movementOperations } from './movements.ts'
import { sessionOperations } from './sessions.ts'
import { ticketChangeOperations } from './ticket-changes.ts'
import { ticketOperations } from './tickets.ts'

export const v1 = routeGroup(
  '/api/v1',
  [authenticate],
  [
    ...sessionOperations,
    ...ticketOperations,
    ...ticketChangeOperations,
    ...codeOperations,
    ...checkInOperations,
    ...movementOperations,
    ...linkedListOperations,
  ],
)
