// The only place where a failure becomes a Response.
import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { AppError, ERRORS } from '../errors.ts'
import type { AppEnv } from './context.ts'
import type { ErrorBody, ProblemBody } from './schemas/errors.ts'

/** Paths of the organizer listing: their errors are problem documents (RFC 9457). */
const LISTING_PATH = /^\/api\/organizer\/v1\/listings(\/|$)/

/** The failure that the caller is told of. What nobody foresaw is not told: its cause goes to the log. */
export const toAppError = (error: unknown): AppError => {
  if (error instanceof AppError) return error
  // Hono's own, for a body that cannot be parsed.
  if (error instanceof HTTPException && error.status === 400) {
    return new AppError('invalid_request', 'The body is not JSON.')
  }
  return new AppError('internal_error', 'Something went wrong on our side; the log has the request id.', {
    cause: error,
  })
}

export const onError = (error: unknown, c: Context<AppEnv>): Response => {
  const { code, message, retryAfter, allow } = toAppError(error)
  const { status, title } = ERRORS[code]

  // RFC 6750, section 3.1: no error attribute where no token was brought.
  if (code === 'missing_token') c.header('WWW-Authenticate', 'Bearer')
  if (code === 'invalid_token') c.header('WWW-Authenticate', 'Bearer error="invalid_token"')
  if (retryAfter !== undefined) c.header('Retry-After', String(retryAfter))
  if (allow !== undefined) c.header('Allow', allow.join(', '))
  c.header('Cache-Control', 'no-store')

  if (!LISTING_PATH.test(c.req.path)) return c.json({ code, message } satisfies ErrorBody, status)
  const problem: ProblemBody = {
    type: 'about:blank',
    title,
    status,
    detail: message,
    instance: new URL(c.req.url).pathname,
    code,
    message,
  }
  return c.body(JSON.stringify(problem), status as ContentfulStatusCode, {
    'Content-Type': 'application/problem+json',
  })
}
