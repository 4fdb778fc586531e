// What the service records of check-ins, by the rule at the door. The database does so with triggers; tests
// hold the two together. Instants are epoch milliseconds.
import {
  ADMITTED_ANYWAY,
  AGAINST_RULES,
  type CheckIn,
  type Cover,
  coverState,
  type EntryRule,
  type Exit,
  type Fact,
  fold,
  type Item,
  isEntry,
  ONCE,
  type Outcome,
  outcomeOf,
  type Tally,
  type TicketState,
  type Undo,
  validBase,
  type WalkIn,
} from '../../src/domain/check-in-rule.ts'

export type { TicketState }

/**
 * A check-in or exit as it was recorded. `onBase` is false once another part of the platform has written the
 * ticket. `isRepeat`: it only asked, and changed nothing. `isOfAway`: the ticket had moved, so that it counts
 * once the ticket is back.
 */
type RecordedCheckIn = (CheckIn | Exit) & {
  outcome: Outcome
  onBase: boolean
  isRepeat: boolean
  isOfAway: boolean
}

/**
 * What is known of one ticket in one session. `base` is the ticket as others wrote it, null if the session
 * has none.
 */
export type TicketRecord = {
  readonly base: TicketState | null
  /** What a manager laid over it. */
  readonly cover?: Cover | null
  /**
   * The ticket was made by a walk-in, and nobody has written it since. Its base is what a check-in counts on.
   */
  readonly isWalkIn?: boolean
  /** The rule of the ticket’s type, and the start of the session. */
  readonly rule?: EntryRule
  readonly startsAt?: number
  /** In the order of receipt. */
  readonly checkIns: readonly RecordedCheckIn[]
  readonly undos: readonly Undo[]
  /** The ticket has moved to another session: as what it left, without its cover, and what it is there. */
  readonly away?: { readonly left: TicketState; readonly there: TicketRecord } | undefined
}

export const emptyRecord = (base: TicketState | null): TicketRecord => ({ base, checkIns: [], undos: [] })

export const isUndone = ({ undos }: TicketRecord, id: string): boolean =>
  undos.some(({ checkInId }) => checkInId === id)

const isAdmission = (item: RecordedCheckIn): item is RecordedCheckIn & CheckIn =>
  item.type === 'CheckIn' && (isEntry(item.outcome, item.admitted) || (item.isOfAway && item.admitted))

const isFact = (item: RecordedCheckIn): boolean =>
  isAdmission(item) || item.outcome === 'Left' || item.outcome === 'NotInside' || item.isOfAway

/** The entries and exits that were not undone, and were recorded since the base was written. */
const factsOnBase = (record: TicketRecord): RecordedCheckIn[] =>
  record.checkIns.filter((item) => item.onBase && !isUndone(record, item.id) && isFact(item))

/** Those that count. */
const liveFacts = (record: TicketRecord): RecordedCheckIn[] => (isVoidBase(record) ? [] : factsOnBase(record))

const isVoidBase = ({ base }: TicketRecord): boolean =>
  base?.status === 'Refunded' || base?.status === 'Voided'

/** The check-ins among them: they let somebody in. */
export const liveAdmissions = (record: TicketRecord): RecordedCheckIn[] =>
  liveFacts(record).filter(isAdmission)

const toFact = ({ id, type, at, areaId = null }: RecordedCheckIn): Fact => ({
  ...{ id, at, areaId },
  isExit: type === 'Exit',
})

const folded = (record: TicketRecord, base: TicketState) =>
  fold(base, liveFacts(record).map(toFact), {
    isWalkIn: record.isWalkIn ?? false,
    entries: (record.rule ?? ONCE).entries,
  })

/**
 * The ticket's state. The earliest admission decides; the base is never undone. Null if there is no such
 * ticket.
 */
export const ticketState = (record: TicketRecord): TicketState | null => {
  if (record.away !== undefined) return null
  const state = uncovered(record)
  return state && coverState(state, record.cover ?? null)
}

/** The ticket's state without its cover. */
const uncovered = (record: TicketRecord): TicketState | null =>
  record.base && folded(record, record.base).state

