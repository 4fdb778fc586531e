// A signature is checked once for each token and JWKS; everything else about the token each time.
import { createLocalJWKSet, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import { type VerifiedTokens, verifyToken } from '../../../src/api/auth/verify-token.ts'

const NOW = new Date('2026-06-01T20:00:00Z')
const SECONDS = NOW.getTime() / 1_000
const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1_000)

let keys: CryptoKeyPair
let jwks: ReturnType<typeof createLocalJWKSet>
beforeAll(async () => {
  keys = await generateKeyPair('ES256')
  jwks = createLocalJWKSet({ keys: [{ ...(await exportJWK(keys.publicKey)), alg: 'ES256' }] })
})

const tokenWith = (claims: JWTPayload = {}) =>
  new SignJWT({ iss: 'issuer', aud: 'audience', sub: 'ana', exp: SECONDS + 600, ...claims })
    .setProtectedHeader({ alg: 'ES256' })
    .sign(keys.privateKey)

/** Verifies tokens, and counts how often the keys are asked. */
const verifier = (verified: VerifiedTokens | undefined) => {
  let asked = 0
  const counting: typeof jwks = Object.assign(
    (...request: Parameters<typeof jwks>) => {
      asked += 1
      return jwks(...request)
    },
    { jwks: jwks.jwks },
  )
  const verify = (token: string, { audience = 'audience', issuer = 'issuer', now = NOW } = {}) =>
    verifyToken(token, {
      issuer,
      audience,
      now,
      findJwks: async () => ({ jwks: counting, verified }),
      isSubject: () => true,
    })
  return { verify, asked: () => asked }
}

const INVALID = { code: 'invalid_token' }

describe('a token that its keys have verified', () => {
  it('is not verified again', async () => {
    const { verify, asked } = verifier(new Map())
    const token = await tokenWith()
    expect([await verify(token), await verify(token)]).toEqual(['ana', 'ana'])
    expect(asked()).toBe(1)
  })

  it('is verified again by other keys, and by keys that keep nothing', async () => {
    const token = await tokenWith()
    const first = verifier(new Map())
    const second = verifier(new Map())
    const third = verifier(undefined)
    for (const { verify } of [first, second, third, third]) expect(await verify(token)).toBe('ana')
    expect([first.asked(), second.asked(), third.asked()]).toEqual([1, 1, 2])
  })

  it.each([
    [600 + 29, true],
    [600 + 30, false],
  ])('expires as any other: after %i seconds it is valid: %s', async (seconds, isValid) => {
    const { verify } = verifier(new Map())
    const token = await tokenWith()
    await verify(token)
    const again = verify(token, { now: later(seconds) })
    if (isValid) expect(await again).toBe('ana')
    else await expect(again).rejects.toMatchObject({ ...INVALID, message: 'The access token has expired.' })
  })

  it('is not valid before its time when the clock is set back', async () => {
    const { verify } = verifier(new Map())
    const token = await tokenWith({ nbf: SECONDS })
    await verify(token)
    expect(await verify(token, { now: later(-30) })).toBe('ana')
    await expect(verify(token, { now: later(-31) })).rejects.toMatchObject(INVALID)
  })

  it('is not valid for another issuer or audience', async () => {
    const { verify } = verifier(new Map())
    const token = await tokenWith()
    await verify(token)
    await expect(verify(token, { issuer: 'other' })).rejects.toMatchObject(INVALID)
    await expect(verify(token, { audience: 'other' })).rejects.toMatchObject(INVALID)
  })
})

describe('a token that is not valid', () => {
  it('is never kept, and keeps none from being valid', async () => {
    const verified: VerifiedTokens = new Map()
    const { verify } = verifier(verified)
    const token = await tokenWith()
    const forged = `${token.slice(0, -6)}AAAAAA`
    for (const invalid of [forged, forged, await tokenWith({ exp: SECONDS - 600 })])
      await expect(verify(invalid)).rejects.toMatchObject(INVALID)
    expect(verified.size).toBe(0)
    await verify(token)
    await expect(verify(forged)).rejects.toMatchObject(INVALID)
  })
})

it('keeps at most 1,000 tokens', async () => {
  const verified: VerifiedTokens = new Map()
  const { verify, asked } = verifier(verified)
  for (let number = 0; number < 1_001; number += 1) await verify(await tokenWith({ jti: `${number}` }))
  expect(verified.size).toBeLessThanOrEqual(1_000)
  expect(asked()).toBe(1_001)
})
