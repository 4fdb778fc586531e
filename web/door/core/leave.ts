// What stays on a phone when somebody signs out: what the service still has to be told, without its guests.
import { isWalkIn } from '../../../src/domain/tickets/walk-in.ts'
import { type CheckIn, isCheckIn, itemsOf } from './check-in.ts'
import { abandonAsks } from './rounds.ts'
import type { State } from './state.ts'

/** Whether the service still has to be told, even if it has refused so far. */
export const isOwed = (checkIn: CheckIn): boolean => itemsOf({ ...checkIn, rejection: null }).length > 0

const MALFORMED = 400

/** The guest as far as the items need one: a walk-in makes its ticket with it. */
const guestLeft = ({ guest, walkIn, status }: CheckIn): CheckIn['guest'] =>
  walkIn !== undefined && status === 'admitted'
    ? guest
    : { id: guest.id, number: isWalkIn(guest) ? guest.number : '', name: null, type: '', seat: null }

/** A check-in as it stays; undefined if the service has all of it. The next start withdraws questions. */
const leftOf = (checkIn: CheckIn): CheckIn | undefined => {
  if (!isOwed(checkIn) && checkIn.status !== 'asking') return undefined
  const guest = guestLeft(checkIn)
  return {
    ...checkIn,
    guest,
    ...(guest !== checkIn.guest && checkIn.walkIn && { walkIn: { note: null } }),
    ...{ result: null, before: undefined, isLeft: true },
    // The next person may be allowed to send it.
    rejection: checkIn.rejection?.status === MALFORMED ? checkIn.rejection : null,
  }
}

/** What stays of the check-ins, those in memory before those on disk. Nobody will see what is under way. */
export const whatIsLeft = (state: State, stored: readonly CheckIn[]): CheckIn[] => {
  const { checkIns, dirty, saving } = abandonAsks(state)
  const isOnDisk = ({ id }: CheckIn) => !checkIns.has(id) && !dirty.has(id) && !saving?.has(id)
  const all = [...stored.filter((one) => isCheckIn(one) && isOnDisk(one)), ...checkIns.values()]
  return all.flatMap((one) => leftOf(one) ?? [])
}
