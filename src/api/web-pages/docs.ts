// The start page, the OpenAPI document and its pages: static files,
// served through the Worker for a request id and a log line.
import { type Context, Hono } from 'hono'
import type { StatusCode } from 'hono/utils/http-status'
import { AppError } from '../../errors.ts'
import type { AppEnv } from '../http/context.ts'

const CACHE_CONTROL = 'public, max-age=300'

/** Nothing loads from other hosts. The API viewer sets inline styles. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const serveFile = async (c: Context<AppEnv>): Promise<Response> => {
  const file = await c.env.ASSETS.fetch(c.req.raw)
  if (file.status === 404) throw new AppError('route_not_found')
  const headers = new Headers(file.headers)
  headers.set('Cache-Control', CACHE_CONTROL)
  headers.set('Content-Security-Policy', CONTENT_SECURITY_POLICY)
  return c.newResponse(file.body, { status: file.status as StatusCode, headers })
}

/** Whether a person has opened an address that does not exist. */
export const isLost = (error: unknown, { req }: Context<AppEnv>): boolean =>
  error instanceof AppError &&
  error.code === 'route_not_found' &&
  req.method === 'GET' &&
  !req.path.startsWith('/api/') &&
  req.header('Accept')?.includes('text/html') === true

/** The start page, which says that there is no such page. */
export const pageNotFound = async (c: Context<AppEnv>): Promise<Response> => {
  const page = await c.env.ASSETS.fetch(new URL('/', c.req.url))
  const text = 'There is no page at this address.'
  const told = new HTMLRewriter().on('main > p', { element: (p) => void p.setInnerContent(text) })
  c.header('Cache-Control', 'no-store')
  c.header('Content-Security-Policy', CONTENT_SECURITY_POLICY)
  return c.html(await told.transform(page).text(), 404)
}

export const docs = new Hono<AppEnv>()
  .get('/', serveFile)
  .get('/api/openapi.json', serveFile)
  .get('/api/docs', serveFile)
  .get('/api/docs/*', serveFile)