/** The id of the check-in whose device the ticket has: the earliest. Ids break ties. */
export const decisiveAdmission = (record: TicketRecord): string | undefined => {
  const [first] = liveAdmissions(record).toSorted((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1))
  const { base } = record
  if ((record.cover ?? null) !== null || ticketState(record)?.status !== 'CheckedIn') return undefined
  const isBaseFirst =
    base?.status === 'CheckedIn' && base.checkedInAt !== null && base.checkedInAt <= (first?.at ?? 0)
  return isBaseFirst ? undefined : first?.id
}

const decide = (record: TicketRecord, item: CheckIn | Exit): Outcome => {
  if (isUndone(record, item.id)) return 'Undone'
  const state = ticketState(record)
  const ticket = record.base && state && { ...state, baseStatus: record.cover ?? record.base.status }
  return outcomeOf(ticket ?? undefined, item, record.rule, record.startsAt)
}

const findOutcome = ({ checkIns, undos }: TicketRecord, id: string): Outcome | undefined =>
  checkIns.find((checkIn) => checkIn.id === id)?.outcome ??
  (undos.some((undo) => undo.id === id) ? 'Undone' : undefined)

/**
 * A walk-in is a check-in of somebody who was let in, of the ticket that it makes unless the session has one.
 */
const recordWalkIn = (
  record: TicketRecord,
  { id, at, areaId = null }: WalkIn,
  isAllowed: boolean,
): { record: TicketRecord; outcome: Outcome } => {
  const admission = { type: 'CheckIn', id, at, areaId, admitted: true } as const
  if (record.base !== null || findOutcome(record, id) !== undefined) return recordItem(record, admission)
  const base: TicketState = { status: isAllowed ? 'Valid' : 'Voided', checkedInAt: null }
  const recorded = recordItem({ ...record, base, isWalkIn: true }, admission)
  if (recorded.outcome !== 'NotValid') return recorded
  const checkIns = recorded.record.checkIns.map((checkIn) =>
    checkIn.id === id ? { ...checkIn, outcome: 'NotAllowed' as const } : checkIn,
  )
  return { record: { ...recorded.record, checkIns }, outcome: 'NotAllowed' }
}

/** Outcomes of a question that lets nobody in and counts as a repeat. */
const CHANGE_NOTHING: readonly Outcome[] = ADMITTED_ANYWAY

/** Outcomes of an admission that is a problem, whatever becomes of its ticket. */
const ALWAYS_PROBLEMS: readonly Outcome[] = AGAINST_RULES.filter((outcome) => outcome !== 'NotValid')

/** What is recorded of items that change nothing. */
type Bounds = {
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
  item: Exclude<Item, Tally>,
  areWalkInsAllowed = true,
  bounds = UNBOUNDED,
): { record: TicketRecord; outcome: Outcome } => {
  if (item.type === 'WalkIn') return recordWalkIn(record, item, areWalkInsAllowed)
  const known = findOutcome(record, item.id)
  if (known !== undefined) {
    if (item.type !== 'CheckIn' || !item.admitted) return { record, outcome: known }
    const checkIns = record.checkIns.map((checkIn) =>
      checkIn.id === item.id && checkIn.type === 'CheckIn' ? { ...checkIn, admitted: true } : checkIn,
    )
    return { record: { ...record, checkIns }, outcome: known }
  }
  if (item.type === 'Undo') {
    const undone = record.checkIns.find(({ id }) => id === item.checkInId)
    const isUnmatched = undone === undefined || isUndone(record, undone.id)
    if (isUnmatched && !bounds.takesUnmatched()) return { record, outcome: 'Undone' }
    return { record: { ...record, undos: [...record.undos, item] }, outcome: 'Undone' }
  }
  const outcome = decide(record, item)
  const isQuestion = item.type === 'Exit' || !item.admitted
  const isOfAway = outcome === 'UnknownTicket' && record.away !== undefined
  const isUnknown = outcome === 'UnknownTicket' && !(isOfAway && item.type === 'Exit')
  if (isUnknown && isQuestion) return { record, outcome }
  const isRepeat = isQuestion && CHANGE_NOTHING.includes(outcome)
  const repeats = record.checkIns.filter((checkIn) => checkIn.isRepeat)
  if (isRepeat && repeats.length >= bounds.repeats) return { record, outcome }
  const recorded = { ...item, outcome, onBase: true, isRepeat, isOfAway }
  return { record: { ...record, checkIns: [...record.checkIns, recorded] }, outcome }
}

