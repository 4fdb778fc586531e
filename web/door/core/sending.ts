// Sends items to the service: oldest first, one batch in flight. Rejected ones block nothing.
import { type CheckIn, conflictOf, type Item, isRejected, type Rejection } from './check-in.ts'
import { serviceTime } from './clock.ts'
import { emit, noEffects, sequence } from './compose.ts'
import { isAccessDenied, pendingItems, put, save, settle, withoutName } from './records.ts'
import { backOff, randomOf } from './schedule.ts'
import type { PostReply, State, Step } from './state.ts'

/** The largest batch that the service accepts. */
const MAX_ITEMS = 100
const MIN_RETRY_MS = 5_000

/** Sends, unless a batch is in flight. */
export const send = (state: State): Step => {
  const { sending, clock } = state
  if (!state.isLoaded || sending.isPaused || sending.batch.length > 0) return noEffects(state)
  // The first response may correct times that were taken before it.
  if (clock.source !== 'sampled' && !state.isReached) return noEffects(state)
  if (pendingItems(state).length === 0) return noEffects(state)
  const next = { ...state, sending: { ...sending, single: new Set<string>(), skipped: new Set<string>() } }
  return sequence(next, emit({ type: 'stop waiting', for: 'send due' }), postNext)
}

/** The first item and those after it that fit in one batch. */
const firstBatch = (items: readonly Item[], single: ReadonlySet<string>): Item[] => {
  const [first] = items
  if (first === undefined || single.has(first.id)) return items.slice(0, 1)
  const end = items.findIndex(
    ({ id, checkIn }) => checkIn.sessionId !== first.checkIn.sessionId || single.has(id),
  )
  return items.slice(0, Math.min(MAX_ITEMS, end === -1 ? items.length : end))
}

const postNext = (state: State): Step => {
  const { sending } = state
  const batch = firstBatch(
    pendingItems(state).filter(({ id }) => !sending.skipped.has(id)),
    sending.single,
  )
  if (batch.length === 0) return rest(state, 0, null)
  return {
    state: { ...state, sending: { ...sending, batch } },
    effects: [{ type: 'post', items: batch }],
  }
}

/** Waits before it sends again, if items are left. */
const rest = (state: State, failures: number, retryAfter: number | null): Step => {
  const isPaused = retryAfter !== null
  const resting = { ...state, sending: { ...state.sending, batch: [], failures, isPaused } }
  if (pendingItems(state).length === 0) return noEffects(resting)
  const ms = Math.max(MIN_RETRY_MS, backOff(failures, randomOf(state)), (retryAfter ?? 0) * 1_000)
  return emit({ type: 'wait', ms, event: { type: 'send due' } })(resting)
}

/** Sends even if the service asked to wait: the time is over, or the phone woke up. */
export const sendNow = (state: State): Step =>
  send({ ...state, sending: { ...state.sending, isPaused: false } })

/** Puts items aside, where everybody sees them. */
const reject = (state: State, items: readonly Item[], { status, code, message }: Rejection): State =>
  put(
    state,
    ...items.flatMap(({ checkIn }): CheckIn[] => {
      const current = state.checkIns.get(checkIn.id)
      const kept = current && code === 'role_forbids' ? withoutName(current) : current
      return kept === undefined ? [] : [{ ...kept, rejection: { status, code, message } }]
    }),
  )

/** Skips items until sending begins again, and all others of their tickets: a walk-in must come first. */
const skip = (state: State, failed: readonly Item[]): State => {
  const tickets = new Set(failed.map(({ checkIn }) => checkIn.guest.id))
  const items = pendingItems(state).filter(({ checkIn }) => tickets.has(checkIn.guest.id))
  const skipped = new Set([...state.sending.skipped, ...items.map(({ id }) => id)])
  return { ...state, sending: { ...state.sending, skipped } }
}

/** Errors that are not about the items. */
const isPassing = (status: number): boolean => status === 401 || status === 429 || status >= 500

/** Handles the response to a batch. */
export const takePosted = (state: State, reply: PostReply): Step => {
  const { sending } = state
  const { batch } = sending
  if (batch.length === 0) return noEffects(state)
  let next = state
  if (reply.kind === 'ok') next = settle(state, batch, reply.results)
  else if (reply.kind === 'error' && isAccessDenied(reply.code)) {
    const session = batch[0]?.checkIn.sessionId
    next = reject(
      state,
      pendingItems(state).filter(({ checkIn }) => checkIn.sessionId === session),
      reply,
    )
  } else if (reply.kind === 'error' && (!isPassing(reply.status) || reply.code === 'internal_error')) {
    // One item may be at fault, so they are sent one by one.
    const isBatch = batch.length > 1
    const ids = batch.map(({ id }) => id)
    if (isBatch) next = { ...state, sending: { ...sending, single: new Set([...sending.single, ...ids]) } }
    else if (reply.status < 500) next = reject(state, batch, reply)
    else next = skip(state, batch)
  } else {
    return rest(state, sending.failures + 1, reply.kind === 'error' ? reply.retryAfter : null)
  }
  const isAlarming = countConflicts(next) > countConflicts(state)
  // The figures of the list may already count the people of a tally.
  const hasTally = reply.kind === 'ok' && batch.some(({ checkIn }) => checkIn.by !== undefined)
  const hasLeft = batch.some(({ checkIn }) => checkIn.isLeft)
  return sequence(
    next,
    save,
    isAlarming ? emit({ type: 'sound', sound: 'alarm' }) : noEffects,
    hasTally ? emit({ type: 'wait', ms: 0, event: { type: 'poll due' } }) : noEffects,
    hasLeft ? emit({ type: 'tidy', at: serviceTime(state.clock) }) : noEffects,
    postNext,
  )
}

const countConflicts = ({ checkIns }: State): number =>
  [...checkIns.values()].filter((checkIn) => conflictOf(checkIn) !== undefined).length

const isPassed = ({ rejection }: CheckIn): boolean => rejection?.status !== 400

/** Sends rejected check-ins again: the wanted ones, or those whose reason may be gone. */
export const sendAgain = (state: State, isWanted = isPassed): State =>
  put(
    state,
    ...[...state.checkIns.values()]
      .filter((one) => isRejected(one) && isWanted(one))
      .map((one) => ({ ...one, rejection: null })),
  )
