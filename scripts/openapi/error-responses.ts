// The error responses of an operation: one response per status, one example per code. Operations share them.

import type { ProblemBody } from '../../src/api/http/on-error.ts'
import { ERRORS_PAGE } from '../../src/api/http/on-error.ts'
import { examplePath } from '../../src/api/resources/examples.ts'
import { ERRORS, type ErrorCode, titleOf } from '../../src/errors.ts'
import { headersOfErrors } from './headers.ts'

/** The schemas of errors. `TokenError` has the member of RFC 6749, `ChangesGoneError` the role of a phone. */
export type ErrorSchema = 'Error' | 'ChangesGoneError' | 'Problem' | 'TokenError'

/** A response with one of several error codes of the same status. */
export type ErrorResponse = { status: number; codes: readonly ErrorCode[]; schema: ErrorSchema }

/** The path in the examples of problem documents. */
const PROBLEM_AT = examplePath('/api/organizer/v1/listings/:id')

const exampleOf = (code: ErrorCode, schema: ErrorSchema) => {
  const { status, message } = ERRORS[code]
  if (schema === 'TokenError')
    return { error: code === 'invalid_grant' ? 'invalid_client' : 'invalid_request', code, message }
  if (schema === 'Error' || schema === 'ChangesGoneError') return { code, message }
  return {
    type: `${ERRORS_PAGE}#${code}`,
    title: titleOf(code),
    status,
    detail: message,
    instance: PROBLEM_AT,
    code,
    message,
  } satisfies ProblemBody
}

/**
 * The shared schema, narrowed to the codes of one status, so that typed clients know which codes to expect.
 */
const narrow = (schema: ErrorSchema, codes: readonly ErrorCode[]) => ({
  allOf: [
    { $ref: `#/components/schemas/${schema}` },
    { properties: { code: { type: 'string', enum: codes } } },
  ],
})

/** The error responses with these codes: one for each status, in the order of the table of errors. */
export const groupByStatus = (codes: readonly ErrorCode[], schema: ErrorSchema): ErrorResponse[] => {
  const groups = Map.groupBy(
    (Object.keys(ERRORS) as ErrorCode[]).filter((code) => codes.includes(code)),
    (code) => ERRORS[code].status,
  )
  return [...groups].map(([status, ofStatus]) => ({
    status,
    codes: ofStatus,
    schema: schema === 'Error' && ofStatus.includes('changes_gone') ? 'ChangesGoneError' : schema,
  }))
}

const toPascalCase = (code: ErrorCode): string =>
  code.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())

/** The name under `components.responses`: `RateLimited`, `SessionOrRouteNotFound`, `ForbiddenProblem`. */
export const nameOf = ({ codes, schema }: ErrorResponse): string => {
  const name = codes.map(toPascalCase).join('Or')
  const short = name.replace(/(NotFound|Taken|Token|Unavailable)Or(?=\w*\1)/g, 'Or')
  return schema === 'Error' || schema === 'ChangesGoneError' ? short : short + schema
}

/** The response under `components.responses`. */
export const describeError = ({ codes, schema }: ErrorResponse) => ({
  description: codes.map(titleOf).join(', or '),
  headers: headersOfErrors(codes),
  content: {
    [schema === 'Problem' ? 'application/problem+json' : 'application/json']: {
      schema: narrow(schema, codes),
      examples: Object.fromEntries(codes.map((code) => [code, { value: exampleOf(code, schema) }])),
    },
  },
})
