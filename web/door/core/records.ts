// The check-ins in memory and what the disk lacks of them.
import {
  type CheckIn,
  conflictOf,
  type Item,
  isLive,
  itemsOf,
  markOf,
  mergeCheckIns,
  type Result,
  stateIn,
} from './check-in.ts'
import { moment } from './clock.ts'
import type { State, Step } from './state.ts'
import type { TicketState } from './ticket.ts'

/** Somebody waits in front of the device. A tap saves twice, so it waits for the disk five seconds at most. */
export const SAVE_LIMIT_MS = 2_500

/** Settled check-ins that are kept for the list of recent check-ins. */
const KEPT = 50

/** Until a replica of the database has what the service answered. It takes well under a second. */
const REPLICA_LAG_MS = 60_000

export const isAccessDenied = (code: string): boolean => code === 'forbidden' || code === 'session_not_found'

/** Adds or replaces check-ins. The next {@link save} writes them. */
export const put = (state: State, ...checkIns: readonly CheckIn[]): State => {
  if (checkIns.length === 0) return state
  const [all, dirty] = [new Map(state.checkIns), new Map(state.dirty)]
  for (const checkIn of checkIns) {
    all.set(checkIn.id, checkIn)
    dirty.set(checkIn.id, 0)
  }
  return { ...state, checkIns: all, dirty }
}

/** Forgets check-ins. The next {@link save} removes them. */
export const drop = (state: State, ids: readonly string[]): State => {
  const known = ids.filter((id) => state.checkIns.has(id))
  if (known.length === 0) return state
  const [all, dirty] = [new Map(state.checkIns), new Map(state.dirty)]
  for (const id of known) {
    all.delete(id)
    dirty.set(id, 0)
  }
  return { ...state, checkIns: all, dirty }
}

/** Writes everything that the disk lacks. */
export const save = (state: State): Step => {
  if (state.dirty.size === 0) return { state, effects: [] }
  const number = state.saves + 1
  const ids = [...state.dirty.keys()]
  return {
    state: { ...state, saves: number, dirty: new Map(ids.map((id) => [id, number])) },
    effects: [
      {
        type: 'save',
        save: number,
        checkIns: ids.flatMap((id) => state.checkIns.get(id) ?? []),
        removed: ids.filter((id) => !state.checkIns.has(id)),
        limitMs: SAVE_LIMIT_MS,
      },
    ],
  }
}

/** `checkIns` are those of the save, merged with what another tab had written. */
export const noteSaved = (state: State, number: number, checkIns: readonly CheckIn[]): State => {
  const all = new Map(state.checkIns)
  for (const checkIn of checkIns) {
    const own = all.get(checkIn.id)
    if (own !== undefined) all.set(checkIn.id, mergeCheckIns(own, checkIn))
  }
  return { ...state, checkIns: all, dirty: new Map([...state.dirty].filter(([, save]) => save !== number)) }
}

export const noteSaveFailed = (state: State, number: number): State => ({
  ...state,
  dirty: new Map([...state.dirty].map(([id, save]) => [id, save === number ? 0 : save])),
})

/** Another tab admitted somebody before it knew the time of the service, which this one knows. */
const needsTime = ({ clock, tab }: State, checkIn: CheckIn): boolean =>
  clock.source === 'sampled' &&
  checkIn.clock === 'phone' &&
  checkIn.status === 'admitted' &&
  checkIn.tab !== tab

/** Takes over what the disk has. `isNew`: the browser dropped the database and made another one. */
export const load = (state: State, stored: readonly CheckIn[], isNew: boolean): State => {
  const all = new Map<string, CheckIn>()
  for (const checkIn of stored) {
    const own = state.checkIns.get(checkIn.id)
    if (own !== undefined) all.set(checkIn.id, mergeCheckIns(own, checkIn))
    else if (!state.dirty.has(checkIn.id)) all.set(checkIn.id, checkIn)
  }
  const dirty = new Map(state.dirty)
  for (const checkIn of all.values()) {
    if (!needsTime(state, checkIn)) continue
    all.set(checkIn.id, { ...checkIn, at: Math.max(0, checkIn.at + state.clock.offset), clock: 'sampled' })
    dirty.set(checkIn.id, 0)
  }
  for (const [id, own] of state.checkIns) {
    if (all.has(id) || !(isNew || state.dirty.has(id))) continue
    all.set(id, own)
    if (isNew) dirty.set(id, 0)
  }
  // What another tab heard from the service counts as heard now, but before this start's first request for changes.
  const isNews = (checkIn: CheckIn): boolean => {
    const own = state.checkIns.get(checkIn.id)
    return own?.status !== checkIn.status || own.undo?.status !== checkIn.undo?.status
  }
  const answered = new Map(state.answered)
  const answeredAt = { ...moment(state), ...(state.isLoaded ? {} : { tick: 0 }) }
  for (const checkIn of all.values()) if (isNews(checkIn)) answered.set(checkIn.id, answeredAt)
  const order = Math.max(state.order, ...stored.map(({ order, undo }) => Math.max(order, undo?.order ?? 0)))
  return { ...state, checkIns: all, dirty, answered, order, isLoaded: true }
}

const orderOf = ({ order, undo }: CheckIn): number => undo?.order ?? order

/** The state of each ticket that differs from the copy, because of check-ins that the copy may not show yet. */
export const marksOf = (checkIns: ReadonlyMap<string, CheckIn>): Map<string, TicketState> => {
  const marks = new Map<string, { state: TicketState; order: number }>()
  for (const checkIn of checkIns.values()) {
    const mark = markOf(checkIn)
    if (mark === undefined) continue
    const order = orderOf(checkIn)
    if (order >= (marks.get(checkIn.guest.id)?.order ?? 0))
      marks.set(checkIn.guest.id, { state: mark, order })
  }
  return new Map([...marks].map(([id, { state }]) => [id, state]))
}

