import type { Context, Hono, MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import { TrieRouter } from 'hono/router/trie-router'
import { AppError } from '../errors.ts'
import type { AppEnv } from './context.ts'

/** The method of a route that is a middleware. */
const MIDDLEWARE = 'ALL'

/** The route that answers a request, if one does. */
export const findRoute = (c: Context<AppEnv>) => matchedRoutes(c).find(({ method }) => method !== MIDDLEWARE)

/**
 * Refuses what no route answers before anything else looks at it: a path that none has with 404
 * `route_not_found`, a method that the path's routes have not with 405 `method_not_allowed` and `Allow`.
 *
 * Hono's own `methodNotAllowed` comes after the handlers, and so after the token check; here path and
 * method come first.
 */
export const requireRoute = (app: Hono<AppEnv>): MiddlewareHandler<AppEnv> => {
  let methodsOf: TrieRouter<string[]> | undefined

  const collectRoutes = () => {
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
    methodsOf ??= collectRoutes()
    const allow = [...new Set(methodsOf.match('ALL', c.req.path)[0].flatMap(([methods]) => methods))]
    if (allow.length === 0) throw new AppError('route_not_found', 'Nothing answers at this path.')
    throw new AppError('method_not_allowed', `This path answers ${allow.join(', ')} only.`, { allow })
  }
}
