// The service's own token check, for the two Workers that it is compared with.
import { createJwks } from '../../src/api/auth/jwks.ts'
import { readBearerToken, verifyToken } from '../../src/api/auth/verify-token.ts'

let jwks: ReturnType<typeof createJwks> | undefined

export const authenticate = (request: Request, env: Env, context: ExecutionContext): Promise<string> => {
  jwks ??= createJwks({
    url: env.AUTH_JWKS_URL,
    store: { read: async () => undefined, write: async () => undefined },
    now: () => Date.now(),
    random: () => Math.random(),
  })
  return verifyToken(readBearerToken(request.headers.get('Authorization') ?? undefined), {
    issuer: env.AUTH_ISSUER,
    audience: env.AUTH_AUDIENCE,
    now: new Date(),
    findJwks: jwks((work) => context.waitUntil(work)),
  })
}
