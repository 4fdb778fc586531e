// Who is signed in, and where in the page they are. Starts everything.
import { signal } from '@preact/signals'
import { signIn, signOut as signOutOfAccount, subject } from '../shared/account.ts'
import { type Api, makeApi } from '../shared/api.ts'
import { loadSettings, type Settings } from '../shared/settings.ts'
import { beginSignIn, completeSignIn, isSignInResponse } from '../shared/sign-in.ts'
import { type Place, readPlace } from './routes.ts'

/** `ready` as soon as it is known whether and as whom somebody is signed in. */
export const phase = signal<'starting' | 'not-configured' | 'ready'>('starting')
export const place = signal<Place>(readPlace(location.hash))
/** What went wrong with the sign-in, in words of the issuer. */
export const signInError = signal<string | undefined>(undefined)

let settings: Settings | undefined
let api: Api = async () => ({ kind: 'unreachable' })

/** Sends a request to the API as the person who is signed in. It never throws. */
export const request: Api = (path, ask) => api(path, ask)

export const beginToSignIn = async (): Promise<void> => {
  signInError.value = undefined
  try {
    settings = await loadSettings(false)
    if (settings === undefined) throw new Error('The service cannot be reached.')
    await beginSignIn(settings)
  } catch {
    signInError.value = 'unreachable'
  }
}

const finishSignIn = async (current: Settings): Promise<void> => {
  try {
    signIn(await completeSignIn(current))
  } catch (error) {
    signInError.value = error instanceof Error ? error.message : String(error)
  }
  place.value = readPlace(location.hash)
}

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
    if (isSignInResponse()) await finishSignIn(settings)
  }
  phase.value = settings?.clientId === '' ? 'not-configured' : 'ready'
}
