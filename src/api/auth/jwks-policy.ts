// Decides whether to use, refresh or wait for the cached JWKS. Rules only: no fetch and no clock.
// Times are milliseconds since the epoch.
import type { JWTVerifyGetKey } from 'jose'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** A younger JWKS is used without a refresh. jose's remote JWKS uses ten minutes too. */
export const FRESH_MS = 10 * MINUTE
/**
 * An older JWKS is refreshed before it is used. The minute in between lets a busy isolate refresh in the
 * background, while a withdrawn key never works longer than this, also in an isolate that was idle.
 */
export const REFRESH_FIRST_MS = 11 * MINUTE
/** An older JWKS is never used: even if the issuer stays down, a withdrawn key stops working by then. */
export const MAX_AGE_MS = 24 * HOUR
/** How long the issuer may take to respond. Door staff are waiting. */
export const FETCH_TIMEOUT_MS = 2 * SECOND
/** How long requests wait for a refresh: the fetch, and some time to import the keys. */
export const MAX_WAIT_MS = FETCH_TIMEOUT_MS + SECOND / 2
/** Delays after consecutive failures: the first, doubled each time up to the longest. */
export const BACK_OFF_MS = { first: SECOND, longest: MINUTE }
/**
 * How long a failed refresh proves that the issuer is down. Longer than the longest delay and a timeout together:
 * a busy isolate always has a more recent failure in an outage, and does not make a request wait for the next.
 */
export const OUTAGE_MS = 2 * MINUTE
/**
 * The time between fetches for unknown keys, per isolate. A new key is rejected for up to this long, and a rejected token
 * signs door staff out. jose waits 30 seconds, so that tokens with random `kid`s do not reach the issuer. One request a
 * second for a small public file is no load for an issuer, and a limit on failed tokens would also hit valid new keys.
 */
export const UNKNOWN_KEY_COOLDOWN_MS = SECOND

export type CachedJwks = {
  getKey: JWTVerifyGetKey
  /** The `kid` of each key that has one. */
  keyIds: ReadonlySet<string>
  /** When its fetch began. */
  requestedAt: number
  /** The number of the isolate's fetch that returned it; 0 if it came from the store. */
  fetchNumber: number
}

/** The state of one JWKS in an isolate. */
export type JwksState = {
  readonly cached: CachedJwks | undefined
  /** The number of fetches so far. */
  readonly fetches: number
  /** Requests wait for the fetch in progress until this time. */
  readonly refreshingUntil: number
  /** When the last successful fetch for an unknown key began. */
  readonly unknownKeyFetchAt: number
  /** The number of consecutive failures. */
  readonly failures: number
  readonly failedAt: number
  /** No fetch before this time. */
  readonly retryAt: number
}

export const INITIAL_STATE: JwksState = {
  cached: undefined,
  fetches: 0,
  refreshingUntil: Number.NEGATIVE_INFINITY,
  unknownKeyFetchAt: Number.NEGATIVE_INFINITY,
  failures: 0,
  failedAt: Number.NEGATIVE_INFINITY,
  retryAt: Number.NEGATIVE_INFINITY,
}

/** A request that needs a key. */
export type Lookup = {
  /** The token's `kid`. */
  keyId: string | undefined
  /** The JWKS that failed to verify this token, if it has no `kid`: none of its keys is the right one. */
  rejected: JWTVerifyGetKey | undefined
  /** The state's `fetches` when the request arrived. */
  fetchesAtArrival: number
  now: number
}

export type Decision =
  | { action: 'use'; jwks: CachedJwks }
  | { action: 'use-and-refresh'; jwks: CachedJwks }
  | { action: 'refresh' }
  | { action: 'wait' }
  | { action: 'unavailable'; retryAfterMs: number }

/** Whether a JWKS may contain the key that the lookup needs. */
export const mayContainKey = (jwks: CachedJwks | undefined, { keyId, rejected }: Lookup): boolean =>
  jwks !== undefined && (keyId === undefined ? jwks.getKey !== rejected : jwks.keyIds.has(keyId))

/** Decides what to do for a lookup. `use` of a JWKS without the key means that the token is invalid. */
export const decide = (state: JwksState, lookup: Lookup): Decision => {
  const { cached, refreshingUntil, unknownKeyFetchAt, failedAt, retryAt } = state
  const { now, fetchesAtArrival } = lookup
  const isRefreshing = now < refreshingUntil
  const isBackingOff = now < retryAt
  const age = cached === undefined ? Number.POSITIVE_INFINITY : now - cached.requestedAt
  const jwks = age < MAX_AGE_MS ? cached : undefined
  const hasKey = mayContainKey(jwks, lookup)

  if (jwks !== undefined && hasKey) {
    if (age < FRESH_MS) return { action: 'use', jwks }
    const isIssuerDown = now < failedAt + OUTAGE_MS
    if (age < REFRESH_FIRST_MS || isIssuerDown) {
      return { action: isRefreshing || isBackingOff ? 'use' : 'use-and-refresh', jwks }
    }
  }
  if (isRefreshing) return { action: 'wait' }
  if (jwks !== undefined && !hasKey) {
    const isNewerThanRequest = jwks.fetchNumber > fetchesAtArrival
    if (isNewerThanRequest || now < unknownKeyFetchAt + UNKNOWN_KEY_COOLDOWN_MS)
      return { action: 'use', jwks }
  }
  if (isBackingOff) return { action: 'unavailable', retryAfterMs: retryAt - now }
  return { action: 'refresh' }
}

/** The state while a fetch that began `now` is in progress. */
export const startRefresh = (state: JwksState, now: number): JwksState => ({
  ...state,
  fetches: state.fetches + 1,
  refreshingUntil: now + MAX_WAIT_MS,
})

/** The state after a fetch that returned `cached`. */
export const completeRefresh = (state: JwksState, cached: CachedJwks, forUnknownKey: boolean): JwksState => ({
  ...INITIAL_STATE,
  cached,
  fetches: state.fetches,
  unknownKeyFetchAt: forUnknownKey ? cached.requestedAt : state.unknownKeyFetchAt,
})

/**
 * The state after a fetch that failed.
 *
 * @param random from 0 to 1. The delay is a random time between half of the step and all of it, so that the
 *   isolates that failed together do not retry together.
 */
export const failRefresh = (state: JwksState, now: number, random: number): JwksState => {
  const step = Math.min(BACK_OFF_MS.first * 2 ** state.failures, BACK_OFF_MS.longest)
  return {
    ...state,
    refreshingUntil: Number.NEGATIVE_INFINITY,
    failures: state.failures + 1,
    failedAt: now,
    retryAt: now + step * (0.5 + random / 2),
  }
}
