// The issuer's key set (RFC 7517), kept so that a venue works on while the issuer does not: jose's own
// remote set throws a good copy away when it cannot be renewed, and asks again with every request.
import { createLocalJWKSet, importJWK, type JSONWebKeySet, type JWK, type JWTVerifyGetKey } from 'jose'
import * as z from 'zod'
import { AppError } from '../../errors.ts'

/** A copy younger than this is used as it is; an older one too, but a new one is sent for. */
const FRESH_MS = 10 * 60_000
/** An older one than this (of an isolate that was idle for long) is used only if no new one can be had. */
const STALE_MS = 3_600_000
/** A copy older than this is no longer used: by then a withdrawn key must have stopped working. */
const USABLE_MS = 24 * 3_600_000
/** How often, at most, a key that the copy lacks sends for a new one. */
const UNKNOWN_KEY_COOLDOWN_MS = 10_000
/** How long the issuer may take; staff wait meanwhile. */
const TIMEOUT_MS = 2_000
/** After a failure the issuer is left alone for so long, twice as long after each further one. */
const BACK_OFF_MS = { first: 1_000, longest: 60_000 }
/** How often a request looks whether another one has got the keys that both need. */
const POLL_MS = 20

const KeySetDocument = z.object({
  keys: z.array(z.looseObject({ kty: z.string(), kid: z.string().optional() })).min(1),
})

type Copy = { document: JSONWebKeySet; getKey: JWTVerifyGetKey; fetchedAt: number }

const StoredCopy = z.object({ document: KeySetDocument, fetchedAt: z.number() })

/** A place for a copy that outlives this isolate. What it does not keep, or spoils, is fetched again. */
export type SharedCopy = {
  read: () => Promise<unknown>
  write: (stored: z.infer<typeof StoredCopy>) => Promise<void>
}

export type KeySet = (
  keyId: string | undefined,
  waitUntil: (work: Promise<unknown>) => void,
) => Promise<JWTVerifyGetKey>

const unavailable = (retryAfterMs: number, cause?: unknown) =>
  new AppError('auth_unavailable', 'The keys that tokens are checked with cannot be had now; try again.', {
    cause,
    retryAfter: Math.max(1, Math.ceil(retryAfterMs / 1000)),
  })

const toCopy = ({ document, fetchedAt }: z.infer<typeof StoredCopy>): Copy => {
  const keySet = document as JSONWebKeySet
  return { document: keySet, getKey: createLocalJWKSet(keySet), fetchedAt }
}

/** The algorithm to try a key with that names none. */
const USUAL_ALGORITHM: Readonly<Record<string, string>> = { RSA: 'RS256', EC: 'ES256', OKP: 'EdDSA' }

const isUsable = (key: JWK): Promise<boolean> =>
  importJWK(key, key.alg ?? USUAL_ALGORITHM[key.kty ?? '']).then(
    (imported) => !(imported instanceof Uint8Array),
    () => false,
  )

/** The keys of a set that signatures can be checked with. A set without any is no answer. */
const keepUsable = async ({ keys }: z.infer<typeof KeySetDocument>) => {
  const usable = await Promise.all(keys.map((key) => isUsable(key as JWK)))
  const kept = keys.filter((_, index) => usable[index])
  if (kept.length === 0) throw new Error('The key set has no key that can be used.')
  return { keys: kept }
}

const fetchDocument = async (url: string): Promise<z.infer<typeof KeySetDocument>> => {
  const response = await fetch(url, {
    headers: { Accept: 'application/json' },
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  if (response.status !== 200) throw new Error(`The key set answered with status ${response.status}.`)
  return keepUsable(KeySetDocument.parse(await response.json()))
}

/**
 * The key set at `url`, for as long as the isolate lives: make one per isolate.
 *
 * The returned function gives the keys for a token that names `keyId`, and sends for a new copy where it
 * must; where it only should, it does so behind the answer (`waitUntil`). One request of all sends for
 * it; Workers cannot await each other's promises, so the others look for its result now and then.
 * It throws `auth_unavailable` where no usable copy is at hand and none can be had, and where only a new
 * copy could tell whether the key is the issuer's.
 */
export const createKeySet = (url: string, shared: SharedCopy): KeySet => {
  let copy: Copy | undefined
  let sharedRead = false
  let failures = 0
  let retryAt = 0
  /** Until when a request that sent for the keys may be waited for. */
  let pendingUntil = 0
  let unknownKeyAskedAt = 0

  const age = () => (copy === undefined ? Number.POSITIVE_INFINITY : Date.now() - copy.fetchedAt)
  const has = (keyId: string | undefined) =>
    copy !== undefined && (keyId === undefined || copy.document.keys.some(({ kid }) => kid === keyId))

  const refresh = async (): Promise<void> => {
    pendingUntil = Date.now() + TIMEOUT_MS + 500
    try {
      const stored = { document: await fetchDocument(url), fetchedAt: Date.now() }
      copy = toCopy(stored)
      failures = 0
      retryAt = 0
      await shared.write(stored).catch(() => undefined)
    } catch (cause) {
      failures += 1
      const delay = Math.min(BACK_OFF_MS.first * 2 ** (failures - 1), BACK_OFF_MS.longest)
      retryAt = Date.now() + delay
      throw unavailable(delay, cause)
    } finally {
      pendingUntil = 0
    }
  }

  const readShared = async (): Promise<void> => {
    const { data } = StoredCopy.safeParse(await shared.read().catch(() => undefined))
    if (data !== undefined && data.fetchedAt > (copy?.fetchedAt ?? 0)) copy = toCopy(data)
    sharedRead = true
  }

  return async (keyId, waitUntil) => {
    if (copy === undefined && !sharedRead) await readShared()
    for (;;) {
      const now = Date.now()
      if (copy !== undefined && age() < USABLE_MS && has(keyId)) {
        const isStale = age() >= STALE_MS
        const isFresh = age() < FRESH_MS
        if (isFresh || now < retryAt || (!isStale && now < pendingUntil)) return copy.getKey
        if (now >= pendingUntil) {
          const renewal = refresh().catch(() => undefined)
          waitUntil(renewal)
          if (!isStale) return copy.getKey
          await renewal
          continue
        }
      }
      if (now < retryAt) throw unavailable(retryAt - now)
      if (now < pendingUntil) {
        await new Promise((resolve) => setTimeout(resolve, POLL_MS))
        continue
      }
      // The issuer was asked just now and does not have this key: jose will say so.
      if (copy !== undefined && age() < USABLE_MS && now < unknownKeyAskedAt + UNKNOWN_KEY_COOLDOWN_MS)
        return copy.getKey
      const renewal = refresh()
      // It ends also where the caller does not wait for it.
      waitUntil(renewal.catch(() => undefined))
      const hadCopy = copy !== undefined
      await renewal
      if (hadCopy) unknownKeyAskedAt = Date.now()
    }
  }
}
