// The service as the person who is signed in: its settings and its API.
import { signal } from '@preact/signals'
import { accessToken, signOut as signOutOfAccount, subject } from '../../shared/account.ts'
import { type Api, type Ask, makeApi, type Reply } from '../../shared/api.ts'
import { signInOnReturn } from '../../shared/enter.ts'
import { send, toReply } from '../../shared/request.ts'
import { isConfigured, loadSettings, type Settings } from '../../shared/settings.ts'
import { prepareRenewal } from '../../shared/sign-in.ts'
import { SignInNeeded } from '../../shared/tokens.ts'
import { forgetKept } from './kept.ts'

/** `ready` as soon as it is known whether and as whom somebody is signed in. */
export const phase = signal<'starting' | 'not-configured' | 'ready'>('starting')

let settings: Settings | undefined
let api: Api = async () => ({ kind: 'unreachable' })

/** The `Date` of a response has whole seconds. */
const DATE_MS = 1_000

let offset = 0

/** The time by the clock of the service, to the second: that of the browser may be wrong. */
export const serviceTime = (): number => Date.now() + offset

/** Sends a request to the API as the person who is signed in. It never throws. */
export const request: Api = async <Body>(path: string, ask?: Ask) => {
  const reply = await api<Body>(path, ask)
  // Also if it failed: it may have been done.
  if (ask?.method !== undefined && ask.method !== 'GET') forgetKept()
  return reply
}

export const signOut = (): Promise<void> => signOutOfAccount(settings)

export const start = async (): Promise<void> => {
  settings = await loadSettings(subject.value !== undefined)
  if (settings !== undefined) {
    api = makeApi(settings, (date, roundTripMs) => {
      const ahead = date - Date.now()
      offset = Math.abs(ahead) > roundTripMs + DATE_MS ? ahead : 0
    })
    await signInOnReturn(settings)
  }
  prepareRenewal(subject.value)
  phase.value = settings !== undefined && !isConfigured(settings) ? 'not-configured' : 'ready'
}

// Somebody else may not see what this person may.
subject.subscribe(forgetKept)

const KEEP_DOWNLOAD_MS = 60_000

/** Saves a file as a download of the browser. */
export const saveFile = (file: Blob, name: string): void => {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // Safari reads it after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), KEEP_DOWNLOAD_MS)
}

/** A long list on a slow network. */
const DOWNLOAD_TIMEOUT_MS = 5 * 60_000

/** Saves a file of the service under a name. `unreachable`: it did not arrive whole. */
export const download = async (path: string, name: string): Promise<Reply<void>> => {
  if (settings === undefined) return { kind: 'unreachable' }
  try {
    const response = await send(path, { timeoutMs: DOWNLOAD_TIMEOUT_MS }, await accessToken(settings))
    if (!response.ok) return await toReply(response)
    saveFile(await response.blob(), name)
    return { kind: 'ok', body: undefined, etag: null }
  } catch (error) {
    return { kind: error instanceof SignInNeeded ? 'signed-out' : 'unreachable' }
  }
}
