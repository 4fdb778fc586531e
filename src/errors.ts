// The closed table of failures. A code is for programs and never changes its meaning; whoever meets a
// failure throws it by its code, and `api/on-error.ts` alone turns it into a Response.

export const ERRORS = {
  invalid_request: { status: 400, title: 'Invalid request' },
  invalid_cursor: { status: 400, title: 'Invalid cursor' },
  missing_token: { status: 401, title: 'Missing token' },
  invalid_token: { status: 401, title: 'Invalid token' },
  forbidden: { status: 403, title: 'Forbidden' },
  session_not_found: { status: 404, title: 'Session not found' },
  listing_not_found: { status: 404, title: 'Listing not found' },
  series_not_found: { status: 404, title: 'Series not found' },
  route_not_found: { status: 404, title: 'Route not found' },
  method_not_allowed: { status: 405, title: 'Method not allowed' },
  capacity_below_sold: { status: 409, title: 'Capacity below sold' },
  payload_too_large: { status: 413, title: 'Payload too large' },
  unsupported_media_type: { status: 415, title: 'Unsupported media type' },
  venue_not_found: { status: 422, title: 'Venue not found' },
  rate_limited: { status: 429, title: 'Rate limited' },
  internal_error: { status: 500, title: 'Internal error' },
  auth_unavailable: { status: 503, title: 'Authentication unavailable' },
  database_unavailable: { status: 503, title: 'Database unavailable' },
} as const

export type ErrorCode = keyof typeof ERRORS

/** What a failure may carry beside its sentence. */
export type ErrorOptions = {
  /** For the log only. */
  cause?: unknown
  /** Seconds after which trying again may help: the `Retry-After` header. */
  retryAfter?: number
  /** Methods that the path knows: the `Allow` header. */
  allow?: readonly string[]
}

/** A failure that the caller is told of. `message` is one English sentence without secrets. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  readonly retryAfter: number | undefined
  readonly allow: readonly string[] | undefined

  constructor(code: ErrorCode, message: string, options: ErrorOptions = {}) {
    super(message, { cause: options.cause })
    this.code = code
    this.retryAfter = options.retryAfter
    this.allow = options.allow
  }
}
