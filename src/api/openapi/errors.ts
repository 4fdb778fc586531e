// The refusals of an operation: a response for each status, an example for each code.
import { ERRORS, type ErrorCode } from '../../errors.ts'
import { errorBody, type ProblemBody, problemBody } from '../schemas/errors.ts'
import { headersOfErrors } from './headers.ts'
import { toJsonSchema } from './json-schema.ts'

/** A sentence of each code, as the service says it. */
const MESSAGES: Record<ErrorCode, string> = {
  invalid_request: 'sessionId: must be a UUID.',
  invalid_cursor: 'cursor: is damaged, or belongs to another session, sort, search or filter.',
  missing_token: 'Send an access token: Authorization: Bearer <token>.',
  invalid_token: 'The access token is malformed.',
  forbidden: 'Your role does not allow this for this session.',
  session_not_found: 'There is no such session.',
  listing_not_found: 'There is no such listing.',
  series_not_found: 'There is no such series.',
  route_not_found: 'Nothing answers at this path.',
  method_not_allowed: 'This path answers GET, HEAD only.',
  capacity_below_sold:
    'newCapacity: 2 of the selected sessions have sold more than 10 tickets, up to 48; nothing was changed.',
  payload_too_large: 'The body must have at most 64 KiB.',
  unsupported_media_type: 'Send the body as Content-Type: application/json.',
  venue_not_found: 'newVenueId: the organizer has no such venue.',
  rate_limited: 'Too many requests: 600 a minute are allowed.',
  internal_error: 'Something went wrong on our side; the log has the request id.',
  auth_unavailable: 'The keys that tokens are checked with cannot be had now; try again.',
  database_unavailable: 'The database cannot be reached now; try again.',
}

export type Refusals = {
  codes: readonly ErrorCode[]
  /** Sentences that are this operation's own. */
  messages: Partial<Record<ErrorCode, string>>
  /** The path of the examples, where failures are problem documents. */
  problemAt?: string
}

/** The failures of the guard, of every path and of the ground. */
export const COMMON_CODES = [
  'invalid_request',
  'missing_token',
  'invalid_token',
  'forbidden',
  'route_not_found',
  'method_not_allowed',
  'rate_limited',
  'internal_error',
  'auth_unavailable',
  'database_unavailable',
] as const satisfies ErrorCode[]

const exampleOf = (code: ErrorCode, { messages, problemAt }: Refusals) => {
  const message = messages[code] ?? MESSAGES[code]
  if (problemAt === undefined) return { code, message }
  const { status, title } = ERRORS[code]
  return {
    type: 'about:blank',
    title,
    status,
    detail: message,
    instance: problemAt,
    code,
    message,
  } satisfies ProblemBody
}

const describeStatus = (codes: readonly ErrorCode[], refusals: Refusals) => ({
  description: codes.map((code) => ERRORS[code].title).join(', or '),
  headers: headersOfErrors(codes),
  content: {
    [refusals.problemAt === undefined ? 'application/json' : 'application/problem+json']: {
      schema: toJsonSchema(
        refusals.problemAt === undefined ? errorBody(codes) : problemBody(codes),
        'output',
      ),
      examples: Object.fromEntries(
        codes.map((code) => [code, { summary: ERRORS[code].title, value: exampleOf(code, refusals) }]),
      ),
    },
  },
})

/** The responses of an operation's refusals, by status. */
export const describeErrors = (refusals: Refusals) => {
  const byStatus = new Map<number, ErrorCode[]>()
  // In the table's order, so that the document has one, whatever the list's.
  for (const code of Object.keys(ERRORS) as ErrorCode[]) {
    if (!refusals.codes.includes(code)) continue
    const { status } = ERRORS[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  return Object.fromEntries([...byStatus].map(([status, codes]) => [status, describeStatus(codes, refusals)]))
}
