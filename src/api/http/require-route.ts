import type { Context, Hono, MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import { TrieRouter } from 'hono/router/trie-router'
import { AppError } from '../../errors.ts'
import type { AppEnv } from './context.ts'

/** How Hono marks middleware among the routes. */
const MIDDLEWARE = 'ALL'

/** The route that handles the request, if there is one. */
export const findRoute = (c: Context<AppEnv>) => matchedRoutes(c).find(({ method }) => method !== MIDDLEWARE)

const describeAllowed = (methods: readonly string[]): string =>
  `This path supports only ${new Intl.ListFormat('en').format(methods)}.`

/**
 * Rejects unknown paths (404 `route_not_found`) and unsupported methods (405 `method_not_allowed` with
 * `Allow`) before the token check, because they are wrong whatever the token is. Hono’s own
 * `methodNotAllowed` runs after the handlers. `/tickets/bulk-update` is no path of a ticket.
 */
export const requireRoute = (app: Hono<AppEnv>): MiddlewareHandler<AppEnv> => {
  let known: { byPath: Map<string, Set<string>>; router: TrieRouter<string> } | undefined

  const collectPaths = () => {
    const byPath = new Map<string, Set<string>>()
    for (const { path, method } of app.routes) {
      if (method === MIDDLEWARE) continue
      const methods = byPath.get(path) ?? new Set()
      byPath.set(path, methods.add(method))
      if (method === 'GET') methods.add('HEAD')
    }
    const router = new TrieRouter<string>()
    for (const path of byPath.keys()) router.add('ALL', path, path)
    return { byPath, router }
  }

  return async (c, next) => {
    known ??= collectPaths()
    const { byPath, router } = known
    const end = c.req.path.slice(c.req.path.lastIndexOf('/') + 1)
    /** The path whose last part is literal, if there is one, instead of a parameter. */
    const literal = (path: string): string => {
      const named = path.replace(/:\w+$/, () => end)
      return byPath.has(named) ? named : path
    }
    const route = findRoute(c)
    if (route !== undefined && byPath.get(literal(route.path))?.has(c.req.method) !== false) return next()
    const paths = new Set(router.match('ALL', c.req.path)[0].map(([path]) => literal(path)))
    const allow = [...new Set([...paths].flatMap((path) => [...(byPath.get(path) ?? [])]))]
    if (allow.length === 0) throw new AppError('route_not_found')
    throw new AppError('method_not_allowed', { message: describeAllowed(allow), allow })
  }
}
