// The check-ins in memory, and which of them the disk lacks.
import {
  type CheckIn,
  conflictOf,
  type Item,
  itemsOf,
  localStateOf,
  type Result,
  stateIn,
  toRecorded,
  withdraw,
} from './check-in.ts'
import { noEffects } from './compose.ts'
import type { State, Step } from './state.ts'
import { toGuest } from './ticket.ts'

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
  const [all, dirty] = [new Map(state.checkIns), new Set(state.dirty)]
  for (const checkIn of checkIns) {
    all.set(checkIn.id, checkIn)
    dirty.add(checkIn.id)
  }
  return { ...state, checkIns: all, dirty }
}

/** Forgets check-ins. The next {@link save} removes them, unless they never reached the disk. */
export const drop = (state: State, ids: readonly string[], isOnDisk = true): State => {
  const known = ids.filter((id) => state.checkIns.has(id))
  if (known.length === 0) return state
  const [all, dirty] = [new Map(state.checkIns), new Set(state.dirty)]
  for (const id of known) {
    all.delete(id)
    if (isOnDisk) dirty.add(id)
    else dirty.delete(id)
  }
  return { ...state, checkIns: all, dirty }
}

/** Whether there is something to write, or something waits for a write. */
export const isSaveDue = ({ dirty, isSaveWanted }: State): boolean => dirty.size > 0 || isSaveWanted

/** Writes what the disk lacks. During a write it waits for the next one, so that writes keep their order. */
export const save = (state: State): Step => {
  const { dirty, saving } = state
  if (saving !== null || !isSaveDue(state)) return noEffects(state)
  const number = state.saves + 1
  const ids = [...dirty]
  return {
    state: { ...state, saves: number, dirty: new Set(), saving: dirty, isSaveWanted: false },
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

/**
 * Writes, even if there is nothing to write: only the owner of the disk may show an outcome. `waiting` is the
 * state that waits for the write with this number.
 */
export const saveThen = (state: State, waiting: (state: State, save: number) => State): Step =>
  save({ ...waiting(state, state.saves + 1), isSaveWanted: true })

/** What was not written is written again. */
export const endSave = (state: State, isStored: boolean): State => ({
  ...state,
  saving: null,
  dirty: isStored ? state.dirty : new Set([...state.dirty, ...(state.saving ?? [])]),
})

/** Takes what an earlier start has left on the disk. Its unanswered questions are withdrawn. */
export const load = (state: State, stored: readonly CheckIn[]): State => {
  const isKnown = ({ id }: CheckIn): boolean =>
    state.checkIns.has(id) || state.dirty.has(id) || state.saving?.has(id) === true
  // What the service said before counts as of now, but before the first request of this start.
  const stamp = stampOf(state.isLoaded ? state : { ...state, tick: 0 })
  const found = stored.filter((checkIn) => !isKnown(checkIn)).map((one) => ({ ...one, ...stamp }))
  const loaded: State = {
    ...state,
    isLoaded: true,
    order: Math.max(state.order, ...found.map(({ order, undo }) => Math.max(order, undo?.order ?? 0))),
    checkIns: new Map([...state.checkIns, ...found.map((checkIn) => [checkIn.id, checkIn] as const)]),
  }
  return put(loaded, ...found.filter(({ status }) => status === 'asking').map(withdraw))
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
  if (type === 'CheckIn') return toRecorded(checkIn, result)
  if (undo === null) return checkIn
  return { ...checkIn, undo: { ...undo, status: 'recorded', after: stateIn(result) ?? undo.after } }
}

export const stampOf = ({ tick, clock }: State) => ({ answered: { tick, mono: clock.last.mono } })

/** Applies the results for items. */
export const settle = (state: State, items: readonly Item[], results: readonly Result[]): State => {
  let next = state
  items.forEach((item, index) => {
    const checkIn = next.checkIns.get(item.checkIn.id)
    const result = results[index]
    if (checkIn === undefined || result === undefined) return
    const settled = { ...settleItem(checkIn, item, result), ...stampOf(state) }
    // Nobody was let in, and the service knows.
    if (settled.status === 'refused') next = drop(next, [checkIn.id])
    else next = put(next, settled.isLeft && settled.walkIn ? withoutName(settled) : settled)
  })
  return next
}

/** Whether the service has all of it, and nobody has to look at it. */
const isFinished = (checkIn: CheckIn): boolean =>
  checkIn.status === 'recorded' && checkIn.undo?.status !== 'waiting' && conflictOf(checkIn) === undefined

/** Forgets all but the latest check-ins that are no longer needed. */
export const forgetOld = (state: State): State => {
  const done = [...state.checkIns.values()]
    .filter((one) => isFinished(one) && localStateOf(one) === undefined)
    .sort((a, b) => b.order - a.order)
  return drop(
    state,
    done.filter(({ isLeft }, index) => isLeft || index >= KEPT).map(({ id }) => id),
  )
}

export const withoutName = (checkIn: CheckIn): CheckIn => ({
  ...checkIn,
  guest: { ...checkIn.guest, name: null },
  walkIn: checkIn.walkIn && { note: null },
})

/**
 * Names guests as the list does: those who were erased not any more, except in an unsent walk-in, and those
 * again who were forgotten when somebody signed out.
 */
export const nameAsListed = (state: State): State =>
  put(
    state,
    ...[...state.checkIns.values()].flatMap((checkIn) => {
      const { guest, walkIn, status } = checkIn
      const listed = state.session?.list.copy.get(guest.id)
      if (listed && guest.number === '') return { ...checkIn, guest: toGuest(listed) }
      return guest.name && listed?.name === null && (!walkIn || status === 'recorded')
        ? withoutName(checkIn)
        : []
    }),
  )

/** Forgets the guests of sessions that are no longer on the phone. What was not sent or looked at stays. */
export const forgetSessions = (state: State, isOver: (sessionId: string) => boolean): State =>
  drop(
    state,
    [...state.checkIns.values()]
      .filter((checkIn) => isOver(checkIn.sessionId) && isFinished(checkIn))
      .map(({ id }) => id),
  )
