// Authentication: verifies the access token and sets the request's subject. Mounted with each route group, so
// that no route can lack it.
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { isOwnSubject } from '../../domain/sign-in/subjects.ts'
import type { AppEnv } from '../http/context.ts'
import { findJwks } from './jwks.ts'
import { noteDevice } from './note-seen.ts'
import { OWN_ISSUER, ownAudience, readOwnKey } from './own/own-key.ts'
import { isOwnSignIn, readAuthSettings } from './settings.ts'
import {
  isOutsideSubject,
  readBearerToken,
  readIssuer,
  type TokenRules,
  verifyToken,
} from './verify-token.ts'

/** Which keys verify a token follows from its `iss` alone. */
const rulesFor = async (c: Context<AppEnv>, token: string): Promise<Omit<TokenRules, 'now'>> => {
  const issuer = readIssuer(token)
  if (isOwnSignIn(c.env) || (typeof issuer === 'string' && issuer.startsWith(OWN_ISSUER))) {
    const key = await readOwnKey(c.env, c.get('db'), issuer)
    return {
      issuer: key.issuer,
      audience: ownAudience(c.env, key),
      findJwks: async () => ({ jwks: key.getKey, verified: key.verified }),
      isSubject: isOwnSubject,
    }
  }
  const { jwksUrl, ...settings } = readAuthSettings(c.env)
  return {
    ...settings,
    findJwks: () =>
      findJwks(c.get('db').binding, jwksUrl, c.req.url, (work) => c.executionCtx.waitUntil(work)),
    isSubject: isOutsideSubject,
  }
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
  noteDevice(c)
  await next()
})
