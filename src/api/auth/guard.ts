// The guard of a route group: a good token, and not too many requests. Mounted with the group, so that no
// route of it can be without.
import { createMiddleware } from 'hono/factory'
import { AppError } from '../../errors.ts'
import type { AppEnv } from '../context.ts'
import { createKeySet, type KeySet, type SharedCopy } from './key-set.ts'
import { readBearerToken, verifyToken } from './verify-token.ts'

/** The limiter's window; see `ratelimits` in wrangler.toml. */
const RATE_PERIOD_SECONDS = 60

/** One for each address, which a deployment has one of; tests have more. */
const keySets = new Map<string, KeySet>()

/** The copy of a key set that isolates of a data center share, in a cache that this Worker alone opens. */
const sharedCopy = (url: string): SharedCopy => {
  const key = `https://key-set.invalid/${encodeURIComponent(url)}`
  const open = () => caches.open('doorlist-key-set')
  return {
    read: async () => {
      const found = await (await open()).match(key)
      return found?.json()
    },
    write: async (copy) => {
      const headers = { 'Content-Type': 'application/json', 'Cache-Control': 'max-age=86400' }
      await (await open()).put(key, new Response(JSON.stringify(copy), { headers }))
    },
  }
}

const keySetAt = (url: string): KeySet => {
  const known = keySets.get(url) ?? createKeySet(url, sharedCopy(url))
  keySets.set(url, known)
  return known
}

/** Lets a request through as its token's subject. */
export const guard = createMiddleware<AppEnv>(async (c, next) => {
  const start = performance.now()
  try {
    const token = readBearerToken(c.req.header('Authorization'))
    const subject = await verifyToken(token, {
      issuer: c.env.AUTH_ISSUER,
      audience: c.env.AUTH_AUDIENCE,
      now: new Date(),
      getKey: async (header, jws) => {
        const getKey = await keySetAt(c.env.AUTH_JWKS_URL)(header.kid, (work) =>
          c.executionCtx.waitUntil(work),
        )
        return getKey(header, jws)
      },
    })
    c.set('subject', subject)
  } finally {
    c.set('authMs', performance.now() - start)
  }

  const { success } = await c.env.RATE_LIMIT.limit({ key: c.get('subject') })
  if (!success) {
    const sinceMinute = Math.floor(Date.now() / 1000) % RATE_PERIOD_SECONDS
    throw new AppError('rate_limited', 'Too many requests: 600 a minute are allowed.', {
      retryAfter: RATE_PERIOD_SECONDS - sinceMinute,
    })
  }
  await next()
})
