// The rules of the JWKS cache as a table, without a network or a clock.
import { createLocalJWKSet } from 'jose'
import { describe, expect, it } from 'vitest'
import {
  BACK_OFF_MS,
  type CachedJwks,
  completeRefresh,
  type Decision,
  decide,
  FETCH_TIMEOUT_MS,
  FRESH_MS,
  failRefresh,
  INITIAL_STATE,
  type JwksState,
  type Lookup,
  MAX_AGE_MS,
  MAX_WAIT_MS,
  OUTAGE_MS,
  REFRESH_FIRST_MS,
  startRefresh,
  UNKNOWN_KEY_COOLDOWN_MS,
} from '../../../src/api/auth/jwks-policy.ts'

const NOW = Date.UTC(2026, 5, 12)

const jwksOfAge = (age: number, fetchNumber = 1): CachedJwks => ({
  getKey: createLocalJWKSet({ keys: [] }),
  keyIds: new Set(['known']),
  requestedAt: NOW - age,
  fetchNumber,
})

const stateWith = (state: Partial<JwksState>): JwksState => ({ ...INITIAL_STATE, fetches: 1, ...state })

const known: Lookup = { keyId: 'known', rejected: undefined, fetchesAtArrival: 1, now: NOW }
const unknown: Lookup = { ...known, keyId: 'unknown' }
const withoutKeyId: Lookup = { ...known, keyId: undefined }

const refreshing = { refreshingUntil: NOW + 1 }
const backingOff = { failures: 1, failedAt: NOW - 1, retryAt: NOW + 5 }
/** The last failure is old enough for a retry, and still proves an outage. */
const outage = { failures: 1, failedAt: NOW - OUTAGE_MS + 1, retryAt: NOW }
const outageOver = { failures: 1, failedAt: NOW - OUTAGE_MS, retryAt: NOW - 1 }
const coolingDown = { unknownKeyFetchAt: NOW - UNKNOWN_KEY_COOLDOWN_MS + 1 }
const cooledDown = { unknownKeyFetchAt: NOW - UNKNOWN_KEY_COOLDOWN_MS }

const fresh = { cached: jwksOfAge(FRESH_MS - 1) }
const stale = { cached: jwksOfAge(FRESH_MS) }
const almostOld = { cached: jwksOfAge(REFRESH_FIRST_MS - 1) }
const old = { cached: jwksOfAge(REFRESH_FIRST_MS) }
const oldest = { cached: jwksOfAge(MAX_AGE_MS - 1) }
const expired = { cached: jwksOfAge(MAX_AGE_MS) }

type Case = [name: string, state: Partial<JwksState>, lookup: Lookup, action: Decision['action']]

