// Starts the page, and decides which screen is shown and who is signed in.
import { signal } from '@preact/signals'
import { subject } from '../shared/account.ts'
import { type Api, makeApi } from '../shared/api.ts'
import { signInOnReturn } from '../shared/enter.ts'
import { isConfigured, loadSettings, type Settings } from '../shared/settings.ts'
import { prepareRenewal } from '../shared/sign-in.ts'
import { codeIn, connecting, readAttempt } from './connect-link.ts'
import { isKiosk, KIOSK_SESSION } from './role.ts'
import {
  closeSession,
  isStopped,
  isTakenOver,
  openSession,
  refreshStoredSessions,
  sampleClock,
  startRuntime,
} from './runtime.ts'
import type { Session } from './storage/entry.ts'
import { findSession, type Listed, listSessions } from './sync/requests.ts'

export type Screen =
  | { name: 'starting' | 'not-configured' | 'signed-out' | 'sessions' | 'not-found' }
  | { name: 'session'; id: string }

export const screen = signal<Screen>({ name: 'starting' })
let api: Api | undefined
export let settings: Settings | undefined

/** The address of a session within the page. */
export const addressOf = (sessionId: string): string => `#/sessions/${sessionId}`

const sessionInAddress = (): string | undefined => /^#\/sessions\/([0-9a-f-]{36})$/.exec(location.hash)?.[1]

const listed = new Map<string, Session>()

/** Lists sessions, and remembers them, so that opening one needs no further request. */
export const listPage = async (path?: string): Promise<Listed> => {
  if (api === undefined) return { kind: 'unreachable' }
  const result = await listSessions(api, path)
  for (const session of result.kind === 'ok' ? result.sessions : []) listed.set(session.id, session)
  return result
}

let routes = 0

/** Shows the screen for the current address. */
const route = async (): Promise<void> => {
  routes += 1
  const current = routes
  const isWanted = () => routes === current && !isTakenOver.peek()
  if (!isWanted()) return
  closeSession()
  connecting.value = codeIn(location.hash) ?? connecting.value
  if (settings !== undefined && !isConfigured(settings) && !settings.phones) {
    screen.value = { name: 'not-configured' }
    return
  }
  if (subject.value === undefined || api === undefined) {
    screen.value = { name: 'signed-out' }
    return
  }
  const id = (isKiosk && localStorage.getItem(KIOSK_SESSION)) || sessionInAddress()
  if (id === undefined) {
    await refreshStoredSessions()
    if (isWanted()) screen.value = { name: 'sessions' }
    return
  }
  screen.value = { name: 'starting' }
  const isOpen =
    (await openSession(id, listed.get(id), isWanted)) ||
    (isWanted() && (await openSession(id, await findSession(api, id), isWanted)))
  if (isWanted()) screen.value = isOpen ? { name: 'session', id } : { name: 'not-found' }
}

/** Discards the link without using it. */
export const leaveLink = (): void => {
  connecting.value = undefined
  if (codeIn(location.hash) !== undefined) history.replaceState(null, '', location.pathname)
}

export const startApp = async (): Promise<void> => {
  settings = await loadSettings(subject.value !== undefined)
  if (settings !== undefined) {
    api = makeApi(settings, sampleClock)
    await signInOnReturn(settings)
  }
  await startRuntime(subject.value === undefined ? undefined : api)
  if (subject.value === undefined) connecting.value = readAttempt()?.code
  addEventListener('hashchange', route)
  await route()
  prepareRenewal(subject.value)
  // Another page signed in or out. Reloading drops what memory has of the previous person. A tab that is not
  // the active one has nothing in memory, and loading it would make it the active one.
  const known = subject.value
  subject.subscribe((value) => {
    if (value !== known && !isStopped) location.reload()
  })
}
