// What the service records of check-ins, by the rule at the door. The database does so with triggers; tests
// hold the two together. Instants are epoch milliseconds.
import {
  type CheckIn,
  decidesState,
  type Item,
  type Outcome,
  outcomeOf,
  stateAfter,
  type TicketState,
  type Undo,
  type WalkIn,
} from '../../src/domain/check-ins/rule.ts'

export type { TicketState }

/**
 * A check-in as it was recorded. `onBase` is false once another part of the platform has written the ticket.
 * `isRepeat`: it only asked, and changed nothing.
 */
type RecordedCheckIn = CheckIn & { outcome: Outcome; onBase: boolean; isRepeat: boolean }

/**
 * What is known of one ticket in one session. `base` is the ticket as others wrote it, null if the session
 * has none.
 */
export type TicketRecord = {
  readonly base: TicketState | null
  /**
   * The ticket was made by a walk-in, and nobody has written it since. Its base is what a check-in counts on.
   */
  readonly isWalkIn?: boolean
  /** In the order of receipt. */
  readonly checkIns: readonly RecordedCheckIn[]
  readonly undos: readonly Undo[]
}

export const emptyRecord = (base: TicketState | null): TicketRecord => ({ base, checkIns: [], undos: [] })

export const isUndone = ({ undos }: TicketRecord, id: string): boolean =>
  undos.some(({ checkInId }) => checkInId === id)

/** The check-ins that let somebody in, were not undone, and were recorded since the base was written. */
export const liveAdmissions = (record: TicketRecord): RecordedCheckIn[] =>
  record.checkIns.filter(
    ({ id, outcome, admitted, onBase }) => onBase && !isUndone(record, id) && decidesState(outcome, admitted),
  )

/**
 * The ticket's state. The earliest admission decides; the base is never undone. Null if there is no such
 * ticket.
 */
export const ticketState = (record: TicketRecord): TicketState | null => {
  const { base, isWalkIn } = record
  const times = liveAdmissions(record).map(({ at }) => at)
  return base === null ? null : stateAfter(base, times, isWalkIn)
}

/** The id of the check-in whose device the ticket has: the earliest, and of several the first received. */
export const decisiveAdmission = (record: TicketRecord): string | undefined => {
  const [first] = liveAdmissions(record).toSorted((a, b) => a.at - b.at)
  const { base } = record
  const isBaseFirst =
    base?.status === 'CheckedIn' && base.checkedInAt !== null && base.checkedInAt <= (first?.at ?? 0)
  return isBaseFirst ? undefined : first?.id
}

const decide = (record: TicketRecord, id: string): Outcome => {
  const status = ticketState(record)?.status
  const ticket = record.base && status && { status, baseStatus: record.base.status }
  return outcomeOf(ticket ?? undefined, isUndone(record, id))
}

const findOutcome = ({ checkIns, undos }: TicketRecord, id: string): Outcome | undefined =>
  checkIns.find((checkIn) => checkIn.id === id)?.outcome ??
  (undos.some((undo) => undo.id === id) ? 'Undone' : undefined)

/**
 * A walk-in is a check-in of somebody who was let in, of the ticket that it makes unless the session has one.
 */
const recordWalkIn = (
  record: TicketRecord,
  { id, at }: WalkIn,
  isAllowed: boolean,
): { record: TicketRecord; outcome: Outcome } => {
  const admission = { type: 'CheckIn', id, at, admitted: true } as const
  if (record.base !== null || findOutcome(record, id) !== undefined) return recordItem(record, admission)
  const base: TicketState = { status: isAllowed ? 'Valid' : 'Voided', checkedInAt: null }
  const recorded = recordItem({ ...record, base, isWalkIn: true }, admission)
  if (recorded.outcome !== 'NotValid') return recorded
  const checkIns = recorded.record.checkIns.map((checkIn) =>
    checkIn.id === id ? { ...checkIn, outcome: 'NotAllowed' as const } : checkIn,
  )
  return { record: { ...recorded.record, checkIns }, outcome: 'NotAllowed' }
}

/** What is recorded of items that change nothing. */
export type Bounds = {
  /** Questions about the ticket that change nothing. */
  repeats: number
  /** Whether an undo that undoes nothing is recorded. */
  takesUnmatched: () => boolean
}

const UNBOUNDED: Bounds = { repeats: Number.POSITIVE_INFINITY, takesUnmatched: () => true }

/**
 * Records an item and returns its outcome. An id that was recorded before changes nothing, except that
 * `admitted` may rise to true. A check-in of an unknown ticket is recorded only if somebody was let in.
 * Whatever admits, and the undo of what is live, is recorded whatever the bounds. The event says whether
 * walk-ins are allowed.
 */
export const recordItem = (
  record: TicketRecord,
  item: Item,
  areWalkInsAllowed = true,
  bounds = UNBOUNDED,
): { record: TicketRecord; outcome: Outcome } => {
  if (item.type === 'WalkIn') return recordWalkIn(record, item, areWalkInsAllowed)
  const known = findOutcome(record, item.id)
  if (known !== undefined) {
    if (item.type === 'Undo' || !item.admitted) return { record, outcome: known }
    const checkIns = record.checkIns.map((checkIn) =>
      checkIn.id === item.id ? { ...checkIn, admitted: true } : checkIn,
    )
    return { record: { ...record, checkIns }, outcome: known }
  }
  if (item.type === 'Undo') {
    const undone = record.checkIns.find(({ id }) => id === item.checkInId)
    const isUnmatched = undone === undefined || isUndone(record, undone.id)
    if (isUnmatched && !bounds.takesUnmatched()) return { record, outcome: 'Undone' }
    return { record: { ...record, undos: [...record.undos, item] }, outcome: 'Undone' }
  }
  const outcome = decide(record, item.id)
  if (outcome === 'UnknownTicket' && !item.admitted) return { record, outcome }
  const isRepeat = !item.admitted && (outcome === 'AlreadyCheckedIn' || outcome === 'NotValid')
  const repeats = record.checkIns.filter((checkIn) => checkIn.isRepeat)
  if (isRepeat && repeats.length >= bounds.repeats) return { record, outcome }
  const recorded = { ...item, outcome, onBase: true, isRepeat }
  return { record: { ...record, checkIns: [...record.checkIns, recorded] }, outcome }
}

/**
 * Another part of the platform writes the ticket. A state that differs becomes the base, and check-ins
 * recorded before stop counting. Undos stay: a check-in whose undo came first is never live.
 */
export const writeBase = (record: TicketRecord, written: TicketState): TicketRecord => {
  const state = ticketState(record)
  if (written.status === state?.status && written.checkedInAt === state.checkedInAt) return record
  return {
    ...record,
    base: written,
    isWalkIn: false,
    checkIns: record.checkIns.map((checkIn) => ({ ...checkIn, onBase: false })),
  }
}

/**
 * The ids of the check-ins that let somebody in whom the service would have refused, and that nobody undid.
 */
export const problems = (record: TicketRecord): string[] => {
  const live = liveAdmissions(record)
  const isAdmittedElsewhere = (id: string) =>
    record.base?.status === 'CheckedIn' || live.some((other) => other.id !== id)
  return record.checkIns
    .filter(({ id, outcome, admitted }) => {
      if (!admitted || isUndone(record, id)) return false
      if (outcome === 'AlreadyCheckedIn') return isAdmittedElsewhere(id)
      return outcome !== 'CheckedIn'
    })
    .map(({ id }) => id)
}
