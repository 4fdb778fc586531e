// The rules that the OpenAPI document must follow, checked by Redocly.
import { createConfig, lintFromString } from '@redocly/openapi-core'

const RULES = {
  struct: 'error',
  'no-unresolved-refs': 'error',
  'no-unused-components': 'error',
  'operation-operationId': 'error',
  'operation-operationId-unique': 'error',
  'operation-parameters-unique': 'error',
  'operation-summary': 'error',
  'operation-singular-tag': 'error',
  'operation-tag-defined': 'error',
  'operation-2xx-response': 'error',
  'operation-4xx-response': 'error',
  'path-parameters-defined': 'error',
  'no-ambiguous-paths': 'error',
  'no-identical-paths': 'error',
  'no-enum-type-mismatch': 'error',
  'no-required-schema-properties-undefined': 'error',
  'no-invalid-media-type-examples': 'error',
  'no-invalid-parameter-examples': 'error',
  'no-invalid-schema-examples': 'error',
  'security-defined': 'error',
  // The suite checks the values of these formats; an unknown name is a fault.
  'rule/known-formats': {
    subject: { type: 'Schema', property: 'format' },
    assertions: { enum: ['date-time', 'duration', 'int32', 'uri', 'uri-reference', 'uuid'] },
    message: 'The format is unknown.',
  },
} as const

/** One sentence for each fault of the document. */
export const lintDocument = async (document: unknown): Promise<string[]> => {
  const config = await createConfig({ rules: RULES })
  const problems = await lintFromString({ source: JSON.stringify(document), config })
  return problems.map(({ ruleId, message, location }) => `${ruleId}: ${location[0]?.pointer}: ${message}`)
}
