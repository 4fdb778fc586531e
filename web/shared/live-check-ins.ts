// Which recorded check-ins count. The service keeps all of them.
import type { Schemas } from './schemas.ts'

type CheckIn = Pick<Schemas['CheckIn'], 'outcome' | 'admitted' | 'undoneAt'>

/** Whether a check-in let somebody in with a valid ticket and stands. Only these decide what state the ticket is in. */
export const isLive = ({ outcome, admitted, undoneAt }: CheckIn): boolean =>
  undoneAt === null && (outcome === 'CheckedIn' || (outcome === 'AlreadyCheckedIn' && admitted))

/** Whether a check-in let somebody in, with whatever ticket, and stands. Only these are worth undoing. */
export const isAdmission = ({ outcome, admitted, undoneAt }: CheckIn): boolean =>
  undoneAt === null && (outcome === 'CheckedIn' || admitted)
