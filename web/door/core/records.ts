// The check-ins in memory, and which of them the disk lacks.
import {
  type CheckIn,
  conflictOf,
  type Item,
  itemsOf,
  localStateOf,
  mergeCheckIns,
  type Result,
  stateIn,
} from './check-in.ts'
import { noEffects } from './compose.ts'
import type { Stamp, State, Step } from './state.ts'

/** Somebody is waiting at the door. A tap saves twice, so it waits at most five seconds for the disk. */
export const SAVE_LIMIT_MS = 2_500

/** How many settled check-ins stay for the list of recent check-ins. */
const KEPT = 50

/** `invalid_grant`: the service has ended the sign-in of this phone. */
export const isAccessDenied = (code: string): boolean =>
  ['forbidden', 'session_not_found', 'invalid_grant'].includes(code)

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

/** Forgets check-ins. The next {@link save} removes them, unless they never reached the disk. */
export const drop = (state: State, ids: readonly string[], isOnDisk = true): State => {
  const known = ids.filter((id) => state.checkIns.has(id))
  if (known.length === 0) return state
  const [all, dirty] = [new Map(state.checkIns), new Map(state.dirty)]
  for (const id of known) {
    all.delete(id)
    if (isOnDisk) dirty.set(id, 0)
    else dirty.delete(id)
  }
  return { ...state, checkIns: all, dirty }
}

/** Writes everything that the disk lacks. */
export const save = (state: State): Step => {
  if (state.dirty.size === 0) return noEffects(state)
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
      },
    ],
  }
}

/** `checkIns` are as saved: merged with what another tab had written. */
export const markSaved = (state: State, number: number, checkIns: readonly CheckIn[]): State => {
  const all = new Map(state.checkIns)
  for (const checkIn of checkIns) {
    const own = all.get(checkIn.id)
    if (own !== undefined) all.set(checkIn.id, mergeCheckIns(own, checkIn))
  }
  return { ...state, checkIns: all, dirty: new Map([...state.dirty].filter(([, save]) => save !== number)) }
}

export const markSaveFailed = (state: State, number: number): State => ({
  ...state,
  dirty: new Map([...state.dirty].map(([id, save]) => [id, save === number ? 0 : save])),
})

/** Whether another tab admitted somebody before it knew the service's time, which this one knows. */
const needsTime = ({ clock, tab }: State, checkIn: CheckIn): boolean =>
  clock.source === 'sampled' &&
  checkIn.clock === 'phone' &&
  checkIn.status === 'admitted' &&
  checkIn.tab !== tab

/** Merges what is on disk. `isNew`: the browser dropped the database and created a new one. */
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
  // What another tab learned from the service counts as of now, but before the first request of this start.
  const isNews = (checkIn: CheckIn): boolean => {
    const own = state.checkIns.get(checkIn.id)
    return own?.status !== checkIn.status || own.undo?.status !== checkIn.undo?.status
  }
  const answered = new Map(state.answered)
  const answeredAt = { ...stampOf(state), ...(state.isLoaded ? {} : { tick: 0 }) }
  for (const checkIn of all.values()) if (isNews(checkIn)) answered.set(checkIn.id, answeredAt)
  const order = Math.max(state.order, ...stored.map(({ order, undo }) => Math.max(order, undo?.order ?? 0)))
  return { ...state, checkIns: all, dirty, answered, order, isLoaded: true }
}

/** The items that the service still needs, oldest first, without those still being decided. */
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

export const stampOf = ({ tick, clock }: State): Stamp => ({ tick, mono: clock.last.mono })

/** Applies the results for items. */
export const settle = (state: State, items: readonly Item[], results: readonly Result[]): State => {
  const answered = new Map(state.answered)
  let next = state
  items.forEach((item, index) => {
    const checkIn = next.checkIns.get(item.checkIn.id)
    const result = results[index]
    if (checkIn === undefined || result === undefined) return
    const settled = settleItem(checkIn, item, result)
    answered.set(checkIn.id, stampOf(state))
    // Nobody was let in, and the service knows.
    next = settled.status === 'refused' ? drop(next, [checkIn.id]) : put(next, settled)
  })
  return { ...next, answered }
}

/** Whether a check-in is no longer needed. */
const isDone = (checkIn: CheckIn): boolean => isFinished(checkIn) && localStateOf(checkIn) === undefined

/** Whether the service has all of it, and nobody has to look at it. */
const isFinished = (checkIn: CheckIn): boolean =>
  checkIn.status === 'recorded' && checkIn.undo?.status !== 'waiting' && conflictOf(checkIn) === undefined

/** Forgets all but the latest check-ins that are no longer needed. */
export const forgetOld = (state: State): State => {
  const done = [...state.checkIns.values()].filter(isDone).sort((a, b) => b.order - a.order)
  return drop(
    state,
    done.slice(KEPT).map(({ id }) => id),
  )
}

/** Forgets the guests of sessions that are no longer on the phone. What was not sent or looked at stays. */
export const forgetSessions = (state: State, isOver: (sessionId: string) => boolean): State =>
  drop(
    state,
    [...state.checkIns.values()]
      .filter((checkIn) => isOver(checkIn.sessionId) && isFinished(checkIn))
      .map(({ id }) => id),
  )
