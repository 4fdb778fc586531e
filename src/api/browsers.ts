// What browsers may do with the answers: pages of configured origins may read them, and none may take them for
// anything but data.
import { cors } from 'hono/cors'
import { createMiddleware } from 'hono/factory'
import { secureHeaders } from 'hono/secure-headers'
import type { AppEnv } from './context.ts'

/** Seconds for which a browser may keep the answer to a preflight; none keeps it for longer. */
const PREFLIGHT_SECONDS = 7_200

const shareWithOrigin = cors({
  origin: (origin) => origin,
  allowMethods: ['GET', 'HEAD', 'PUT', 'POST'],
  allowHeaders: ['Authorization', 'Content-Type', 'If-None-Match', 'X-D1-Bookmark', 'X-Request-Id'],
  exposeHeaders: ['ETag', 'Retry-After', 'Server-Timing', 'X-D1-Bookmark', 'X-Request-Id'],
  maxAge: PREFLIGHT_SECONDS,
})

/**
 * Lets pages of the origins in `CORS_ORIGINS` (separated by spaces) read the answers, by the token that they
 * send along; there are no cookies. To all others the service is as if it knew nothing of browsers.
 */
export const allowOrigins = createMiddleware<AppEnv>(async (c, next) => {
  const origin = c.req.header('Origin')
  if (origin === undefined || !c.env.CORS_ORIGINS.split(' ').filter(Boolean).includes(origin)) return next()
  return shareWithOrigin(c, next)
})

/** A handler's own header stands. */
export const secure = secureHeaders({
  contentSecurityPolicy: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
  xFrameOptions: 'DENY',
  strictTransportSecurity: 'max-age=31536000; includeSubDomains',
  // Of use to pages only, or to browsers that nobody has any more.
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
  removePoweredBy: false,
  overwrite: false,
})
