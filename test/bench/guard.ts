// The steps of every implementation before it reads tickets, without a framework.
import { createRemoteJWKSet, jwtVerify } from 'jose'

const CLOCK_TOLERANCE_SECONDS = 30

let keySet: ReturnType<typeof createRemoteJWKSet> | undefined

/** The subject of the request's token. Throws if the token is missing or not valid. */
export const authenticate = async (request: Request, env: Env): Promise<string> => {
  keySet ??= createRemoteJWKSet(new URL(env.AUTH_JWKS_URL), { cacheMaxAge: Number.POSITIVE_INFINITY })
  const token = request.headers.get('Authorization')?.replace(/^Bearer /, '') ?? ''
  const { payload } = await jwtVerify<{ sub: string }>(token, keySet, {
    algorithms: ['ES256'],
    issuer: env.AUTH_ISSUER,
    audience: env.AUTH_AUDIENCE,
    requiredClaims: ['iss', 'aud', 'exp', 'sub'],
    clockTolerance: CLOCK_TOLERANCE_SECONDS,
  })
  return payload.sub
}

/** The token check and one rate limiter call. */
export const guard = async (request: Request, env: Env): Promise<string> => {
  const subject = await authenticate(request, env)
  await env.RATE_LIMIT.limit({ key: subject })
  return subject
}

/**
 * One line with as many fields as the service's: `wrangler dev` passes it on at a cost that depends on its
 * length.
 */
export const writeLogLine = (request: Request): void => {
  const line = {
    requestId: crypto.randomUUID(),
    method: request.method,
    route: '/api/v1/sessions/:sessionId/tickets',
    status: 200,
    ms: 0,
    authMs: 0,
    dbMs: 0,
    sqlMs: 0,
    queueMs: 0,
    roundTrips: 1,
    rowsRead: 1,
    rowsWritten: 0,
  }
  console.log(JSON.stringify(line))
}
