// A JWKS copy that outlives the isolate, in Cloudflare's Cache API: the isolates of one data center share it.

/** This name keeps other Workers in the zone from using the same entries by accident. */
const CACHE_NAME = 'doorlist-jwks'

export type StoredJwks = {
  keys: unknown[]
  /** When its fetch began, in milliseconds since the epoch. */
  requestedAt: number
}

/** A store may lose or damage its entry: the caller validates the entry, and fetches if it is unusable. */
export type JwksStore = {
  read: () => Promise<unknown>
  write: (stored: StoredJwks) => Promise<void>
}

/**
 * The store for the JWKS at `jwksUrl`. The entry has a URL on the Worker's own host, that of `requestUrl`, because
 * another host name would cost the Cache API a needless DNS lookup.
 *
 * On `*.workers.dev` the Cache API does nothing: each isolate then fetches the JWKS itself. Every Worker on the same
 * zone can open this cache and write keys to it, so a zone must run trusted Workers only.
 *
 * @param maxAgeMs how long the entry may be kept
 */
export const cacheApiStore = (requestUrl: string, jwksUrl: string, maxAgeMs: number): JwksStore => {
  const key = new URL(`/.jwks-cache/${encodeURIComponent(jwksUrl)}`, requestUrl).href
  const open = () => caches.open(CACHE_NAME)
  return {
    read: async () => {
      const cached = await (await open()).match(key)
      return cached?.json()
    },
    write: async (stored) => {
      const headers = { 'Cache-Control': `max-age=${maxAgeMs / 1_000}` }
      await (await open()).put(key, Response.json(stored, { headers }))
    },
  }
}
