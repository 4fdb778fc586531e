// The issuer's JWKS: jose's remote JWKS, which finds and fetches keys, kept working while the issuer is down.
// jose's own fails once its copy has expired and cannot be fetched, and then fetches for every request.
import {
  createRemoteJWKSet,
  customFetch,
  type ExportedJWKSCache,
  type FetchImplementation,
  importJWK,
  type JWK,
  jwksCache,
  type RemoteJWKSet,
} from 'jose'
import { perDatabase } from '../../db/databases.ts'
import { AppError } from '../../errors.ts'
import { describeCause } from '../http/describe-cause.ts'
import type { VerifiedTokens } from './verify-token.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND

/** How long a fetch may take. Door staff are waiting. */
const TIMEOUT_MS = 2 * SECOND
/** An older copy is fetched again in the background. */
const REFRESH_MS = 10 * MINUTE
/**
 * An older copy is fetched again before it is used: a withdrawn key never works longer, unless the issuer is
 * down.
 */
const REFRESH_FIRST_MS = 11 * MINUTE - TIMEOUT_MS
/** An older copy is never used. */
const MAX_AGE_MS = 24 * 60 * MINUTE
/**
 * How long after a failed fetch the issuer counts as down. Then no request waits for a fetch that has a
 * usable copy.
 */
const OUTAGE_MS = MINUTE
/** The time between a failed fetch and the next. */
const RETRY_MS = 5 * SECOND
/**
 * After a fetch, an unknown key causes no other for this long. A new key is rejected for as long, which is a
 * 401.
 */
const COOLDOWN_MS = SECOND
/**
 * How often a waiting request checks whether another one has fetched: a Worker cannot await another request's
 * I/O.
 */
const POLL_MS = 20
/**
 * Far more than twenty keys with certificate chains need. Keeps a broken issuer from exhausting the memory.
 */
const MAX_CHARACTERS = 256 * 1024
/** RFC 7518, section 3.3: shorter RSA keys must not be used. */
const MIN_RSA_BITS = 2_048
/** The algorithm to import a key with if it names none. */
const DEFAULT_ALG: Readonly<Record<string, string>> = { RSA: 'RS256', EC: 'ES256', OKP: 'EdDSA' }

/** The keys, and the time of their fetch. jose updates it. */
type Copy = Partial<ExportedJWKSCache>

/** `verified` has the tokens that exactly these keys have verified. Undefined for an old copy. */
type FoundJwks = { jwks: RemoteJWKSet; verified?: VerifiedTokens }

/** Whether a key can verify tokens. jose would choose an unusable one too, and fail when it uses it. */
const isUsable = async (jwk: JWK): Promise<boolean> => {
  try {
    const key = await importJWK(jwk, jwk.alg ?? DEFAULT_ALG[jwk.kty as string])
    if (key instanceof Uint8Array || key.type !== 'public') return false
    const { modulusLength = MIN_RSA_BITS } = key.algorithm as { modulusLength?: number }
    return modulusLength >= MIN_RSA_BITS
  } catch {
    return false
  }
}

/** EdDSA with this curve and Ed25519 are the same algorithm (RFC 9864), so a key of either verifies both. */
const withoutEdwardsAlg = ({ alg, ...key }: JWK): JWK =>
  key.crv === 'Ed25519' || alg === undefined ? key : { ...key, alg }

/** The usable keys of a response. Throws if there are none: the issuer is broken, and the copy is better. */
const readJwks = async ({ status, body }: Response): Promise<{ keys: JWK[] }> => {
  if (status !== 200) throw new Error(`The JWKS endpoint responded with status ${status}.`)
  let text = ''
  for await (const part of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += part
    if (text.length > MAX_CHARACTERS) throw new Error('The JWKS is too large.')
  }
  const all = (JSON.parse(text) as { keys: JWK[] }).keys
  const usable = await Promise.all(all.map(isUsable))
  const keys = all.filter((_, index) => usable[index]).map(withoutEdwardsAlg)
  if (keys.length === 0) throw new Error('The JWKS has no key that can verify tokens.')
  return { keys }
}

// The isolates of a data center share a copy in the Cache API, so that a new one can start while the issuer
// is down. On `*.workers.dev` that does nothing. Every Worker on the zone can write to it: a zone must run
// trusted Workers only.
const CACHE_NAME = 'doorlist-jwks'

