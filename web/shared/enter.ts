// How people sign in, and what went wrong on the way.
import { signal } from '@preact/signals'
import { replaceSignIn, signIn } from './account.ts'
import { loadPart } from './load-part.ts'
import type { Outcome } from './passkeys.ts'
import { loadSettings, type Settings, settings } from './settings.ts'
import { loadIssuer } from './sign-in.ts'
import { entranceTexts as texts } from './texts.ts'

/** Why nobody is signed in, in words. */
export const signInError = signal<string | undefined>(undefined)

/** Whether somebody is signing in. */
export const isEntering = signal(false)

/** The host on which people can use their passkeys, if it is another one than this. */
export const otherHost = (): string | undefined => {
  const host = settings.value?.own?.host ?? location.hostname
  return host === location.hostname ? undefined : host
}

/** In words; undefined where nothing went wrong. */
export const describeOutcome = (outcome: Outcome<unknown>): string | undefined => {
  switch (outcome.kind) {
    case 'ok':
    case 'cancelled':
      return undefined
    case 'device':
      return outcome.isKnown ? texts.passkeyKnown : texts.passkeyFailed(outcome.reason)
    case 'error':
      return texts.refused(outcome.message, outcome.code)
    default:
      return texts.serviceUnreachable
  }
}

const signInHere = async (current: Settings): Promise<void> => {
  const { signInWithPasskey } = await loadPart(() => import('./passkeys.ts'))
  const outcome = await signInWithPasskey()
  if (outcome.kind === 'ok') await replaceSignIn(current, outcome.value)
  else if (outcome.kind === 'error' && outcome.code === 'invalid_grant')
    signInError.value = texts.passkeyRefused
  else signInError.value = describeOutcome(outcome)
}

/** Signs in with a passkey, or on the issuer’s page. `isSignedIn`: the same person signs in again. */
export const enter = async (isSignedIn = false): Promise<void> => {
  signInError.value = undefined
  const host = otherHost()
  if (host !== undefined) {
    const url = new URL(location.href)
    url.hostname = host
    return location.assign(url)
  }
  const isOwn = settings.value?.own != null
  isEntering.value = true
  try {
    // What was stored may be too old to sign in with.
    const current = isOwn ? settings.value : await loadSettings(false)
    if (current === undefined) throw new Error('The service cannot be reached.')
    if (current.own === null) await (await loadIssuer()).beginSignIn(current, isSignedIn)
    else await signInHere(current)
  } catch {
    signInError.value = isOwn ? texts.serviceUnreachable : texts.signInUnreachable
  }
  isEntering.value = false
}

/** Whether the address of the page is a response of the issuer. */
const isSignInResponse = (): boolean => {
  const query = new URLSearchParams(location.search)
  return query.has('state') && (query.has('code') || query.has('error'))
}

/** Signs in if the address of the page is a response of the issuer. */
export const signInOnReturn = async (current: Settings): Promise<void> => {
  if (!isSignInResponse()) return
  try {
    const { completeSignIn } = await loadIssuer()
    signIn(await completeSignIn(current))
  } catch (error) {
    // `fetch` rejects with a TypeError if there is no response.
    signInError.value =
      error instanceof TypeError
        ? texts.signInUnreachable
        : texts.signInFailed(error instanceof Error ? error.message : String(error))
  }
}
