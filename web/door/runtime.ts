// Runs the effects of the core, and reports their results as events. `state` holds all shared state.
import { computed, signal } from '@preact/signals'
import { signInNeeded, subject } from '../shared/account.ts'
import type { Api } from '../shared/api.ts'
import { OWNER, takeOver } from './active-tab.ts'
import { upToDate } from './core/cards.ts'
import { isAtShop } from './core/notes.ts'
import { overlayOf, placeOf } from './core/overlay.ts'
import { pendingItems } from './core/records.ts'
import type { Card, Effect, Place, State, UntimedEvent } from './core/state.ts'
import { start, step } from './core/step.ts'
import { totalOf } from './core/ticket.ts'
import type { TicketList } from './core/ticket-list.ts'
import { play } from './feedback.ts'
import { isKiosk, role } from './role.ts'
import { loadCheckIns, saveCheckIns } from './storage/check-in-store.ts'
import { closeDatabase, watcher } from './storage/database.ts'
import type { Session, SessionEntry, Unreadable } from './storage/entry.ts'
import { ListStore } from './storage/list-store.ts'
import { eraseExpired, findSessionByCode, listStoredSessions } from './storage/stored-sessions.ts'
import type { fetchLiveCheckIns } from './sync/live-check-ins.ts'
import { fetchChanges, findCode, findSession, postItems } from './sync/requests.ts'

const CLOCK = 'doorlist.clock'
export const DEVICE = 'doorlist.device'

/** The name of this device, which is sent with check-ins. */
export const deviceName = signal(localStorage.getItem(DEVICE) ?? '')

const moment = () => ({ wall: Date.now(), mono: performance.now() })

const readClock = (): number | null => {
  const kept = Number(localStorage.getItem(CLOCK) ?? Number.NaN)
  return Number.isFinite(kept) ? kept : null
}

const given = () => ({
  ...{ owner: OWNER, subject: subject.value ?? '', device: deviceName.value.trim() || null },
  isKiosk,
})

export const state = signal<State>(start(given(), readClock(), moment()))
export const storedSessions = signal<readonly SessionEntry[]>([])

export const checkIns = computed(() => state.value.checkIns)
const ticketList = computed(() => list.value?.copy as TicketList | undefined)
const version = computed(() => list.value?.version)
/** The copy of the list. It changes in place, so computed values depend on its version. */
export const copy = (): TicketList | undefined => {
  version.value
  return ticketList.value
}
/** Ticket states that the copy of the list may not show yet. */
export const overlay = computed(() => {
  const current = copy()
  return overlayOf(checkIns.value, (id) => current?.get(id))
})
/** The card, with what the service has said since. */
export const card = computed((): Card | null => {
  const shown = state.value.card
  return shown !== null && 'verdicts' in shown
    ? { ...shown, verdicts: upToDate(state.value, shown.verdicts) }
    : shown
})
export const burst = computed(() =>
  state.value.burst.map((shown) => ({ ...shown, verdicts: upToDate(state.value, shown.verdicts) })),
)
/** The ticket whose dialog is open. */
export const chosen = computed(() => state.value.chosen)
/** Whether another tab has taken over, so that this one shows and does nothing. */
export const isTakenOver = computed(() => state.value.isTakenOver)
/** Whether an outcome is pending. Until then, tapping "Check in" does nothing. */
export const isBusy = computed(() => !state.value.asks.every(isAtShop))
/** The open session. */
export const session = signal<Session | undefined>(undefined)
export const list = computed(() => state.value.session?.list)
/** The direction and area of this phone, and whether the session has exits. */
export const place = computed(() => placeOf(state.value))
/** Check-ins that cannot be sent, because their stored entries are damaged. */
export const unreadable = signal<readonly Unreadable[]>([])
/** How many check-ins and undos have not been sent. */
export const waiting = computed(
  () => new Set(pendingItems(state.value).map(({ checkIn }) => checkIn.id)).size,
)

/** Replaced once somebody is signed in and the settings are loaded. */
let api: Api = async () => ({ kind: 'unreachable' })
let store: ListStore | undefined
/** The entity tag of the last response without changes. */
let kept: { since: string; tag: string } | null = null
export let isStopped = false
/** A role that a manager has given the phone. */
export const newRole = signal('')