const readShared = async (key: string): Promise<Copy> => {
  const stored = await (await caches.open(CACHE_NAME)).match(key)
  if (stored === undefined) return {}
  const { jwks, uat } = await stored.json<ExportedJWKSCache>()
  // A clock that is ahead must not extend the life of a key.
  return { jwks, uat: Math.min(uat, Date.now()) }
}

const writeShared = async (key: string, copy: Copy): Promise<void> => {
  const headers = { 'Cache-Control': `max-age=${MAX_AGE_MS / SECOND}` }
  await (await caches.open(CACHE_NAME)).put(key, Response.json(copy, { headers }))
}

const createJwks = (url: string, copy: Copy, sharedKey: string) => {
  /** What the copy’s keys have verified. jose replaces `copy.jwks` when it starts to use new keys. */
  let verified: { by: Copy['jwks']; tokens: VerifiedTokens } = { by: copy.jwks, tokens: new Map() }
  let fetchingUntil = 0
  let failedAt = Number.NEGATIVE_INFINITY
  let failure: unknown

  const unavailable = (): AppError => {
    const retryAfter = Math.ceil((failedAt + RETRY_MS - Date.now()) / SECOND)
    return new AppError('auth_unavailable', { cause: failure, retryAfter })
  }

  /** One request fetches, and the others wait for its result. Throws `auth_unavailable`. */
  const fetchOnce: FetchImplementation = async (href, init) => {
    const arrivedAt = Date.now()
    while (Date.now() < fetchingUntil) await scheduler.wait(POLL_MS)
    if (copy.uat !== undefined && copy.uat >= arrivedAt) return Response.json(copy.jwks)
    if (Date.now() < failedAt + RETRY_MS) throw unavailable()
    fetchingUntil = Date.now() + TIMEOUT_MS
    try {
      Object.assign(copy, { jwks: await readJwks(await fetch(href, init)), uat: Date.now() })
      failedAt = Number.NEGATIVE_INFINITY
    } catch (error) {
      failedAt = Date.now()
      failure = error
      console.error(JSON.stringify({ warning: 'JWKS refresh failed', ...describeCause(error) }))
      throw unavailable()
    } finally {
      fetchingUntil = 0
    }
    await writeShared(sharedKey, copy).catch(() => undefined)
    return Response.json(copy.jwks)
  }

  const remote = createRemoteJWKSet(new URL(url), {
    timeoutDuration: TIMEOUT_MS,
    cooldownDuration: COOLDOWN_MS,
    cacheMaxAge: MAX_AGE_MS,
    [customFetch]: fetchOnce,
    [jwksCache]: copy as ExportedJWKSCache,
  })

  return async (waitUntil: (work: Promise<unknown>) => void): Promise<FoundJwks> => {
    const age = Date.now() - (copy.uat ?? Number.NEGATIVE_INFINITY)
    if (verified.by !== copy.jwks) verified = { by: copy.jwks, tokens: new Map() }
    if (age < REFRESH_MS) return { jwks: remote, verified: verified.tokens }
    const isDown = Date.now() < failedAt + OUTAGE_MS
    const refreshed = remote.reload().catch(() => undefined)
    if (age < REFRESH_FIRST_MS || isDown) waitUntil(refreshed)
    else await refreshed
    return { jwks: remote }
  }
}

/** The isolate's JWKS by URL. A deployment has one URL; tests have more. */
const jwksAt = perDatabase(() => new Map<string, ReturnType<typeof createJwks>>())

/**
 * The JWKS at `url`, whose copy is fetched again if it is old. `waitUntil` keeps that going after the
 * response.
 *
 * Using it throws `auth_unavailable` if the issuer is down and no copy has the key.
 */
export const findJwks = async (
  binding: string,
  url: string,
  requestUrl: string,
  waitUntil: (work: Promise<unknown>) => void,
): Promise<FoundJwks> => {
  const jwksByUrl = jwksAt(binding)
  if (!jwksByUrl.has(url)) {
    // On the Worker's own host: another name would cost a DNS lookup.
    const sharedKey = new URL(`/.jwks-cache/${encodeURIComponent(url)}`, requestUrl).href
    const copy = await readShared(sharedKey).catch(() => ({}))
    // Another request may have been faster.
    if (!jwksByUrl.has(url)) jwksByUrl.set(url, createJwks(url, copy, sharedKey))
  }
  return (jwksByUrl.get(url) as ReturnType<typeof createJwks>)(waitUntil)
}