const ofTicket = ({ checkIns }: State, ticketId: string): Map<string, CheckIn> =>
  new Map([...checkIns].filter(([, { guest }]) => guest.id === ticketId))

/** The state of a ticket as this phone knows it; undefined for a ticket that the list does not have. */
export const stateOf = (state: State, ticketId: string): TicketState | undefined => {
  const ticket = state.session?.list.copy.get(ticketId)
  return ticket && (marksOf(ofTicket(state, ticketId)).get(ticketId) ?? ticket)
}

/** This phone's latest check-in of a ticket that let somebody in. */
export const ownCheckIn = (state: State, ticketId: string): CheckIn | undefined =>
  [...ofTicket(state, ticketId).values()].filter(isLive).sort((a, b) => b.order - a.order)[0]

/** Everything that the service has to be told, oldest first. What is not decided for good is not among it. */
export const pendingItems = ({ checkIns, round }: Pick<State, 'checkIns' | 'round'>): Item[] => {
  const undecided = new Set(round?.checkIns.map(({ id }) => id))
  return [...checkIns.values()]
    .filter(({ id }) => !undecided.has(id))
    .flatMap(itemsOf)
    .sort((a, b) => a.order - b.order)
}

const settleItem = (checkIn: CheckIn, { type }: Item, result: Result): CheckIn => {
  const { undo } = checkIn
  if (type === 'CheckIn') return { ...checkIn, status: 'recorded', result }
  if (undo === null) return checkIn
  return { ...checkIn, undo: { ...undo, status: 'recorded', after: stateIn(result) ?? undo.after } }
}

/** Takes over what the service said about items. */
export const settle = (state: State, items: readonly Item[], results: readonly Result[]): State => {
  const answered = new Map(state.answered)
  let next = state
  items.forEach((item, index) => {
    const checkIn = next.checkIns.get(item.checkIn.id)
    const result = results[index]
    if (checkIn === undefined || result === undefined) return
    const settled = settleItem(checkIn, item, result)
    answered.set(checkIn.id, moment(state))
    // Nobody was let in, and the service knows.
    next = settled.status === 'refused' ? drop(next, [checkIn.id]) : put(next, settled)
  })
  return { ...next, answered }
}

/** Whether the service has what gives the ticket its mark, and had it before `askedAt`. */
const isAnsweredBefore = (state: State, { id, status, undo }: CheckIn, askedAt: number): boolean =>
  (undo === null ? status === 'recorded' : undo.status === 'recorded') &&
  (state.answered.get(id)?.tick ?? 0) < askedAt

/**
 * Notes which check-ins the copy shows. It does if it agrees with the latest one of a ticket, or if it got the ticket again
 * in a request that was sent after the service had that one. A response that does neither may come from a replica that lags,
 * but not for a minute: then the ticket changed again before the copy got it.
 *
 * @param isRight whether the copy is what the service has
 */
export const settleInCopy = (
  state: State,
  changed: ReadonlySet<string>,
  askedAt: number,
  isRight: boolean,
): State => {
  const { session } = state
  const isOld = ({ id }: CheckIn): boolean =>
    state.clock.last.mono - (state.answered.get(id)?.mono ?? 0) > REPLICA_LAG_MS
  if (session === null) return state
  const marked = [...state.checkIns.values()].filter(
    (checkIn) => checkIn.sessionId === session.id && markOf(checkIn) !== undefined,
  )
  const byTicket = new Map<string, CheckIn[]>()
  for (const checkIn of marked)
    byTicket.set(checkIn.guest.id, [...(byTicket.get(checkIn.guest.id) ?? []), checkIn])
  const shown = [...byTicket].flatMap(([ticketId, checkIns]): CheckIn[] => {
    const latest = checkIns.reduce((a, b) => (orderOf(b) >= orderOf(a) ? b : a))
    const ticket = session.list.copy.get(ticketId)
    const agrees = ticket === undefined || ticket.status === markOf(latest)?.status || changed.has(ticketId)
    if (
      !(agrees || (isRight && isOld(latest))) ||
      !checkIns.every((checkIn) => isAnsweredBefore(state, checkIn, askedAt))
    )
      return []
    return checkIns.map((checkIn) => ({
      ...checkIn,
      ...(checkIn.undo === null ? { isInCopy: true } : { undo: { ...checkIn.undo, isInCopy: true } }),
    }))
  })
  return shown.length === 0 ? state : forgetOld(put(state, ...shown))
}

/** Whether nothing is left to do about a check-in. */
const isDone = (checkIn: CheckIn): boolean => isFinished(checkIn) && markOf(checkIn) === undefined

/** Whether the service has everything, and nobody has to look at it. */
const isFinished = (checkIn: CheckIn): boolean =>
  checkIn.status === 'recorded' && checkIn.undo?.status !== 'waiting' && conflictOf(checkIn) === undefined

const forgetOld = (state: State): State => {
  const done = [...state.checkIns.values()].filter(isDone).sort((a, b) => b.order - a.order)
  return drop(
    state,
    done.slice(KEPT).map(({ id }) => id),
  )
}

/** Forgets the guests of sessions that the phone no longer holds. What was not sent or looked at stays. */
export const forgetSessions = (state: State, isOver: (sessionId: string) => boolean): State =>
  drop(
    state,
    [...state.checkIns.values()]
      .filter((checkIn) => isOver(checkIn.sessionId) && isFinished(checkIn))
      .map(({ id }) => id),
  )
