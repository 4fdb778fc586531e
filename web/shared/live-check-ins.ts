// Which recorded check-ins count. The service keeps all of them.
import { isEntry, isFact } from '../../src/domain/check-in-rule.ts'
import type { Schemas } from './schemas.ts'

type CheckIn = Pick<Schemas['CheckIn'], 'outcome' | 'admitted' | 'undoneAt'>

/** Whether a check-in with a valid ticket stands. */
export const isLive = ({ outcome, admitted, undoneAt }: CheckIn): boolean =>
  undoneAt === null && isEntry(outcome, admitted)

/** Whether an entry or exit with a valid ticket stands. Only these decide the state of the ticket. */
export const isLiveFact = ({ outcome, admitted, undoneAt }: CheckIn): boolean =>
  undoneAt === null && isFact(outcome, admitted)

/**
 * Whether an item let somebody in, with any ticket, or out, or counted people. Only these can usefully be
 * undone.
 */
export const isUndoable = (item: CheckIn): boolean =>
  isLiveFact(item) || (item.undoneAt === null && (item.admitted || item.outcome === 'Counted'))