describe('decide', () => {
  it.each<Case>([
    ['no JWKS', {}, known, 'refresh'],
    ['no JWKS, no key id', {}, withoutKeyId, 'refresh'],
    ['no JWKS, another request refreshes', refreshing, known, 'wait'],
    ['no JWKS, back-off', backingOff, known, 'unavailable'],
    ['no JWKS, back-off over', outage, known, 'refresh'],

    ['fresh', fresh, known, 'use'],
    ['fresh, no key id', fresh, withoutKeyId, 'use'],
    ['fresh, another request refreshes', { ...fresh, ...refreshing }, known, 'use'],
    ['fresh, back-off', { ...fresh, ...backingOff }, known, 'use'],

    ['stale', stale, known, 'use-and-refresh'],
    ['almost old', almostOld, known, 'use-and-refresh'],
    ['stale, another request refreshes', { ...stale, ...refreshing }, known, 'use'],
    ['stale, back-off', { ...stale, ...backingOff }, known, 'use'],
    ['stale, outage', { ...stale, ...outage }, known, 'use-and-refresh'],

    ['old', old, known, 'refresh'],
    ['old, another request refreshes', { ...old, ...refreshing }, known, 'wait'],
    ['old, back-off', { ...old, ...backingOff }, known, 'use'],
    ['old, outage', { ...old, ...outage }, known, 'use-and-refresh'],
    ['old, outage, another request refreshes', { ...old, ...outage, ...refreshing }, known, 'use'],
    ['old, outage long ago', { ...old, ...outageOver }, known, 'refresh'],
    ['oldest, outage', { ...oldest, ...outage }, known, 'use-and-refresh'],

    ['expired, outage', { ...expired, ...outage }, known, 'refresh'],
    ['expired, back-off', { ...expired, ...backingOff }, known, 'unavailable'],
    ['expired, another request refreshes', { ...expired, ...refreshing }, known, 'wait'],
    ['expired, unknown key, cooldown', { ...expired, ...coolingDown }, unknown, 'refresh'],

    ['unknown key', fresh, unknown, 'refresh'],
    ['unknown key, another request refreshes', { ...fresh, ...refreshing }, unknown, 'wait'],
    ['unknown key, cooldown', { ...fresh, ...coolingDown }, unknown, 'use'],
    [
      'unknown key, cooldown, another refreshes',
      { ...fresh, ...coolingDown, ...refreshing },
      unknown,
      'wait',
    ],
    ['unknown key, cooldown over', { ...fresh, ...cooledDown }, unknown, 'refresh'],
    ['unknown key, back-off', { ...fresh, ...backingOff }, unknown, 'unavailable'],
    ['unknown key, JWKS newer than the request', { cached: jwksOfAge(0, 2) }, unknown, 'use'],

    ['rejected JWKS', fresh, { ...withoutKeyId, rejected: fresh.cached.getKey }, 'refresh'],
    [
      'rejected JWKS, cooldown',
      { ...fresh, ...coolingDown },
      { ...withoutKeyId, rejected: fresh.cached.getKey },
      'use',
    ],
    ['another JWKS than the rejected one', fresh, { ...withoutKeyId, rejected: stale.cached.getKey }, 'use'],
  ])('%s', (_, state, lookup, action) => {
    const decision = decide(stateWith(state), lookup)
    expect(decision.action).toBe(action)
    if ('jwks' in decision) expect(decision.jwks).toBe(state.cached)
  })

  it('returns the remaining time of the back-off', () => {
    expect(decide(stateWith(backingOff), known)).toEqual({ action: 'unavailable', retryAfterMs: 5 })
  })
})

describe('back-off', () => {
  const delays = (random: number, failures: number): number[] => {
    let state = INITIAL_STATE
    return Array.from({ length: failures }, () => {
      state = failRefresh(state, NOW, random)
      return state.retryAt - NOW
    })
  }

  it('doubles up to a minute', () => {
    expect(delays(1, 9).map((ms) => ms / 1_000)).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60])
  })

  it('is shortened by up to half, at random', () => {
    expect(delays(0, 3).map((ms) => ms / 1_000)).toEqual([0.5, 1, 2])
    expect(delays(0.5, 2).map((ms) => ms / 1_000)).toEqual([0.75, 1.5])
  })

  it('is shorter than the time for which a failure proves an outage', () => {
    expect(BACK_OFF_MS.longest + FETCH_TIMEOUT_MS).toBeLessThan(OUTAGE_MS)
  })

  it('ends with a success', () => {
    const failed = failRefresh(startRefresh(INITIAL_STATE, NOW), NOW, 1)
    const { failures, failedAt, retryAt } = completeRefresh(failed, jwksOfAge(0), false)
    expect({ failures, failedAt, retryAt }).toEqual({
      failures: 0,
      failedAt: INITIAL_STATE.failedAt,
      retryAt: INITIAL_STATE.retryAt,
    })
  })
})

describe('a refresh', () => {
  const started = startRefresh(stateWith(fresh), NOW)

  it('makes others wait until it ends, but not forever', () => {
    expect(decide(started, unknown).action).toBe('wait')
    expect(decide(started, { ...unknown, now: NOW + MAX_WAIT_MS }).action).toBe('refresh')
    expect(decide(completeRefresh(started, jwksOfAge(0, 2), true), unknown).action).toBe('use')
    expect(decide(failRefresh(started, NOW, 1), unknown).action).toBe('unavailable')
  })

  it('starts the cooldown only if an unknown key caused it', () => {
    const later = { ...unknown, fetchesAtArrival: 2 }
    expect(decide(completeRefresh(started, jwksOfAge(0, 2), false), later).action).toBe('refresh')
    expect(decide(completeRefresh(started, jwksOfAge(0, 2), true), later).action).toBe('use')
  })

  it('starts no cooldown if it fails: only a JWKS shows whether a key is unknown', () => {
    const failed = failRefresh(started, NOW, 0)
    expect(decide(failed, { ...unknown, now: NOW + BACK_OFF_MS.first / 2 }).action).toBe('refresh')
  })
})
