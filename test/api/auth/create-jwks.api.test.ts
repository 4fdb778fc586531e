// The JWKS cache with stores that lose, damage or reject entries, and with fetches that overlap.
import { errors, type JWTVerifyGetKey } from 'jose'
import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest'
import { createJwks } from '../../../src/api/auth/jwks.ts'
import { FRESH_MS, MAX_WAIT_MS, UNKNOWN_KEY_COOLDOWN_MS } from '../../../src/api/auth/jwks-policy.ts'
import type { JwksStore, StoredJwks } from '../../../src/api/auth/jwks-store.ts'
import { publicKey } from '../../support/tokens.ts'
import { until } from '../../support/until.ts'

const URL_OF_JWKS = 'https://issuer.example/jwks'
const START = Date.UTC(2026, 5, 12)

const jwksResponse = (...kids: string[]) => Response.json({ keys: kids.map(publicKey) })

let now: number
let fetched: MockInstance<typeof fetch>
beforeEach(() => {
  now = START
  fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => jwksResponse('key-ES256'))
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.restoreAllMocks()
})

const startJwks = (store: Partial<JwksStore> = {}) => {
  const startLookup = createJwks({
    url: URL_OF_JWKS,
    store: { read: async () => undefined, write: async () => undefined, ...store },
    now: () => now,
    random: () => 1,
  })
  const work: Promise<unknown>[] = []
  return {
    find: (kid: string) => startLookup((promise) => work.push(promise))(kid),
    settle: () => Promise.all(work),
  }
}

/** Whether a JWKS has an ES256 key of this id. */
const hasKey = async (getKey: JWTVerifyGetKey, kid: string): Promise<boolean> => {
  try {
    await getKey({ alg: 'ES256', kid }, { payload: '', signature: '' })
    return true
  } catch (error) {
    if (error instanceof errors.JWKSNoMatchingKey) return false
    throw error
  }
}

describe('createJwks', () => {
  it('stores what it fetches, with the time of the fetch', async () => {
    const stored: StoredJwks[] = []
    const { find, settle } = startJwks({
      write: async (entry) => {
        stored.push(entry)
      },
    })
    await find('key-ES256')
    await settle()
    expect(stored).toEqual([{ keys: [publicKey('key-ES256')], requestedAt: START }])
  })

  it('does not fetch while the stored JWKS is fresh', async () => {
    const entry = { keys: [publicKey('key-ES256')], requestedAt: START - FRESH_MS + 1 }
    const { find } = startJwks({ read: async () => entry })
    expect(await hasKey(await find('key-ES256'), 'key-ES256')).toBe(true)
    expect(fetched).not.toHaveBeenCalled()
  })

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['a string', 'jwks'],
    ['an entry without a time', { keys: [publicKey('key-ES256')] }],
    ['an entry without keys', { requestedAt: START }],
    ['an entry with a damaged key', { keys: [{ ...publicKey('key-ES256'), x: '!' }], requestedAt: START }],
  ])('fetches if the store has %s', async (_, entry) => {
    const { find } = startJwks({ read: async () => entry })
    expect(await hasKey(await find('key-ES256'), 'key-ES256')).toBe(true)
    expect(fetched).toHaveBeenCalledOnce()
  })

  it('fetches if the store cannot be read, and works if it cannot be written', async () => {
    const fail = async () => {
      throw new Error('store unavailable')
    }
    const { find, settle } = startJwks({ read: fail, write: fail })
    expect(await hasKey(await find('key-ES256'), 'key-ES256')).toBe(true)
    await settle()
  })

  it('does not use a stored JWKS for longer because its time is in the future', async () => {
    const entry = { keys: [publicKey('key-ES256')], requestedAt: START + 24 * FRESH_MS }
    const { find, settle } = startJwks({ read: async () => entry })
    await find('key-ES256')
    now += FRESH_MS
    await find('key-ES256')
    await settle()
    expect(fetched).toHaveBeenCalledOnce()
  })

  it('fetches once for an unknown key, even if the fetch takes longer than the cooldown', async () => {
    const { find } = startJwks()
    await find('key-ES256')
    for (let call = 0; call < 3; call++) {
      fetched.mockImplementationOnce(async () => {
        now += 2 * UNKNOWN_KEY_COOLDOWN_MS
        return jwksResponse('key-ES256')
      })
    }
    expect(await hasKey(await find('unknown'), 'unknown')).toBe(false)
    expect(fetched).toHaveBeenCalledTimes(2)
  })

  it('ignores a fetch that returns after a later one', async () => {
    const slow = Promise.withResolvers<Response>()
    fetched.mockImplementationOnce(() => slow.promise)
    const { find, settle } = startJwks()
    const first = find('key-ES256')
    await until(() => fetched.mock.calls.length === 1)
    now += MAX_WAIT_MS
    await find('key-ES256')
    slow.resolve(jwksResponse('key-RS256'))
    await first
    await settle()
    expect(fetched).toHaveBeenCalledTimes(2)
    expect(await hasKey(await find('key-ES256'), 'key-ES256')).toBe(true)
    expect(fetched).toHaveBeenCalledTimes(2)
  })
})
