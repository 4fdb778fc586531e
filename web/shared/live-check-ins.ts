// Which recorded check-ins count. The service keeps all of them.
import { isEntry } from '../../src/domain/check-ins/rule.ts'
import type { Schemas } from './schemas.ts'

type CheckIn = Pick<Schemas['CheckIn'], 'outcome' | 'admitted' | 'undoneAt'>

/** Whether a check-in with a valid ticket stands. Only these decide the state of the ticket. */
export const isLive = ({ outcome, admitted, undoneAt }: CheckIn): boolean =>
  undoneAt === null && isEntry(outcome, admitted)

/** Whether a check-in admitted somebody, with any ticket, and stands. Only these can usefully be undone. */
export const isAdmission = ({ outcome, admitted, undoneAt }: CheckIn): boolean =>
  undoneAt === null && (outcome === 'CheckedIn' || admitted)