const onNewBase = (record: TicketRecord, base: TicketState): TicketRecord => ({
  ...record,
  base,
  isWalkIn: false,
  checkIns: record.checkIns.map((checkIn) => ({ ...checkIn, onBase: false })),
})

/**
 * Another part of the platform writes the ticket. A state that differs becomes the base, and check-ins
 * recorded before stop counting. Undos stay: a check-in whose undo came first is never live. Another status
 * than that of the cover takes the cover away. Another time alone is that of the base below it.
 */
export const writeBase = (record: TicketRecord, written: TicketState): TicketRecord => {
  if (record.away !== undefined) return changeAway(record, (there) => writeBase(there, written))
  const state = ticketState(record)
  if (written.status === state?.status && written.checkedInAt === state.checkedInAt) return record
  if (record.cover == null || written.status !== record.cover)
    return { ...onNewBase(record, written), cover: null }
  const { checkedInAt } = written
  return onNewBase(record, { status: checkedInAt === null ? 'Valid' : 'CheckedIn', checkedInAt })
}

/** A manager voids or refunds the ticket. */
export const layCover = (record: TicketRecord, cover: Cover): TicketRecord =>
  record.away === undefined ? { ...record, cover } : changeAway(record, (there) => layCover(there, cover))

/** A manager makes the ticket valid, or undoes that somebody voided it. */
export const makeValid = (record: TicketRecord): TicketRecord => {
  if (record.away !== undefined) return changeAway(record, makeValid)
  const state = uncovered(record)
  const base = state && validBase(state)
  return { ...(base === null ? record : onNewBase(record, base)), cover: null }
}

const changeAway = (
  { away, ...record }: TicketRecord,
  change: (there: TicketRecord) => TicketRecord,
): TicketRecord => ({ ...record, away: away && { ...away, there: change(away.there) } })

/** The ticket as it is now, in whichever session. */
export const stateAnywhere = (record: TicketRecord): TicketState | null =>
  ticketState(record.away?.there ?? record)

/** A manager moves the ticket to another session, unless it has facts. */
export const moveAway = (record: TicketRecord): TicketRecord => {
  const left = uncovered(record)
  if (record.away !== undefined || left === null || left.status === 'CheckedIn') return record
  if (factsOnBase(record).length > 0) return record
  const there = {
    ...emptyRecord({ status: left.status, checkedInAt: left.checkedInAt }),
    cover: record.cover ?? null,
  }
  return { ...record, away: { left, there } }
}

/**
 * The move is reverted, unless somebody was let in there. What was recorded here in the meantime counts if
 * the ticket is as it left.
 */
export const comeBack = ({ away, ...record }: TicketRecord): TicketRecord => {
  if (away === undefined) return record
  const { there } = away
  const state = uncovered(there) as TicketState
  if (state.status === 'CheckedIn') return { ...record, away }
  return {
    ...(isAsItLeft({ ...record, away }) ? record : onNewBase(record, state)),
    cover: there.cover ?? null,
  }
}

/** Whether nobody has written the ticket in the other session. */
export const isAsItLeft = ({ away }: TicketRecord): boolean => {
  const state = away && uncovered(away.there)
  return state?.status === away?.left.status && state?.checkedInAt === away?.left.checkedInAt
}

/**
 * Whether an admission of a ticket that was not valid, or what was recorded of one that had moved, is a
 * problem: unless it counts on its base by now.
 */
const isAgainstState = (record: TicketRecord, item: RecordedCheckIn): boolean =>
  (item.isOfAway || item.outcome === 'NotValid') &&
  ((record.cover ?? null) !== null || record.away !== undefined || !item.onBase || isVoidBase(record))

/**
 * The ids of the check-ins by somebody who was there already, and of admissions against the rules, that
 * nobody undid.
 */
export const problems = (record: TicketRecord): string[] => {
  const { passbacks } = record.base === null ? { passbacks: [] as string[] } : folded(record, record.base)
  return record.checkIns
    .filter((item) => {
      if (isUndone(record, item.id)) return false
      if (item.type === 'Exit') return item.isOfAway && isAgainstState(record, item)
      const isAgainst =
        (!item.isOfAway && ALWAYS_PROBLEMS.includes(item.outcome)) || isAgainstState(record, item)
      return passbacks.includes(item.id) || (item.admitted && isAgainst)
    })
    .map(({ id }) => id)
}
