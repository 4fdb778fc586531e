// The headers of requests and answers.
import type { ErrorCode } from '../../errors.ts'

const BOOKMARK = '00000001-00000002-000050d1-3d2a9c1f0e8b7a6d5c4b3a2918070605'
const ETAG = '"7.kX3vQm1TzB0a"'

const text = { type: 'string' } as const

/** Request headers, by the name that parameters refer to them with. */
export const requestHeaders = {
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'The `ETag` of an earlier answer: 304 where it is still current.',
    schema: { ...text, examples: [ETAG] },
  },
  Bookmark: {
    name: 'X-D1-Bookmark',
    in: 'header',
    description:
      'The bookmark of an earlier answer: this one sees at least that state. A malformed one is ignored.',
    schema: { ...text, examples: [BOOKMARK] },
  },
  RequestId: {
    name: 'X-Request-Id',
    in: 'header',
    description: 'An id of the caller’s own for the request; a malformed one is replaced.',
    schema: { ...text, maxLength: 255, pattern: '^[\\w=-]+$', examples: ['door-7-000042'] },
  },
} as const

/** Headers of answers. Those that are `required` are on every answer that names them. */
export const answerHeaders = {
  'X-Request-Id': {
    description: 'The request’s id: the caller’s, if it was well-formed, else a new one.',
    required: true,
    schema: { ...text, pattern: '^[\\w=-]+$' },
    example: 'door-7-000042',
  },
  'X-D1-Bookmark': {
    description: 'The state that this answer has seen, once the database was asked.',
    schema: text,
    example: BOOKMARK,
  },
  'Server-Timing': {
    description: 'What the answer cost: milliseconds for token, database and SQL, round trips, rows read.',
    required: true,
    schema: text,
    example: 'auth;dur=0.4, db;dur=6.1, sql;dur=0.3, trips;desc="1", rows;desc="61"',
  },
  ETag: {
    description: 'Changes with everything that the answer can show; to be sent back as `If-None-Match`.',
    required: true,
    schema: { ...text, pattern: '^"[\\w.-]+"$' },
    example: ETAG,
  },
  'Cache-Control': {
    description: 'Answers to be asked again for are `private, no-cache`; errors are `no-store`.',
    required: true,
    schema: { ...text, enum: ['private, no-cache', 'no-store'] },
  },
  Vary: {
    description: 'An answer is its caller’s own.',
    required: true,
    schema: text,
    example: 'Authorization',
  },
  'Retry-After': {
    description: 'Seconds after which trying again may help.',
    required: true,
    schema: { type: 'integer', minimum: 1 },
    example: 2,
  },
  Allow: {
    description: 'The methods that the path has.',
    required: true,
    schema: text,
    example: 'GET, HEAD',
  },
  'WWW-Authenticate': {
    description: 'With `error="invalid_token"` where a token was brought (RFC 6750).',
    required: true,
    schema: { ...text, enum: ['Bearer', 'Bearer error="invalid_token"'] },
  },
} as const

type AnswerHeader = keyof typeof answerHeaders

const EVERY_ANSWER: AnswerHeader[] = ['X-Request-Id', 'X-D1-Bookmark']
/** What `setValidators` sets. */
const VALIDATORS: AnswerHeader[] = ['ETag', 'Cache-Control', 'Vary']

/** What `onError` sets, by the code of the failure. */
const OF_ERROR: Partial<Record<ErrorCode, AnswerHeader>> = {
  missing_token: 'WWW-Authenticate',
  invalid_token: 'WWW-Authenticate',
  method_not_allowed: 'Allow',
  rate_limited: 'Retry-After',
  auth_unavailable: 'Retry-After',
  database_unavailable: 'Retry-After',
}

const refer = (names: AnswerHeader[]) =>
  Object.fromEntries([...new Set(names)].map((name) => [name, { $ref: `#/components/headers/${name}` }]))

export const headersOfSuccess = (validators: boolean) =>
  refer([...EVERY_ANSWER, 'Server-Timing', ...(validators ? VALIDATORS : [])])

export const headersOfErrors = (codes: readonly ErrorCode[]) =>
  refer([...EVERY_ANSWER, 'Cache-Control', ...codes.flatMap((code) => OF_ERROR[code] ?? [])])
