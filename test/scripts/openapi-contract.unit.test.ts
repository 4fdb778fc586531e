// The comparison of the OpenAPI document with that of a release finds what would break a client, and nothing
// else.
import { describe, expect, it } from 'vitest'
import document from '../../public/api/openapi.json' with { type: 'json' }
import { type Document, findBreaks } from '../../scripts/openapi/contract.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test changes any part of the document
type Changeable = any

const LIST = '/api/v1/sessions/{sessionId}/tickets'
const SESSIONS = '/api/v1/sessions'

/** What changing the document breaks. */
const breaksOf = (change: (current: Changeable) => void): string[] => {
  const current = structuredClone(document) as Changeable
  change(current)
  return findBreaks(document as unknown as Document, current)
}

const schemaOf = (current: Changeable, name: string) => current.components.schemas[name]

describe('a document', () => {
  it('has no breaks against itself', () => {
    expect(breaksOf(() => undefined)).toEqual([])
  })

  it.each<[string, (current: Changeable) => void]>([
    ['a new operation', ({ paths }) => Object.assign(paths, { '/api/v1/new': paths[SESSIONS] })],
    [
      'a new field in a response',
      (current) => {
        schemaOf(current, 'SessionItem').properties.walkIns = { type: 'boolean' }
      },
    ],
    [
      'a new optional field in a body',
      (current) => {
        schemaOf(current, 'CheckInBatch').properties.note = { type: 'string' }
      },
    ],
    [
      'a new optional parameter',
      ({ paths }) => paths[LIST].get.parameters.push({ name: 'new', in: 'query' }),
    ],
    ['a new error code', (current) => schemaOf(current, 'ErrorCode').enum.push('new')],
    [
      'a higher limit',
      (current) => {
        schemaOf(current, 'CheckInBatch').properties.items.maxItems = 200
      },
    ],
    [
      'a parameter and a response of its own that it shared',
      ({ paths, components }) => {
        const { get } = paths[LIST]
        get.parameters[0] = components.parameters.SessionId
        get.responses[404] = components.responses.SessionOrRouteNotFound
      },
    ],
    [
      'other prose',
      ({ paths }) => {
        paths[LIST].get.summary = 'Other'
      },
    ],
  ])('may gain %s', (_, change) => {
    expect(breaksOf(change)).toEqual([])
  })

  it.each<[string, RegExp, (current: Changeable) => void]>([
    ['an operation', /GET \/api\/v1\/sessions is gone/, ({ paths }) => delete paths[SESSIONS]],
    [
      'a parameter',
      /parameter q is gone/,
      ({ paths }) => {
        const { get } = paths[LIST]
        get.parameters = get.parameters.filter(({ name }: { name?: string }) => name !== 'q')
      },
    ],
    ['a status of a response', /\.304 is gone/, ({ paths }) => delete paths[LIST].get.responses[304]],
    [
      'an error code of a status',
      /responses\.404\..*enum has lost session_not_found/,
      ({ paths }) => {
        paths[LIST].get.responses[404] = { $ref: '#/components/responses/RouteNotFound' }
      },
    ],
    [
      'a field of a response',
      /venueName is gone/,
      (current) => {
        delete schemaOf(current, 'SessionItem').properties.venueName
      },
    ],
    [
      'a field that was always present',
      /required differs by capacity/,
      (current) => {
        const item = schemaOf(current, 'SessionItem')
        item.required = item.required.filter((name: string) => name !== 'capacity')
      },
    ],
    [
      'the type of a field',
      /transferCount\.type was "integer"/,
      (current) => {
        schemaOf(current, 'Ticket').properties.transferCount.type = 'string'
      },
    ],
    [
      'a value of an enumeration',
      /enum has lost Voided/,
      (current) => {
        schemaOf(current, 'TicketStatus').enum.pop()
      },
    ],
    [
      'optionality of a body field',
      /required differs by device/,
      (current) => {
        schemaOf(current, 'CheckInBatch').required.push('device')
      },
    ],
    [
      'room in a body',
      /maxItems is lower/,
      (current) => {
        schemaOf(current, 'CheckInBatch').properties.items.maxItems = 50
      },
    ],
    [
      'the shape of a specified response',
      /has gained seat/,
      (current) => {
        schemaOf(current, 'Ticket').properties.seat = { type: 'string' }
      },
    ],
  ])('must not lose %s', (_, fault, change) => {
    expect(breaksOf(change).join('\n')).toMatch(fault)
  })

  it.each<[string, RegExp, (current: Changeable) => void]>([
    [
      'a parameter',
      /^GET \/api\/v1\/sessions requires query parameter new$/m,
      ({ paths }) => paths[SESSIONS].get.parameters.push({ name: 'new', in: 'query', required: true }),
    ],
    [
      'a body',
      /^GET \/api\/v1\/sessions requires a body$/m,
      ({ paths }) => {
        paths[SESSIONS].get.requestBody = { required: true, content: {} }
      },
    ],
  ])('must not begin to require %s', (_, fault, change) => {
    expect(breaksOf(change).join('\n')).toMatch(fault)
  })
})
