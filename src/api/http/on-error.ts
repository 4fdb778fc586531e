// The only place where an error becomes a response.
import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { AppError, ERRORS, titleOf } from '../../errors.ts'
import type { ErrorBody, ProblemBody } from '../resources/error.ts'
import type { AppEnv } from './context.ts'

/** The page that describes every error code, each in a section with the code as its id. */
export const ERRORS_PAGE = '/api/docs/errors'

const LISTINGS_PATH = '/api/organizer/v1/listings'

/** Whether errors at this path are problem documents (RFC 9457). That includes paths below it with no route. */
export const hasProblemDocuments = (path: string): boolean =>
  path === LISTINGS_PATH || path.startsWith(`${LISTINGS_PATH}/`)

/** The `WWW-Authenticate` challenges (RFC 6750, section 3). A request without a token gets no `error` attribute. */
export const CHALLENGES = {
  missing_token: 'Bearer realm="doorlist"',
  invalid_token: 'Bearer realm="doorlist", error="invalid_token"',
} as const

/** The error that the client sees. An unexpected one is logged as the `cause` but never exposed. */
export const toAppError = (error: unknown): AppError => {
  if (error instanceof AppError) return error
  // Thrown by Hono when it cannot parse a body.
  if (error instanceof HTTPException && error.status === 400) {
    return new AppError('invalid_request', 'The body is not JSON.')
  }
  return new AppError('internal_error', { cause: error })
}

/** The response for an error: its status, headers and body. */
export const onError = (error: unknown, c: Context<AppEnv>): Response => {
  const { code, message, retryAfter, allow } = toAppError(error)
  const { status } = ERRORS[code]

  if (code === 'missing_token' || code === 'invalid_token') c.header('WWW-Authenticate', CHALLENGES[code])
  if (retryAfter !== undefined) c.header('Retry-After', String(retryAfter))
  if (allow !== undefined) c.header('Allow', allow.join(', '))
  c.header('Cache-Control', 'no-store')

  if (!hasProblemDocuments(c.req.path)) return c.json({ code, message } satisfies ErrorBody, status)
  const problem: ProblemBody = {
    type: `${ERRORS_PAGE}#${code}`,
    title: titleOf(code),
    status,
    detail: message,
    instance: new URL(c.req.url).pathname,
    code,
    message,
  }
  return c.body(JSON.stringify(problem), status, { 'Content-Type': 'application/problem+json' })
}
