// Who is signed in, in all tabs of both pages. Only `signOut` forgets it; a failed renewal does not.
import { signal } from '@preact/signals'
import type { Settings } from './settings.ts'
import { wayOf } from './sign-in.ts'
import { SignInNeeded, type Tokens } from './tokens.ts'

const KEY = 'doorlist.tokens'
const LOCK = 'doorlist.renew'
/** A tab that the phone has suspended may hold the lock. Other tabs wait no longer than this. */
const MAX_WAIT_MS = 25_000
/** An access token is renewed this long before it expires. */
const MARGIN_MS = 20_000
/** A refused token is not sent again before this: failed attempts count for all phones behind one address. */
const REFUSED_MS = 60_000

/** The sign-in that is kept. */
export const readTokens = (): Tokens | undefined => {
  try {
    const tokens = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Tokens | null
    return typeof tokens?.accessToken === 'string' ? tokens : undefined
  } catch {
    return undefined
  }
}

/** The subject who is signed in; undefined if nobody is. */
export const subject = signal(readTokens()?.subject)

const NAMES = 'doorlist.names'

const readNames = (): Record<string, string> => JSON.parse(localStorage.getItem(NAMES) ?? '{}')

/** What to call a subject who has been signed in on this device. */
export const nameOf = (of: string): string => readNames()[of] ?? of

/** Whether the sign-in has ended. What the page holds stays usable. */
export const signInNeeded = signal(false)

export const signIn = (tokens: Tokens): void => {
  localStorage.setItem(KEY, JSON.stringify(tokens))
  subject.value = tokens.subject
  signInNeeded.value = false
  if (tokens.name !== undefined && nameOf(tokens.subject) !== tokens.name)
    localStorage.setItem(NAMES, JSON.stringify({ ...readNames(), [tokens.subject]: tokens.name }))
}

/** Ends a sign-in as far as the network allows. */
const end = (settings: Settings, tokens: Tokens): Promise<void> =>
  wayOf(tokens)
    .then((way) => way.end(settings, tokens))
    .catch(() => undefined)

/** Signs in, and ends the sign-in before. */
export const replaceSignIn = async (settings: Settings | undefined, tokens: Tokens): Promise<void> => {
  const before = readTokens()
  signIn(tokens)
  if (before !== undefined && settings !== undefined && before.subject !== tokens.subject)
    await end(settings, before)
}

let refused: { token: string | null; error: SignInNeeded; at: number } | undefined

const isFresh = ({ expiresAt }: Tokens): boolean => Date.now() < expiresAt - MARGIN_MS

/**
 * Runs `work` while no other tab of this browser does. The lock is best effort: after {@link MAX_WAIT_MS} the
 * work runs beside another tab's, with `isAlone` false.
 */
const withLock = async (work: (isAlone: boolean) => Promise<string>): Promise<string> => {
  let hasBegun = false
  try {
    return await navigator.locks.request(LOCK, { signal: AbortSignal.timeout(MAX_WAIT_MS) }, () => {
      hasBegun = true
      return work(true)
    })
  } catch (error) {
    if (hasBegun) throw error
    return work(false)
  }
}

/** One renewal at a time over all tabs: a refresh token that is used twice counts as stolen. */
const renewOnce = (settings: Settings, rejected: string | undefined): Promise<string> =>
  withLock(async (isAlone) => {
    const tokens = readTokens()
    if (tokens === undefined) throw new SignInNeeded('Nobody is signed in.')
    if (tokens.accessToken !== rejected && isFresh(tokens)) return tokens.accessToken
    // The other tab may have sent the refresh token, and a second use would end the sign-in everywhere.
    if (!isAlone) throw new Error('Another tab renews the sign-in.')
    if (refused?.token === tokens.refreshToken && performance.now() - refused.at < REFUSED_MS)
      throw refused.error
    try {
      const renewed = await (await wayOf(tokens)).renew(settings, tokens)
      // In between, the person may have signed out in another tab, and somebody else signed in.
      const current = readTokens()
      if (current?.subject !== tokens.subject) {
        await end(settings, renewed)
        throw new SignInNeeded('The person has signed out.')
      }
      if (current.refreshToken === tokens.refreshToken) signIn(renewed)
      return renewed.accessToken
    } catch (error) {
      if (error instanceof SignInNeeded && readTokens()?.refreshToken === tokens.refreshToken) {
        signInNeeded.value = true
        refused = { token: tokens.refreshToken, error, at: performance.now() }
      }
      throw error
    }
  })

/**
 * An access token for a request.
 *
 * @param rejected a token that the service rejected, so that another one is needed
 * @throws SignInNeeded if the person must sign in again; any other error if it cannot be renewed now
 */
export const accessToken = async (settings: Settings, rejected?: string): Promise<string> => {
  const tokens = readTokens()
  if (tokens === undefined) throw new SignInNeeded('Nobody is signed in.')
  if (tokens.accessToken !== rejected && isFresh(tokens)) return tokens.accessToken
  return renewOnce(settings, rejected)
}

/** Forgets the sign-in at once, and revokes it as far as the network allows. */
export const signOut = async (settings: Settings | undefined): Promise<void> => {
  const tokens = readTokens()
  localStorage.removeItem(KEY)
  subject.value = undefined
  signInNeeded.value = false
  if (tokens !== undefined && settings !== undefined) {
    await end(settings, tokens)
  }
}

// Another tab signed in, signed out, or renewed.
addEventListener('storage', ({ key }) => {
  if (key !== KEY && key !== null) return
  const tokens = readTokens()
  subject.value = tokens?.subject
  if (tokens !== undefined && isFresh(tokens)) signInNeeded.value = false
})
