// The service's own token check, for the two that it is compared with: it is not what is compared.
import { createKeySet } from '../../src/api/auth/key-set.ts'
import { readBearerToken, verifyToken } from '../../src/api/auth/verify-token.ts'

let keySet: ReturnType<typeof createKeySet> | undefined

export const authenticate = (request: Request, env: Env, context: ExecutionContext): Promise<string> => {
  keySet ??= createKeySet(env.AUTH_JWKS_URL, { read: async () => undefined, write: async () => undefined })
  const keys = keySet
  return verifyToken(readBearerToken(request.headers.get('Authorization') ?? undefined), {
    issuer: env.AUTH_ISSUER,
    audience: env.AUTH_AUDIENCE,
    now: new Date(),
    getKey: async (header, jws) => (await keys(header.kid, (work) => context.waitUntil(work)))(header, jws),
  })
}
