import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from '../../scripts/lib/local.ts'
import { lintDocument } from '../../scripts/openapi/lint-rules.ts'

const LIST = '/api/v1/sessions/{sessionId}/tickets'

const read = () => JSON.parse(readFileSync(join(ROOT, 'public', 'api', 'openapi.json'), 'utf8'))

it('the committed document has no faults', async () => {
  expect(await lintDocument(read())).toEqual([])
})

it.each<[string, RegExp, (document: ReturnType<typeof read>) => void]>([
  ['invalid OpenAPI', /not valid OpenAPI/, (document) => delete document.info],
  [
    'a dangling reference',
    /Can't resolve .*schemas\/Nothing/,
    ({ components }) => {
      components.schemas.Ticket.properties.status.$ref = '#/components/schemas/Nothing'
    },
  ],
  [
    'an unused component',
    /schemas\/Unused is never used/,
    ({ components }) => {
      components.schemas.Unused = { type: 'string' }
    },
  ],
  ['a missing operationId', /has no operationId/, ({ paths }) => delete paths[LIST].get.operationId],
  [
    'an operationId used twice',
    /listTickets is used twice/,
    ({ paths }) => {
      paths['/api/health'].get.operationId = 'listTickets'
    },
  ],
  [
    'an unknown tag',
    /needs one known tag/,
    ({ paths }) => {
      paths[LIST].get.tags = ['Other']
    },
  ],
  ['a missing path parameter', /other path parameters/, ({ paths }) => paths[LIST].get.parameters.shift()],
  [
    'an invalid example',
    /example page: data\/data must be array/,
    ({ paths }) => {
      paths[LIST].get.responses[200].content['application/json'].examples.page.value.data = 1
    },
  ],
  [
    'an unknown keyword in a schema',
    /a schema is not valid: .*"minimun"/,
    ({ components }) => {
      components.schemas.Ticket.properties.transferCount.minimun = 0
    },
  ],
  [
    'an unknown format',
    /a schema is not valid: .*"uid"/,
    ({ components }) => {
      components.schemas.Ticket.properties.id.format = 'uid'
    },
  ],
])('the linter finds %s', async (_, fault, change) => {
  const document = read()
  change(document)
  expect((await lintDocument(document)).join('\n')).toMatch(fault)
})
