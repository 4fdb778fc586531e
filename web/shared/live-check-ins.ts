// Which recorded check-ins count. The service keeps all of them.
import { isEntry, isFact } from '../../src/domain/check-in-rule.ts'
import type { Schemas } from './schemas.ts'

type CheckIn = Pick<Schemas['CheckIn'], 'type' | 'outcome' | 'admitted' | 'undoneAt' | 'cameBack'>

/** Whether a check-in with a valid ticket stands. */
export const isLive = ({ outcome, admitted, undoneAt, cameBack }: CheckIn): boolean =>
  undoneAt === null && (isEntry(outcome, admitted) || (cameBack && admitted))

/** Whether an entry or exit with a valid ticket stands. Only these decide the state of the ticket. */
export const isLiveFact = (item: CheckIn): boolean =>
  isLive(item) ||
  (item.undoneAt === null && (isFact(item.outcome, item.admitted) || (item.cameBack && item.type === 'Exit')))

/**
 * Whether an item let somebody in, with any ticket, or out, or counted people. Only these can usefully be
 * undone.
 */
export const isUndoable = (item: CheckIn): boolean =>
  isLiveFact(item) || (item.undoneAt === null && (item.admitted || item.outcome === 'Counted'))
