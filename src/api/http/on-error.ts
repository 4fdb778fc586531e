// The only place where an error becomes a response.
import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { AppError, ERRORS, type ErrorCode, titleOf } from '../../errors.ts'
import type { AppEnv } from './context.ts'

/** `message` is one English sentence for people. `role` is the new role of a phone. */
export type ErrorBody = { code: ErrorCode; message: string; role?: string | undefined }

/** A problem document (RFC 9457), with the members of {@link ErrorBody}. `detail` is the message. */
export type ProblemBody = ErrorBody & {
  type: string
  title: string
  status: number
  detail: string
  instance: string
}

/** Describes every error code, each in a section with the code as its id. */
export const ERRORS_PAGE = '/api/docs/errors'

/** Its errors also follow RFC 6749, section 5.2. */
export const TOKEN_PATH = '/api/v1/token'

const LISTINGS_PATHS = ['/api/organizer/v1/listings', '/api/public/v1/listings']

/** Whether errors at this path are problem documents (RFC 9457), even where no route exists. */
export const hasProblemDocuments = (path: string): boolean =>
  LISTINGS_PATHS.some((listings) => path === listings || path.startsWith(`${listings}/`))

/** Challenges for `WWW-Authenticate` (RFC 6750, section 3). Without a token there is no `error` attribute. */
export const CHALLENGES = {
  missing_token: 'Bearer realm="doorlist"',
  invalid_token: 'Bearer realm="doorlist", error="invalid_token"',
  // The credentials were in the body, but every 401 needs a challenge (RFC 9110, section 15.5.2).
  invalid_grant: 'Bearer realm="doorlist"',
} as const

const isChallenged = (code: ErrorCode): code is keyof typeof CHALLENGES => code in CHALLENGES

/** The error that the client sees. An unexpected one is logged as the `cause`, never exposed. */
export const toAppError = (error: unknown): AppError => {
  if (error instanceof AppError) return error
  // Hono could not parse the body.
  if (error instanceof HTTPException && error.status === 400) {
    return new AppError('invalid_request', 'The body is not JSON.')
  }
  return new AppError('internal_error', { cause: error })
}

export const onError = (error: unknown, c: Context<AppEnv>): Response => {
  const { code, message, retryAfter, allow, oauthError, role } = toAppError(error)
  const { status } = ERRORS[code]

  const isTokenRequest = c.req.path === TOKEN_PATH
  if (isTokenRequest && code === 'invalid_grant') c.header('WWW-Authenticate', 'Basic realm="doorlist"')
  else if (isChallenged(code)) c.header('WWW-Authenticate', CHALLENGES[code])
  if (retryAfter !== undefined) c.header('Retry-After', String(retryAfter))
  if (allow !== undefined) c.header('Allow', allow.join(', '))
  c.header('Cache-Control', 'no-store')

  if (isTokenRequest) {
    const implied = code === 'invalid_grant' ? 'invalid_client' : 'invalid_request'
    return c.json({ error: oauthError ?? implied, code, message }, status)
  }
  if (!hasProblemDocuments(c.req.path)) return c.json({ code, message, role } satisfies ErrorBody, status)
  const problem: ProblemBody = {
    type: `${ERRORS_PAGE}#${code}`,
    title: titleOf(code),
    status,
    detail: message,
    // A URI reference, also where the path has a lone percent sign.
    instance: new URL(c.req.url).pathname.replace(/%(?![\da-f]{2})/gi, '%25'),
    code,
    message,
  }
  return c.body(JSON.stringify(problem), status, { 'Content-Type': 'application/problem+json' })
}
