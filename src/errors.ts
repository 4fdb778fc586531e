// The closed table of errors. Code throws an `AppError` with one of its codes; only `api/on-error.ts` turns errors into
// responses.

/**
 * The errors that clients can get. `message` is the default; the code that throws may give a more precise one. An
 * error code never changes its meaning.
 */
export const ERRORS = {
  invalid_request: {
    status: 400,
    title: 'Invalid request',
    message: 'The request is not valid.',
  },
  invalid_cursor: {
    status: 400,
    title: 'Invalid cursor',
    message: 'cursor: is damaged or belongs to another session, sort, search or filter.',
  },
  missing_token: {
    status: 401,
    title: 'Missing token',
    message: 'Send an access token: Authorization: Bearer <token>.',
  },
  invalid_token: { status: 401, title: 'Invalid token', message: 'The access token is not valid.' },
  forbidden: { status: 403, title: 'Forbidden', message: 'Your role does not allow this.' },
  session_not_found: { status: 404, title: 'Session not found', message: 'There is no such session.' },
  listing_not_found: { status: 404, title: 'Listing not found', message: 'There is no such listing.' },
  series_not_found: { status: 404, title: 'Series not found', message: 'There is no such series.' },
  route_not_found: { status: 404, title: 'Route not found', message: 'No such route.' },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    message: 'This path does not support this method.',
  },
  capacity_below_sold: {
    status: 409,
    title: 'Capacity below sold',
    message: 'newCapacity: a selected session has sold more tickets than this. Nothing was changed.',
  },
  preview_outdated: {
    status: 409,
    title: 'Preview outdated',
    message: 'expectedVersion: this is not what was previewed. Nothing was changed. Make a new preview.',
  },
  changes_gone: {
    status: 410,
    title: 'Changes gone',
    message: 'The service cannot say what has changed since. Load the whole list again, without since.',
  },
  precondition_failed: {
    status: 412,
    title: 'Precondition failed',
    message: 'If-Match: the series has changed since it was read. Nothing was changed.',
  },
  payload_too_large: {
    status: 413,
    title: 'Payload too large',
    message: 'The body must not exceed 64 KiB.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'Unsupported media type',
    message: 'Send the body as Content-Type: application/json.',
  },
  venue_not_found: {
    status: 422,
    title: 'Venue not found',
    message: 'newVenueId: the organizer has no such venue.',
  },
  rate_limited: {
    status: 429,
    title: 'Rate limited',
    message: 'Rate limit exceeded: 600 requests per minute.',
  },
  internal_error: {
    status: 500,
    title: 'Internal error',
    message: 'Something went wrong on our side. Quote the X-Request-Id when reporting it.',
  },
  auth_unavailable: {
    status: 503,
    title: 'Authentication unavailable',
    message: 'Token verification keys are temporarily unavailable. Try again.',
  },
  database_unavailable: {
    status: 503,
    title: 'Database unavailable',
    message: 'The database is temporarily unavailable. Try again.',
  },
} as const

export type ErrorCode = keyof typeof ERRORS

export type AppErrorDetails = {
  /** What went wrong, for the log only. */
  cause?: unknown
  /** Seconds to wait before a retry: the `Retry-After` header. */
  retryAfter?: number
  /** The methods that the path supports: the `Allow` header. */
  allow?: readonly string[]
}

/** An error reported to the client. `message` is one English sentence that reveals nothing internal. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  readonly retryAfter: number | undefined
  readonly allow: readonly string[] | undefined

  constructor(code: ErrorCode, message: string = ERRORS[code].message, details: AppErrorDetails = {}) {
    super(message, { cause: details.cause })
    this.code = code
    this.retryAfter = details.retryAfter
    this.allow = details.allow
  }
}
