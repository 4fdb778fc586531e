// Authentication: verifies the access token and sets the request's subject. Mounted with each route group, so that no
// route can lack it.
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { isOwnSubject } from '../../domain/sign-in/subjects.ts'
import type { AppEnv } from '../http/context.ts'
import { createJwks } from './jwks.ts'
import { MAX_AGE_MS } from './jwks-policy.ts'
import { cacheApiStore } from './jwks-store.ts'
import { OWN_ISSUER, ownAudience, readOwnKey } from './own/own-key.ts'
import { isOwnSignIn, readAuthSettings } from './settings.ts'
import {
  isOutsideSubject,
  readBearerToken,
  readIssuer,
  type TokenRules,
  verifyToken,
} from './verify-token.ts'

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

/** Which keys verify a token follows from its `iss` alone. */
const rulesFor = async (c: Context<AppEnv>, token: string): Promise<Omit<TokenRules, 'now'>> => {
  const issuer = readIssuer(token)
  if (isOwnSignIn(c.env) || (typeof issuer === 'string' && issuer.startsWith(OWN_ISSUER))) {
    const key = await readOwnKey(c.env, c.get('db'), issuer)
    return {
      issuer: key.issuer,
      audience: ownAudience(c.env, key),
      findJwks: async () => key.getKey,
      isSubject: isOwnSubject,
    }
  }
  const { jwksUrl, ...settings } = readAuthSettings(c.env)
  const findJwks = jwksAt(jwksUrl, c.req.url)((work) => c.executionCtx.waitUntil(work))
  return { ...settings, findJwks, isSubject: isOutsideSubject }
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
    c.set('subject', await verifyToken(token, { ...(await rulesFor(c, token)), now: new Date() }))
  } finally {
    c.set('authMs', performance.now() - start)
  }
  await next()
})
