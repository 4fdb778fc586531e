// CORS and security headers: only apps on configured origins may read responses.
import { cors as honoCors } from 'hono/cors'
import { createMiddleware } from 'hono/factory'
import { secureHeaders } from 'hono/secure-headers'
import type { AppEnv } from './context.ts'

/** How long a browser may cache a preflight response, in seconds. Chromium caps it at this value. */
const PREFLIGHT_SECONDS = 7_200

const allowOrigin = honoCors({
  origin: (origin) => origin,
  allowMethods: ['GET', 'HEAD', 'PUT', 'POST', 'PATCH', 'DELETE'],
  allowHeaders: [
    'Authorization',
    'Content-Type',
    'If-Match',
    'If-None-Match',
    'X-D1-Bookmark',
    'X-Request-Id',
    'X-Unsent',
  ],
  exposeHeaders: [
    'Date',
    'ETag',
    'Location',
    'Retry-After',
    'Server-Timing',
    'X-D1-Bookmark',
    'X-Poll-Seconds',
    'X-Request-Id',
  ],
  maxAge: PREFLIGHT_SECONDS,
})

/**
 * Lets apps on the origins in `CORS_ORIGINS` (separated by spaces) read responses. Other origins get no CORS
 * headers, and 405 for a preflight.
 *
 * Once an origin is configured, every response varies by `Origin`: otherwise a cache could serve a copy
 * without CORS headers to an allowed origin (Fetch standard, "CORS protocol and HTTP caches").
 */
export const cors = createMiddleware<AppEnv>(async (c, next) => {
  const origins = c.env.CORS_ORIGINS.split(' ').filter(Boolean)
  const origin = c.req.header('Origin')
  if (origin !== undefined && origins.includes(origin)) return allowOrigin(c, next)
  await next()
  if (origins.length > 0) c.res.headers.append('Vary', 'Origin')
})

/** Security headers of every response. A handler's own headers take precedence. */
export const securityHeaders = secureHeaders({
  contentSecurityPolicy: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
  xFrameOptions: 'DENY',
  strictTransportSecurity: 'max-age=31536000; includeSubDomains',
  // Relevant only to pages with scripts, or to browsers that are no longer in use.
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
  removePoweredBy: false,
  overwrite: false,
})
