import { importJWK, type JSONWebKeySet, type JWK } from 'jose'
import * as z from 'zod'
import { ALGORITHMS } from './verify-token.ts'

/** RFC 7518, section 3.3: shorter RSA keys must not be used. */
const MIN_RSA_BITS = 2_048

/** The algorithm to import a key with if it names none. */
const DEFAULT_ALG_BY_KTY: Readonly<Record<string, string>> = { RSA: 'RS256', EC: 'ES256', OKP: 'EdDSA' }

const Document = z.object({ keys: z.array(z.unknown()) })

const Key = z.looseObject({
  kty: z.string(),
  kid: z.string().optional(),
  alg: z.string().optional(),
  use: z.literal('sig').optional(),
  crv: z.string().optional(),
})

const isUsable = async (key: JWK): Promise<boolean> => {
  const alg = key.alg ?? DEFAULT_ALG_BY_KTY[key.kty as string]
  if (alg === undefined || !ALGORITHMS.includes(alg)) return false
  try {
    const imported = await importJWK(key, alg)
    if (imported instanceof Uint8Array || imported.type !== 'public') return false
    const { modulusLength } = imported.algorithm as { modulusLength?: number }
    return modulusLength === undefined || modulusLength >= MIN_RSA_BITS
  } catch {
    return false
  }
}

/** EdDSA with this curve and Ed25519 are the same algorithm (RFC 9864), so a key of either verifies both. */
const withoutEdwardsAlg = (key: JWK): JWK => {
  if (key.crv !== 'Ed25519' || (key.alg !== 'EdDSA' && key.alg !== 'Ed25519')) return key
  const { alg, ...rest } = key
  return rest
}

/**
 * The keys of a JWKS document (RFC 7517) that can verify tokens. Unusable keys are dropped, so that one broken key
 * or a key for encryption does not invalidate the others.
 *
 * @throws an error if the document is not a JWKS or no key is left
 */
export const parseJwks = async (document: unknown): Promise<JSONWebKeySet> => {
  const { data } = Document.safeParse(document)
  if (data === undefined) throw new Error('The document is not a JWKS.')
  const keys = data.keys
    .flatMap((key) => Key.safeParse(key).data ?? [])
    .map((key) => withoutEdwardsAlg(key as JWK))
  const usable = await Promise.all(keys.map(isUsable))
  const kept = keys.filter((_, index) => usable[index])
  if (kept.length === 0) throw new Error('The JWKS has no key that can verify tokens.')
  return { keys: kept }
}
