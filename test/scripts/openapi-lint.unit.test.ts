// @module-tag slow
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
  ['a missing member', /`info` must be present/, (document) => delete document.info],
  [
    'a dangling reference',
    /^no-unresolved-refs: .*schemas\/Ticket/,
    ({ components }) => {
      components.schemas.Ticket.properties.status.$ref = '#/components/schemas/Nothing'
    },
  ],
  [
    'an unused component',
    /"Unused" is never used/,
    ({ components }) => {
      components.schemas.Unused = { type: 'string' }
    },
  ],
  [
    'an unused response',
    /"Unused" is never used/,
    ({ components }) => {
      components.responses.Unused = components.responses.Forbidden
    },
  ],
  [
    'a missing operationId',
    /should contain `operationId`/,
    ({ paths }) => delete paths[LIST].get.operationId,
  ],
  [
    'an operationId used twice',
    /unique `operationId`/,
    ({ paths }) => {
      paths['/api/health'].get.operationId = 'listTickets'
    },
  ],
  [
    'an unknown tag',
    /tags should be defined/,
    ({ paths }) => {
      paths[LIST].get.tags = ['Other']
    },
  ],
  [
    'a missing path parameter',
    /does not define the path parameter `{sessionId}`/,
    ({ paths }) => paths[LIST].get.parameters.shift(),
  ],
  [
    'an invalid example',
    /examples\/page\/value\/data: .*`data` property type must be array/,
    ({ paths }) => {
      paths[LIST].get.responses[200].content['application/json'].examples.page.value.data = 1
    },
  ],
  [
    'an invalid example of an error',
    /examples\/forbidden\/value\/code: .*`code` property must be equal/,
    ({ components }) => {
      components.responses.Forbidden.content['application/json'].examples.forbidden.value.code = 'none'
    },
  ],
  [
    'an unknown keyword in a schema',
    /`minimun` is not expected/,
    ({ components }) => {
      components.schemas.Ticket.properties.transferCount.minimun = 0
    },
  ],
  [
    'an unknown format',
    /^rule\/known-formats: .*Ticket\/properties\/id/,
    ({ components }) => {
      components.schemas.Ticket.properties.id.format = 'uid'
    },
  ],
])('the linter finds %s', async (_, fault, change) => {
  const document = read()
  change(document)
  expect((await lintDocument(document)).join('\n')).toMatch(fault)
})
