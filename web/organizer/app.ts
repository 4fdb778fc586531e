// Who is signed in, and where in the page they are. Starts everything.
import { signal } from '@preact/signals'
import { signOut as signOutOfAccount, subject } from '../shared/account.ts'
import { type Api, makeApi } from '../shared/api.ts'
import { signInOnReturn } from '../shared/enter.ts'
import { loadSettings, type Settings } from '../shared/settings.ts'
import { type Place, readPlace } from './routes.ts'

/** `ready` as soon as it is known whether and as whom somebody is signed in. */
export const phase = signal<'starting' | 'not-configured' | 'ready'>('starting')
export const place = signal<Place>(readPlace(location.hash))

let settings: Settings | undefined
let api: Api = async () => ({ kind: 'unreachable' })

/** Sends a request to the API as the person who is signed in. It never throws. */
export const request: Api = (path, ask) => api(path, ask)

export const signOut = async (): Promise<void> => {
  await signOutOfAccount(settings)
  location.hash = ''
}

export const start = async (): Promise<void> => {
  addEventListener('hashchange', () => {
    place.value = readPlace(location.hash)
  })
  settings = await loadSettings(subject.value !== undefined)
  if (settings !== undefined) {
    api = makeApi(settings)
    await signInOnReturn(settings)
    // Restoring the address after a sign-in causes no event.
    place.value = readPlace(location.hash)
  }
  phase.value = settings?.clientId === '' ? 'not-configured' : 'ready'
}
