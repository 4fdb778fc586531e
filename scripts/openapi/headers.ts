// The headers of requests and responses.
import { CHALLENGES } from '../../src/api/http/on-error.ts'
import type { Operation } from '../../src/api/operation.ts'
import type { ErrorCode } from '../../src/errors.ts'

const BOOKMARK = '00000001-00000002-000050d1-3d2a9c1f0e8b7a6d5c4b3a2918070605'
const ETAG = '"7.kX3vQm1TzB0a"'

const text = { type: 'string' } as const

/** Request headers, by the name under `components.parameters`. */
export const requestHeaders = {
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'The `ETag` of an earlier response. If nothing has changed, the response is a 304.',
    schema: { ...text, examples: [ETAG] },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description:
      'The `ETag` of an earlier response. If the resource has changed since, the response is a 412.',
    schema: { ...text, examples: [ETAG] },
  },
  Bookmark: {
    name: 'X-D1-Bookmark',
    in: 'header',
    description:
      'The bookmark of an earlier response. The new response is at least as recent. A malformed bookmark is ignored.',
    schema: { ...text, examples: [BOOKMARK] },
  },
  Unsent: {
    name: 'X-Unsent',
    in: 'header',
    description:
      'How many check-ins a phone holds that it could not send, without those in this request. 0 by default. Managers see it. Malformed text counts as 0.',
    schema: { ...text, pattern: '^\\d{1,6}$', examples: ['2'] },
  },
  RequestId: {
    name: 'X-Request-Id',
    in: 'header',
    description: 'An id for this request, chosen by the client. A malformed id is replaced.',
    schema: { ...text, maxLength: 255, pattern: '^[\\w=-]+$', examples: ['door-7-000042'] },
  },
} as const

/** Response headers. A `required` one is on every response that refers to it. */
export const responseHeaders = {
  'X-Request-Id': {
    description: "The request's id: the client's if well-formed, else a new one.",
    required: true,
    schema: { ...text, pattern: '^[\\w=-]+$' },
    example: 'door-7-000042',
  },
  'X-D1-Bookmark': {
    description: 'The database state that this response reflects. Absent if the database was not queried.',
    schema: text,
    example: BOOKMARK,
  },
  'Server-Timing': {
    description:
      'Milliseconds for the token check, the database and its SQL, and the number of round trips. In development also the rows read, and those of the longest statement.',
    required: true,
    schema: text,
    example: 'auth;dur=0.4, db;dur=6.1, sql;dur=0.3, trips;desc="1", rows;desc="61", statement;desc="49"',
  },
  ETag: {
    description: 'Changes whenever the response would. Send it back as `If-None-Match`.',
    required: true,
    schema: { ...text, pattern: '^"[\\w.-]+"$' },
    example: ETAG,
  },
  'Cache-Control': {
    description:
      '`private, no-cache` if the response can be revalidated, `public, max-age=60` if everyone may keep it, `no-store` for errors.',
    required: true,
    schema: { ...text, enum: ['private, no-cache', 'public, max-age=60', 'no-store'] },
  },
  Location: {
    description: 'The path of what was created.',
    required: true,
    schema: text,
    example: '/api/organizer/v1/venues/0190a000-0000-7000-8000-000000000050',
  },
  Vary: {
    description: 'Responses differ by caller.',
    required: true,
    schema: text,
    example: 'Authorization',
  },
  'X-Poll-Seconds': {
    description: 'Of `ticket-changes`: seconds to wait before the next request for changes.',
    schema: { type: 'integer', minimum: 1 },
    example: 5,
  },
  'Retry-After': {
    description: 'Seconds to wait before a retry.',
    required: true,
    schema: { type: 'integer', minimum: 1 },
    example: 2,
  },
  Allow: {
    description: 'The methods that the path supports.',
    required: true,
    schema: text,
    example: 'GET, HEAD',
  },
  'WWW-Authenticate': {
    description: 'The challenge (RFC 6750). It has an `error` if the request had a token.',
    required: true,
    schema: { ...text, enum: [...new Set(Object.values(CHALLENGES))] },
  },
} as const

type ResponseHeader = keyof typeof responseHeaders

const EVERY_RESPONSE: ResponseHeader[] = ['X-Request-Id', 'X-D1-Bookmark']
/** Set in `conditional.ts`. */
const CACHING: Record<NonNullable<Operation['response']['cache']>, ResponseHeader[]> = {
  validators: ['ETag', 'Cache-Control', 'Vary'],
  private: ['Cache-Control', 'Vary'],
  public: ['ETag', 'Cache-Control'],
}

/** Set by `onError`. */
const HEADER_BY_CODE: Partial<Record<ErrorCode, ResponseHeader>> = {
  missing_token: 'WWW-Authenticate',
  invalid_token: 'WWW-Authenticate',
  method_not_allowed: 'Allow',
  rate_limited: 'Retry-After',
  auth_unavailable: 'Retry-After',
  database_unavailable: 'Retry-After',
}

const refer = (names: ResponseHeader[]) =>
  Object.fromEntries([...new Set(names)].map((name) => [name, { $ref: `#/components/headers/${name}` }]))

export const headersOfResponse = ({ cache, location, isPolled }: Partial<Operation['response']>) =>
  refer([
    ...EVERY_RESPONSE,
    'Server-Timing',
    ...(location ? (['Location'] as const) : []),
    ...(isPolled ? (['X-Poll-Seconds'] as const) : []),
    ...(cache === undefined ? [] : CACHING[cache]),
  ])

export const headersOfErrors = (codes: readonly ErrorCode[]) =>
  refer([...EVERY_RESPONSE, 'Cache-Control', ...codes.flatMap((code) => HEADER_BY_CODE[code] ?? [])])
