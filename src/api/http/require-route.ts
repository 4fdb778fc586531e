import type { Context, Hono, MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import { TrieRouter } from 'hono/router/trie-router'
import { AppError } from '../../errors.ts'
import type { AppEnv } from './context.ts'

/** The method under which Hono lists a middleware among the routes. */
const MIDDLEWARE = 'ALL'

/** The route that handles the request, if there is one. */
export const findRoute = (c: Context<AppEnv>) => matchedRoutes(c).find(({ method }) => method !== MIDDLEWARE)

/** The message of a 405. */
const describeAllowed = (methods: readonly string[]): string =>
  `This path supports only ${new Intl.ListFormat('en').format(methods)}.`

/**
 * Rejects unknown paths (404 `route_not_found`) and unsupported methods (405 `method_not_allowed` with
 * `Allow`) before anything else looks at the request.
 *
 * Hono's own `methodNotAllowed` runs after the handlers, and so after the token check. Here path and method
 * come first, because they are wrong whatever the token is.
 */
export const requireRoute = (app: Hono<AppEnv>): MiddlewareHandler<AppEnv> => {
  let methodsByPath: TrieRouter<string[]> | undefined

  const collectMethods = () => {
    const byPath = new Map<string, Set<string>>()
    for (const { path, method } of app.routes) {
      if (method === MIDDLEWARE) continue
      const methods = byPath.get(path) ?? new Set()
      byPath.set(path, methods.add(method))
      if (method === 'GET') methods.add('HEAD')
    }
    const router = new TrieRouter<string[]>()
    for (const [path, methods] of byPath) router.add('ALL', path, [...methods])
    return router
  }

  return async (c, next) => {
    if (findRoute(c) !== undefined) return next()
    methodsByPath ??= collectMethods()
    const allow = [...new Set(methodsByPath.match('ALL', c.req.path)[0].flatMap(([methods]) => methods))]
    if (allow.length === 0) throw new AppError('route_not_found')
    throw new AppError('method_not_allowed', { message: describeAllowed(allow), allow })
  }
}
