// Keeps the copy of the session's list up to date: when to ask, and what a response means.
import { isRight } from '../../shared/list-copy.ts'
import { retryLookups, SHOP_POLL_MS } from './asking.ts'
import type { CheckIn } from './check-in.ts'
import { serviceTime } from './clock.ts'
import { emit, noEffects, sequence } from './compose.ts'
import { isAtShop } from './notes.ts'
import { settleInCopy } from './overlay.ts'
import { forgetSessions, isAccessDenied, nameAsListed, save } from './records.ts'
import { nextPoll, randomOf } from './schedule.ts'
import { send, sendAgain } from './sending.ts'
import type { Effect, EventOf, List, ListReply, ListView, State, Step } from './state.ts'
import { totalOf } from './ticket.ts'

const PAGE_SIZE = 2_000
/** For networks that are too slow for the usual page within the time limit. */
const SMALL_PAGE_SIZE = 200

/** The list is erased after this long with nothing but denials. */
const DENIED_MS = 24 * 3_600_000

/** The least time between reloads of a wrong copy. It doubles each time. */
const RELOAD_MS = 60_000
const MAX_DOUBLINGS = 6

const BEGIN_AGAIN: ReadonlySet<string> = new Set(['changes_gone', 'invalid_cursor'])

export const openList = (view: ListView, total: number): List => ({
  ...view,
  version: 0,
  total,
  expected: null,
  expectedTypes: null,
  isPolling: false,
  isErased: false,
  failures: 0,
  pageSize: PAGE_SIZE,
  reloads: 0,
  reloadedAt: 0,
  isBegunAgain: false,
})

const change = (state: State, list: Partial<List>): State =>
  state.session === null
    ? state
    : { ...state, session: { ...state.session, list: { ...state.session.list, ...list } } }

/** Asks for changes, unless a request is under way or the disk was not read yet. */
export const poll = (state: State): Step => {
  const list = state.session?.list
  const isWaiting = list?.isPolling || list?.isErased || state.clock.isHidden || !state.isLoaded
  if (list === undefined || isWaiting) return noEffects(state)
  return {
    state: change(state, { isPolling: true }),
    effects: [
      { type: 'stop waiting', for: 'poll due' },
      { type: 'poll', pageSize: list.pageSize, askedAt: state.tick },
    ],
  }
}

/**
 * Saves, and schedules the next request after `failures` consecutive failures. Looks up unknown codes for the
 * last time: this request brings no newer tickets.
 */
const rest = (state: State, failures: number, retryAfter: number | null): Step => {
  const pace = nextPoll(failures, retryAfter, randomOf(state), state.session?.list.pollSeconds)
  const ms = failures === 0 && state.asks.some(isAtShop) ? SHOP_POLL_MS : pace
  return sequence(
    change(state, { isPolling: false, failures }),
    (next) => retryLookups(next, true),
    save,
    failures === 0 ? send : noEffects,
    emit({ type: 'wait', ms, event: { type: 'poll due' } }),
  )
}

const pollAgain = (state: State): Step => poll(change(state, { isPolling: false }))

/** Records whether the service was reached. */
export const setReached = (state: State, isReached: boolean): State =>
  isReached
    ? { ...state, isReached: true, offlineSince: null }
    : { ...state, offlineSince: state.offlineSince ?? serviceTime(state.clock) }

const fail = (state: State, retryAfter: number | null, weight = 1): Step =>
  rest(state, (state.session?.list.failures ?? 0) + weight, retryAfter)

const takeError = (
  state: State,
  list: List,
  { code, retryAfter }: Extract<ListReply, { kind: 'error' }>,
  askedAt: number,
): Step => {
  if (BEGIN_AGAIN.has(code)) {
    // Starts again at once the first time. A service that keeps breaking off the list is asked less often.
    return sequence(
      change(state, { isBegunAgain: true, expected: null }),
      emit({ type: 'begin list again', askedAt }),
      list.isBegunAgain ? (begun) => fail(begun, retryAfter) : noEffects,
    )
  }
  // Nobody is told about a 429 unless the next response is one as well.
  if (!isAccessDenied(code)) return fail(state, retryAfter, code === 'rate_limited' ? 0.5 : 1)
  const now = serviceTime(state.clock)
  const deniedAt = list.deniedAt ?? now
  const denial: Effect =
    now - deniedAt >= DENIED_MS ? { type: 'erase list' } : { type: 'deny list', at: deniedAt }
  return sequence({ ...change(state, { deniedAt }), chosen: null }, emit(denial), (denied) =>
    fail(denied, null),
  )
}

