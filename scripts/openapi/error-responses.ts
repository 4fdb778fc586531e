// The error responses of an operation: one response per status, one example per code.
import { ERRORS_PAGE } from '../../src/api/http/on-error.ts'
import type { ProblemBody } from '../../src/api/resources/error.ts'
import { ERRORS, type ErrorCode, titleOf } from '../../src/errors.ts'
import { headersOfErrors } from './headers.ts'

export type ErrorResponses = {
  codes: readonly ErrorCode[]
  /** Messages that replace the default ones. */
  messages: Partial<Record<ErrorCode, string | undefined>>
  /** The path in the examples, if the errors are problem documents. */
  problemAt: string | undefined
  /** Whether they have the member of RFC 6749. */
  isTokenError: boolean
}

const exampleOf = (code: ErrorCode, { messages, problemAt, isTokenError }: ErrorResponses) => {
  const { status, message: defaultMessage } = ERRORS[code]
  const message = messages[code] ?? defaultMessage
  if (isTokenError)
    return { error: code === 'invalid_grant' ? 'invalid_client' : 'invalid_request', code, message }
  if (problemAt === undefined) return { code, message }
  return {
    type: `${ERRORS_PAGE}#${code}`,
    title: titleOf(code),
    status,
    detail: message,
    instance: problemAt,
    code,
    message,
  } satisfies ProblemBody
}

/** The shared schema, narrowed to the codes of one status, so that typed clients know which codes to expect. */
const schemaOf = (name: 'Error' | 'Problem' | 'TokenError', codes: readonly ErrorCode[]) => ({
  allOf: [
    { $ref: `#/components/schemas/${name}` },
    { type: 'object', required: ['code'], properties: { code: { type: 'string', enum: codes } } },
  ],
})

const describeStatus = (codes: readonly ErrorCode[], responses: ErrorResponses) => {
  const isProblem = responses.problemAt !== undefined
  const examples = codes.map((code) => [code, { summary: titleOf(code), value: exampleOf(code, responses) }])
  return {
    description: codes.map(titleOf).join(', or '),
    headers: headersOfErrors(codes),
    content: {
      [isProblem ? 'application/problem+json' : 'application/json']: {
        schema: schemaOf(isProblem ? 'Problem' : responses.isTokenError ? 'TokenError' : 'Error', codes),
        examples: Object.fromEntries(examples),
      },
    },
  }
}

/** The error responses of an operation, by status. */
export const describeErrors = (responses: ErrorResponses) => {
  const codesByStatus = new Map<number, ErrorCode[]>()
  // In the order of the table, so that the order of `codes` does not matter.
  for (const code of Object.keys(ERRORS) as ErrorCode[]) {
    if (!responses.codes.includes(code)) continue
    const { status } = ERRORS[code]
    codesByStatus.set(status, [...(codesByStatus.get(status) ?? []), code])
  }
  return Object.fromEntries(
    [...codesByStatus].map(([status, codes]) => [status, describeStatus(codes, responses)]),
  )
}
