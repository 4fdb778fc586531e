// Authentication: verifies the access token and sets the request's subject. Mounted with each route group, so that no
// route can lack it.
import { createMiddleware } from 'hono/factory'
import type { AppEnv } from '../http/context.ts'
import { createJwks } from './jwks.ts'
import { MAX_AGE_MS } from './jwks-policy.ts'
import { cacheApiStore } from './jwks-store.ts'
import { readAuthSettings } from './settings.ts'
import { readBearerToken, verifyToken } from './verify-token.ts'

/** The isolate's JWKS by URL. A deployment has one URL; tests have more. */
const jwksByUrl = new Map<string, ReturnType<typeof createJwks>>()

const jwksAt = (jwksUrl: string, requestUrl: string): ReturnType<typeof createJwks> => {
  const known = jwksByUrl.get(jwksUrl)
  if (known !== undefined) return known
  const store = cacheApiStore(requestUrl, jwksUrl, MAX_AGE_MS)
  const jwks = createJwks({ url: jwksUrl, store, now: () => Date.now(), random: () => Math.random() })
  jwksByUrl.set(jwksUrl, jwks)
  return jwks
}

/**
 * Sets `subject`.
 *
 * @throws AppError `missing_token`, `invalid_token` or `auth_unavailable`
 */
export const authenticate = createMiddleware<AppEnv>(async (c, next) => {
  const start = performance.now()
  try {
    const token = readBearerToken(c.req.header('Authorization'))
    const { issuer, audience, jwksUrl } = readAuthSettings(c.env)
    const findJwks = jwksAt(jwksUrl, c.req.url)((work) => c.executionCtx.waitUntil(work))
    c.set('subject', await verifyToken(token, { issuer, audience, findJwks, now: new Date() }))
  } finally {
    c.set('authMs', performance.now() - start)
  }
  await next()
})
