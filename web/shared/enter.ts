// The way to the issuer and back, and what went wrong on it.
import { signal } from '@preact/signals'
import { signIn } from './account.ts'
import { loadSettings, type Settings } from './settings.ts'
import { beginSignIn, completeSignIn, isSignInResponse } from './sign-in.ts'

/** Why nobody is signed in: the issuer cannot be reached, or its own words. */
export const signInError = signal<{ kind: 'unreachable' } | { kind: 'refused'; reason: string } | undefined>(
  undefined,
)

/** Leaves the page for the issuer's. `isSignedIn`: the sign-in of the same person has ended and is repeated. */
export const leaveToSignIn = async (isSignedIn = false): Promise<void> => {
  signInError.value = undefined
  try {
    const settings = await loadSettings(false)
    if (settings === undefined) throw new Error('The service cannot be reached.')
    await beginSignIn(settings, isSignedIn)
  } catch {
    signInError.value = { kind: 'unreachable' }
  }
}

/** Signs in if the address of the page is a response of the issuer. */
export const signInOnReturn = async (settings: Settings): Promise<void> => {
  if (!isSignInResponse()) return
  try {
    signIn(await completeSignIn(settings))
  } catch (error) {
    // `fetch` rejects with a TypeError if there is no response.
    signInError.value =
      error instanceof TypeError
        ? { kind: 'unreachable' }
        : { kind: 'refused', reason: error instanceof Error ? error.message : String(error) }
  }
}