export const dispatch = (happening: UntimedEvent): void => {
  if (isStopped) return
  const result = step(state.peek(), { ...happening, now: moment() })
  state.value = result.state
  for (const effect of result.effects) run(effect)
}

const timers = new Map<string, ReturnType<typeof setTimeout>>()

/** The latest write of the list. The next request waits for it. */
let storing: Promise<void> = Promise.resolve()

/** Changes the list on disk, and tells the core about the result. */
const storeList = (
  askedAt: number,
  changed: readonly string[],
  work: (list: ListStore) => Promise<void>,
): void => {
  const current = store
  if (current === undefined) return
  storing = work(current)
    .catch(() => undefined)
    .then(() => {
      if (store !== current) return
      const { view, session } = current
      dispatch({ type: 'list stored', session: session.id, view, changed, askedAt })
    })
}

let asking: AbortController | undefined

const load = (): Promise<void> =>
  loadCheckIns().then(
    ({ checkIns, unreadable: damaged }) => {
      unreadable.value = damaged
      dispatch({ type: 'loaded', checkIns })
    },
    () => dispatch({ type: 'load failed' }),
  )

/** Deletes damaged entries from the disk, for good. */
export const discardUnreadable = async (ids: readonly string[]): Promise<void> => {
  await saveCheckIns([], ids).catch(() => undefined)
  await load()
}

/** What the dialogs bring along. Only they ask for it. */
export const tools: { findLive?: typeof fetchLiveCheckIns } = {}

const EFFECTS: { [Type in Effect['type']]: (effect: Extract<Effect, { type: Type }>) => unknown } = {
  save: ({ checkIns, removed, save }) =>
    saveCheckIns(checkIns, removed).then(
      () => dispatch({ type: 'saved', save, isStored: true }),
      () => dispatch({ type: 'saved', save, isStored: false }),
    ),
  load,
  wait: ({ ms, event }) => {
    const key = event.type === 'lookup timed out' ? `${event.type} ${event.ask}` : event.type
    clearTimeout(timers.get(key))
    const timer = setTimeout(() => dispatch(event), ms)
    timers.set(key, timer)
  },
  'stop waiting': (effect) => clearTimeout(timers.get(effect.for)),
  ask: ({ round, items }) => {
    asking = new AbortController()
    postItems(api, items, asking.signal).then((reply) => dispatch({ type: 'answered', round, reply }))
  },
  'stop asking': () => asking?.abort(),
  'find other session': ({ ask, text, except }) =>
    findSessionByCode(text, except, state.peek().subject)
      .catch(() => undefined)
      .then(async (stored) => (stored ? { session: stored, isShop: false } : findCode(api, text, except)))
      .then(({ session = null, isShop }) => dispatch({ type: 'other session found', ask, session, isShop })),
  'find live check-ins': async ({ sessionId, ticketId }) => {
    const checkIns = (await tools.findLive?.(api, sessionId, ticketId)) ?? null
    dispatch({ type: 'live check-ins found', ticketId, checkIns })
  },
  poll: async ({ pageSize, askedAt }) => {
    const current = store
    if (current === undefined) return
    await storing
    const { session, since } = current
    const tag = kept?.since === since ? kept?.tag : undefined
    const reply = await fetchChanges(api, session.id, { since, pageSize, tag })
    if (store !== current) return
    const said = 'changes' in reply ? reply.changes.role : 'role' in reply && reply.role
    if (said && said !== (role ?? 'Staff')) {
      newRole.value = String(said)
      return
    }
    if (reply.kind === 'changes' && reply.changes.next === since && reply.tag !== null)
      kept = { since, tag: reply.tag }
    dispatch({ type: 'list answered', session: session.id, reply, askedAt })
  },
  'store changes': ({ changes, askedAt }) => {
    const changed = [...changes.rows.map(([id]) => id), ...changes.removed]
    storeList(askedAt, changed, (list) => list.apply(changes, state.peek().subject))
  },
  'confirm list': ({ askedAt }) => storeList(askedAt, [], (list) => list.confirm(state.peek().subject)),
  'begin list again': ({ askedAt }) => storeList(askedAt, [], (list) => list.startAgain()),
  'read types': () => store && describe(store),
  'deny list': ({ at }) => {
    storing = (store?.deny(at) ?? storing).catch(() => undefined)
  },
  'erase list': () => {
    storing = (store?.erase() ?? storing).then(() => dispatch({ type: 'list erased' })).catch(() => undefined)
  },
  post: async ({ items }) => dispatch({ type: 'posted', reply: await postItems(api, items) }),
  'keep clock': ({ offset }) => {
    try {
      localStorage.setItem(CLOCK, String(offset))
    } catch {
      // The storage is full. The clock stays known until the page is reloaded.
    }
  },
  tidy: async ({ at }) => {
    const entries = await eraseExpired(at).catch(() => undefined)
    if (entries === undefined) return
    storedSessions.value = entries
    dispatch({ type: 'tidied', sessionIds: entries.map(({ id }) => id) })
  },
  sound: ({ sound }) => play(sound),
}

