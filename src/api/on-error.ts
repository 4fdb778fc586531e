// The only place where an error becomes a response.
import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { AppError, ERRORS } from '../errors.ts'
import type { AppEnv } from './context.ts'
import { ERRORS_PAGE, LISTINGS, ORGANIZER_V1_PATH } from './paths.ts'
import type { ErrorBody, ProblemBody } from './schemas/errors.ts'

const LISTINGS_PATH = ORGANIZER_V1_PATH + LISTINGS

/** Whether errors at this path are problem documents (RFC 9457). That includes paths below it with no route. */
const hasProblemDocuments = (path: string): boolean =>
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
  return new AppError('internal_error', undefined, { cause: error })
}

/** The response for an error: its status, headers and body. */
export const onError = (error: unknown, c: Context<AppEnv>): Response => {
  const { code, message, retryAfter, allow } = toAppError(error)
  const { status, title } = ERRORS[code]

  if (code === 'missing_token' || code === 'invalid_token') c.header('WWW-Authenticate', CHALLENGES[code])
  if (retryAfter !== undefined) c.header('Retry-After', String(retryAfter))
  if (allow !== undefined) c.header('Allow', allow.join(', '))
  c.header('Cache-Control', 'no-store')

  if (!hasProblemDocuments(c.req.path)) return c.json({ code, message } satisfies ErrorBody, status)
  const problem: ProblemBody = {
    type: `${ERRORS_PAGE}#${code}`,
    title,
    status,
    detail: message,
    instance: new URL(c.req.url).pathname,
    code,
    message,
  }
  return c.body(JSON.stringify(problem), status, { 'Content-Type': 'application/problem+json' })
}
