// The issuer's JWKS, cached so that the service outlives an outage of the issuer. jose's own remote JWKS fails once its
// copy has expired and cannot be refreshed, and then fetches for every request.
import { createLocalJWKSet, type JSONWebKeySet } from 'jose'
import * as z from 'zod'
import { AppError } from '../../errors.ts'
import { describeCause } from '../http/describe-cause.ts'
import { fetchJwks } from './fetch-jwks.ts'
import {
  type CachedJwks,
  completeRefresh,
  decide,
  failRefresh,
  INITIAL_STATE,
  type JwksState,
  mayContainKey,
  startRefresh,
} from './jwks-policy.ts'
import type { JwksStore } from './jwks-store.ts'
import { parseJwks } from './parse-jwks.ts'
import type { TokenRules } from './verify-token.ts'

/** How often a waiting request checks whether another request has finished the refresh. */
const POLL_MS = 20

const Stored = z.object({ keys: z.array(z.unknown()), requestedAt: z.number() })

export type JwksOptions = {
  url: string
  store: JwksStore
  /** Milliseconds since the epoch. */
  now: () => number
  /** A random number from 0 to 1. */
  random: () => number
}

const toCached = (jwks: JSONWebKeySet, requestedAt: number, fetchNumber: number): CachedJwks => ({
  getKey: createLocalJWKSet(jwks),
  keyIds: new Set(jwks.keys.flatMap(({ kid }) => kid ?? [])),
  requestedAt,
  fetchNumber,
})

/**
 * The JWKS at `url`. Create one per isolate: the cache, the back-off and the cooldown are the isolate's own.
 *
 * The returned function starts the lookup of one request; `waitUntil` keeps a refresh going after its response.
 * The lookup refreshes before it returns if it must, and in the background if the JWKS is merely stale. One request
 * fetches; the others poll, because a Worker cannot await the I/O of another request. `jwks-policy.ts` has the rules.
 *
 * The lookup throws `auth_unavailable` if no usable JWKS is cached and none can be fetched, or if only a refresh
 * could show whether a key is the issuer's.
 */
export const createJwks = ({ url, store, now, random }: JwksOptions) => {
  let state: JwksState = INITIAL_STATE
  let isStoreRead = false
  let lastFailure: unknown

  const readStore = async (): Promise<void> => {
    try {
      const { keys, requestedAt } = Stored.parse(await store.read())
      const jwks = await parseJwks({ keys })
      // Another request may have fetched a newer one by now. A clock that is ahead must not extend the life of a key.
      if (state.cached === undefined)
        state = { ...state, cached: toCached(jwks, Math.min(requestedAt, now()), 0) }
    } catch {
      // Nothing usable is stored: the JWKS is fetched.
    }
    isStoreRead = true
  }

  const refresh = async (
    forUnknownKey: boolean,
    waitUntil: (work: Promise<unknown>) => void,
  ): Promise<void> => {
    const requestedAt = now()
    state = startRefresh(state, requestedAt)
    const { fetches: fetchNumber } = state
    try {
      const jwks = await fetchJwks(url)
      if (fetchNumber !== state.fetches) return
      state = completeRefresh(state, toCached(jwks, requestedAt, fetchNumber), forUnknownKey)
      waitUntil(store.write({ keys: jwks.keys, requestedAt }).catch(() => undefined))
    } catch (error) {
      if (fetchNumber !== state.fetches) return
      state = failRefresh(state, now(), random())
      lastFailure = error
      console.error(JSON.stringify({ warning: 'JWKS refresh failed', ...describeCause(error) }))
    }
  }

  return (waitUntil: (work: Promise<unknown>) => void): TokenRules['findJwks'] => {
    const fetchesAtArrival = state.fetches
    return async (keyId, rejected) => {
      if (!isStoreRead) await readStore()
      for (;;) {
        const lookup = { keyId, rejected, fetchesAtArrival, now: now() }
        const decision = decide(state, lookup)
        if (decision.action === 'use') return decision.jwks.getKey
        if (decision.action === 'wait') {
          await scheduler.wait(POLL_MS)
          continue
        }
        if (decision.action === 'unavailable') {
          throw new AppError('auth_unavailable', {
            cause: lastFailure,
            retryAfter: Math.ceil(decision.retryAfterMs / 1_000),
          })
        }
        const isUnknownKey = state.cached !== undefined && !mayContainKey(state.cached, lookup)
        const refreshed = refresh(isUnknownKey, waitUntil)
        // The refresh must end even if this request is cancelled: others are waiting for it.
        waitUntil(refreshed)
        if (decision.action === 'use-and-refresh') return decision.jwks.getKey
        await refreshed
      }
    }
  }
}