const run = (effect: Effect) => (EFFECTS[effect.type] as (effect: Effect) => unknown)(effect)

/** The session whose details are being loaded. */
let describing: ListStore | undefined

/** Loads what the list of sessions lacks: walk-ins, and the notes of the ticket types. */
const describe = async (opened: ListStore): Promise<void> => {
  if (describing === opened) return
  describing = opened
  const found = await findSession(api, opened.session.id)
  describing = undefined
  if (found === undefined || store !== opened) return
  session.value = found
  await opened.describe(found)
  if (store === opened) dispatch({ type: 'types stored', session: found.id, view: opened.view })
}

/** Opens a session. `isWanted` is asked after the disk was read, because the person may have moved on. */
export const openSession = async (
  id: string,
  known: Session | undefined,
  isWanted: () => boolean,
): Promise<boolean> => {
  const { clock } = state.peek()
  const opened = await ListStore.open(id, Date.now() + clock.offset, known)
  if (opened === undefined || !isWanted()) return false
  store = opened
  kept = null
  session.value = opened.session
  if (known?.walkIns === undefined) describe(opened)
  const [, chosen = AT_THE_ENTRANCE] = readPlaces().find(([other]) => other === id) ?? []
  dispatch({ type: 'place chosen', place: chosen })
  dispatch({ type: 'opened', id, view: opened.view, total: totalOf(opened.session.counts) })
  return true
}

/** Handles a tap on "Check in" or "Check out", for one ticket or a group. */
export const checkIn = (ticketIds: readonly string[], isOut = false): void =>
  dispatch({ type: 'check-in tapped', ticketIds, ids: ticketIds.map(() => crypto.randomUUID()), isOut })

const AT_THE_ENTRANCE: Place = { isOut: false, areaId: null }
export const PLACES = 'doorlist.places'

export const readPlaces = (): [id: string, place: Place][] => JSON.parse(localStorage.getItem(PLACES) ?? '[]')

export const closeSession = (): void => {
  if (store === undefined) return
  store = undefined
  session.value = undefined
  dispatch({ type: 'closed' })
}

export const refreshStoredSessions = async (): Promise<void> => {
  storedSessions.value = await listStoredSessions()
}

export const sampleClock = (date: number, roundTripMs: number): void =>
  dispatch({ type: 'clock sampled', date, roundTripMs })

/** Ends everything: another tab is the active one. */
const end = (): void => {
  dispatch({ type: 'taken over' })
  closeDatabase()
  closeSession()
  storedSessions.value = []
  unreadable.value = []
  stopRuntime()
}

/** Makes this tab the active one. */
export const becomeActive = (): Promise<void> => {
  watcher.onTakenOver = end
  watcher.onDropped = () => dispatch({ type: 'disk dropped' })
  return takeOver(end)
}

/** Starts sending and following the phone. */
export const startRuntime = async (current: Api | undefined): Promise<void> => {
  api = current ?? api
  state.value = { ...state.peek(), ...given() }
  const wake = () => dispatch({ type: 'woken' })
  document.addEventListener('visibilitychange', () =>
    document.visibilityState === 'visible' ? wake() : dispatch({ type: 'hidden' }),
  )
  addEventListener('online', wake)
  addEventListener('offline', () => dispatch({ type: 'network lost' }))
  signInNeeded.subscribe((isNeeded) => {
    const isOver = state.peek().isSignInNeeded && !isNeeded
    dispatch({ type: 'sign-in needed', isNeeded })
    if (isOver) wake()
  })
  await load()
}

export const stopRuntime = (): void => {
  isStopped = true
  for (const timer of timers.values()) clearTimeout(timer)
}
