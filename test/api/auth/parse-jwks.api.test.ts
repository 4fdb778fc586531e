import { env } from 'cloudflare:workers'
import { exportJWK, generateKeyPair } from 'jose'
import { describe, expect, it } from 'vitest'
import { parseJwks } from '../../../src/api/auth/parse-jwks.ts'
import { publicKey, signingKeyById } from '../../support/tokens.ts'

const es256 = publicKey('key-ES256')
const rs256 = publicKey('key-RS256')
const ed25519 = publicKey('key-Ed25519')

/** The key ids that `parseJwks` keeps of these keys and a usable one. */
const keptOf = async (...keys: unknown[]): Promise<unknown[]> => {
  const jwks = await parseJwks({ keys: [...keys, es256] })
  return jwks.keys.slice(0, -1).map(({ kid }) => kid)
}

const shortRsaKey = async () => {
  const { publicKey } = (await crypto.subtle.generateKey(
    {
      name: 'RSASSA-PKCS1-v1_5',
      modulusLength: 1_024,
      publicExponent: new Uint8Array([1, 0, 1]),
      hash: 'SHA-256',
    },
    true,
    ['sign', 'verify'],
  )) as CryptoKeyPair
  return { ...(await exportJWK(publicKey)), kid: 'short', alg: 'RS256' }
}

const keyOf = async (alg: string) => {
  const { publicKey } = await generateKeyPair(alg, { extractable: true })
  return { ...(await exportJWK(publicKey)), kid: alg }
}

describe('parseJwks', () => {
  it('keeps every key that the tests sign with', async () => {
    const keys = env.TEST_SIGNING_KEYS.map(({ kid }) => publicKey(kid as string))
    expect((await parseJwks({ keys })).keys.map(({ kid }) => kid)).toEqual(keys.map(({ kid }) => kid))
  })

  it('keeps keys without kid, alg and use, and ignores unknown members', async () => {
    const { kid, alg, use, ...bare } = rs256
    const jwks = await parseJwks({ keys: [{ ...bare, 'x-vendor': true }], issued: 1 })
    expect(jwks.keys).toEqual([{ ...bare, 'x-vendor': true }])
  })

  it('drops the alg of Ed25519 keys, which has two names', async () => {
    for (const alg of ['EdDSA', 'Ed25519']) {
      const { keys } = await parseJwks({ keys: [{ ...ed25519, alg }] })
      expect(keys[0]).toEqual({ ...ed25519, alg: undefined })
    }
  })

  it.each<[string, unknown]>([
    ['a key for encryption', { ...rs256, use: 'enc' }],
    ['a key for another algorithm', { ...rs256, alg: 'RS512' }],
    ['a symmetric key', { kty: 'oct', k: 'AAAA', alg: 'HS256' }],
    ['a private key', signingKeyById('key-RS256')],
    ['a key of an unknown type', { kty: 'new', kid: 'x' }],
    ['a damaged key', { ...es256, x: '!' }],
    ['a key with a number as kid', { ...es256, kid: 7 }],
    ['a key without kty', { kid: 'x' }],
    ['null', null],
    ['a string', 'key'],
  ])('drops %s and keeps the others', async (_, key) => {
    expect(await keptOf(key)).toEqual([])
  })

  it('drops RSA keys that are too short and curves that are not allowed', async () => {
    expect(await keptOf(await shortRsaKey(), await keyOf('ES384'))).toEqual([])
  })

  it.each([null, [], 'jwks', {}, { keys: {} }, { keys: [] }, { keys: [{ kty: 'oct', k: 'AAAA' }] }])(
    'throws for %j',
    async (document) => {
      await expect(parseJwks(document)).rejects.toThrow(/JWKS/)
    },
  )
})