/** A phone that gets the list may check in. */
const retryDenied = (state: State): State =>
  sendAgain(
    state,
    ({ sessionId, rejection }) => sessionId === state.session?.id && isAccessDenied(rejection?.code ?? ''),
  )

/**
 * Loads the list again that the disk has lost. During a request, that waits for the next start of the page.
 */
export const writeAgain = (state: State): Step => {
  const isIdle = state.session?.list.isPolling === false
  return isIdle ? emit({ type: 'begin list again', askedAt: state.tick })(state) : noEffects(state)
}

/** Handles the response to a request for changes. */
export const takeReply = (state: State, { session, reply, askedAt }: EventOf<'list answered'>): Step => {
  const list = state.session?.list
  if (list === undefined || state.session?.id !== session) return noEffects(state)
  if (reply.kind === 'unreachable')
    return fail(change(setReached(state, false), { pageSize: SMALL_PAGE_SIZE }), null)
  if (reply.kind === 'signed-out') return fail(state, null)
  const reached = setReached(state, true)
  if (reply.kind === 'error') return takeError(reached, list, reply, askedAt)
  const allowed = change(retryDenied(reached), { pollSeconds: reply.pollSeconds })
  if (reply.kind === 'unchanged') return { state: allowed, effects: [{ type: 'confirm list', askedAt }] }
  const { changes } = reply
  const { counts, digest, more, typesVersion } = changes
  const expected = { counts, digest, more }
  const news = { pageSize: PAGE_SIZE, total: totalOf(counts), expected, expectedTypes: typesVersion }
  return { state: change(allowed, news), effects: [{ type: 'store changes', changes, askedAt }] }
}

/** Reads the ticket types if the service has a newer version. */
const readTypes = (state: State): Step => {
  const { typesVersion = null, expectedTypes = null } = state.session?.list ?? {}
  const isCurrent = expectedTypes === null || expectedTypes === typesVersion
  return { state, effects: isCurrent ? [] : [{ type: 'read types' }] }
}

export const takeTypes = (state: State, { session, view }: EventOf<'types stored'>): Step =>
  noEffects(
    state.session?.id === session
      ? change(state, { ...view, version: state.session.list.version + 1 })
      : state,
  )

/** The copy after a response was stored. */
export const takeStored = (state: State, event: EventOf<'list stored'>): Step =>
  sequence(state, (next) => takeView(next, event), readTypes)

/** Whether the figures may already count a tally, because it was answered during the request. */
const mayCountTwice =
  (session: string) =>
  ({ by, status, isInCopy, sessionId }: CheckIn): boolean =>
    by !== undefined && status === 'recorded' && !isInCopy && sessionId === session

const takeView = (state: State, { session, view, changed, askedAt }: EventOf<'list stored'>): Step => {
  const list = state.session?.list
  if (list === undefined || state.session?.id !== session) return noEffects(state)
  const { expected } = list
  const viewed = nameAsListed(change(state, { ...view, version: list.version + 1 }))
  const isExpected = expected !== null && isRight(view.copy, expected)
  const isCurrent = isExpected && !expected.more && view.loaded === null
  // A list that is loaded again is not in the copy yet.
  const inCopy = new Set(view.isComplete && view.loaded !== null ? [] : changed)
  const settled = settleInCopy(viewed, inCopy, askedAt, isCurrent)
  // The last request failed, so the next one waits.
  if (!list.isPolling) return save(settled)
  if (expected?.more === true) return sequence(settled, (next) => retryLookups(next, false), pollAgain)
  // The list is loaded again beside the copy.
  if (view.loaded !== null) return pollAgain(settled)
  if (expected !== null && !isExpected) return reload(settled, list)
  if ([...settled.checkIns.values()].some(mayCountTwice(session))) return pollAgain(settled)
  return rest(change(settled, { isBegunAgain: false }), 0, null)
}

/** Loads a wrong copy again, but less and less often. */
const reload = (state: State, { reloads, reloadedAt }: List): Step => {
  const { mono } = state.clock.last
  const isEarly = reloads > 0 && mono - reloadedAt < RELOAD_MS * 2 ** Math.min(reloads, MAX_DOUBLINGS)
  if (isEarly) return rest(state, 0, null)
  return sequence(
    change(state, { reloads: reloads + 1, reloadedAt: mono }),
    (next) => retryLookups(next, true),
    emit({ type: 'begin list again', askedAt: state.tick }),
  )
}

/** The list was erased, and with it the names of guests in settled check-ins. */
export const takeErased = (state: State): Step => {
  const id = state.session?.id
  return save(forgetSessions(change(state, { isErased: true }), (sessionId) => sessionId === id))
}
