import { describeAllowed } from '../../../src/api/require-route.ts'
import { describeErrors } from '../errors.ts'
import { headersOfSuccess } from '../headers.ts'
import { headers, json } from './describe.ts'

export const getHealth = {
  operationId: 'getHealth',
  tags: ['Service'],
  summary: 'Check the service and its database',
  description: 'Needs no token.',
  security: [],
  parameters: headers('RequestId'),
  responses: {
    200: {
      description: 'Healthy.',
      headers: headersOfSuccess({ withValidators: false }),
      content: json('Health', {
        healthy: { summary: 'Healthy', value: { status: 'ok', version: '0.1.0' } },
      }),
    },
    ...describeErrors({
      codes: ['route_not_found', 'method_not_allowed', 'internal_error', 'database_unavailable'],
      messages: { method_not_allowed: describeAllowed(['GET', 'HEAD']) },
    }),
  },
}
