// What the page shows: who is signed in, and which screen. Starts everything.
import { signal } from '@preact/signals'
import { signOut as signOutOfAccount, subject } from '../shared/account.ts'
import { type Api, makeApi } from '../shared/api.ts'
import { signInOnReturn } from '../shared/enter.ts'
import { loadSettings, type Settings } from '../shared/settings.ts'
import { eraseDatabase } from './holds/database.ts'
import { type Session, type SessionEntry, tidySessions } from './holds/session-entry.ts'
import { SessionStore } from './holds/session-store.ts'
import { OpenSession } from './open-session.ts'
import { noteServerTime } from './sends/clock.ts'
import { startSending, stopSending } from './sends/connection.ts'
import { loadOutbox } from './sends/outbox.ts'
import { findSession } from './sends/sessions.ts'

export type Screen =
  | { name: 'starting' }
  | { name: 'not-configured' }
  | { name: 'signed-out' }
  | { name: 'sessions' }
  | { name: 'session'; open: OpenSession; api: Api }
  | { name: 'not-found' }

export const screen = signal<Screen>({ name: 'starting' })
export const api = signal<Api | undefined>(undefined)
let settings: Settings | undefined
/** The sessions on this device. */
export const heldSessions = signal<readonly SessionEntry[]>([])

/** The address of a session within the page. */
export const addressOf = (sessionId: string): string => `#/sessions/${sessionId}`

const sessionInAddress = (): string | undefined => /^#\/sessions\/([0-9a-f-]{36})$/.exec(location.hash)?.[1]

const closeSession = (): void => {
  if (screen.value.name === 'session') screen.value.open.close()
}

const refreshHeld = async (): Promise<void> => {
  heldSessions.value = await tidySessions(Date.now()).catch(() => [])
}

const listed = new Map<string, Session>()

/** Notes what the service lists, so that opening a session needs no further request. */
export const noteListed = (sessions: readonly Session[]): void => {
  for (const session of sessions) listed.set(session.id, session)
}

const openSession = async (id: string, api: Api): Promise<Screen> => {
  const known = listed.get(id)
  let store = await SessionStore.open(id, Date.now(), known)
  if (store === undefined) {
    const found = await findSession(api, id)
    if (found === undefined) return { name: 'not-found' }
    store = await SessionStore.open(id, Date.now(), found)
  }
  if (store === undefined) return { name: 'not-found' }
  return { name: 'session', open: new OpenSession(api, store), api }
}

/** Shows the screen of the address. */
const route = async (): Promise<void> => {
  closeSession()
  if (settings?.clientId === '') {
    screen.value = { name: 'not-configured' }
    return
  }
  if (subject.value === undefined || api.value === undefined) {
    screen.value = { name: 'signed-out' }
    return
  }
  const id = sessionInAddress()
  if (id === undefined) {
    await refreshHeld()
    screen.value = { name: 'sessions' }
    return
  }
  screen.value = { name: 'starting' }
  const next = await openSession(id, api.value)
  if (sessionInAddress() === id) screen.value = next
  else if (next.name === 'session') next.open.close()
}

let stopFollowing = (): void => undefined

/** Removes everything that this device holds of the person, and everything that was not sent. */
export const signOutAndErase = async (): Promise<void> => {
  // This tab must not be loaded again before everything is erased.
  stopFollowing()
  closeSession()
  stopSending()
  screen.value = { name: 'starting' }
  // On a bad network, revoking takes longer than somebody waits. Nothing is left by then.
  const revoked = signOutOfAccount(settings)
  await eraseDatabase().catch(() => undefined)
  localStorage.clear()
  await revoked
  location.replace(location.pathname)
}

export const start = async (): Promise<void> => {
  await loadOutbox().catch(() => undefined)
  settings = await loadSettings(subject.value !== undefined)
  if (settings !== undefined) {
    api.value = makeApi(settings, noteServerTime)
    await signInOnReturn(settings)
  }
  addEventListener('hashchange', route)
  await refreshHeld()
  await route()
  if (subject.value !== undefined && api.value !== undefined) startSending(api.value)
  // Another tab signed in or out. What memory holds of the previous person is dropped.
  const known = subject.value
  stopFollowing = subject.subscribe((value) => {
    if (value !== known) location.reload()
  })
}
