// The start page, the OpenAPI document and its pages. They are static files, served through the Worker so
// that they get a request id and a log line like every response.
import { type Context, Hono } from 'hono'
import type { StatusCode } from 'hono/utils/http-status'
import { AppError } from '../../errors.ts'
import type { AppEnv } from '../http/context.ts'

const CACHE_CONTROL = 'public, max-age=300'

/** The pages load nothing from other hosts. The API viewer sets inline styles. */
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

export const docs = new Hono<AppEnv>()
  .get('/', serveFile)
  .get('/api/openapi.json', serveFile)
  .get('/api/docs', serveFile)
  .get('/api/docs/*', serveFile)
