// The OpenAPI document matches the code. Every request of the suite checks its response against the document;
// the tests here show that this check can fail.
import { beforeAll, describe, expect, it } from 'vitest'
import { ERRORS } from '../../src/errors.ts'
import app from '../../src/index.ts'
import { bulkUpdatePath, call, listingPath, sendJson, ticketsPath } from '../support/api.ts'
import { DOCUMENT, expectDocumented, responseOf, UNDOCUMENTED_ROUTES } from '../support/documented.ts'
import { addSeries, addTickets, makeOrganizer, type Organizer } from '../support/rows.ts'

describe('the document', () => {
  it('has exactly the routes of the service', () => {
    const routes = app.routes
      .filter(({ method }) => method !== 'ALL')
      .map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`)
    const documented = Object.entries(DOCUMENT.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    )
    const undocumented = UNDOCUMENTED_ROUTES.map((path) => `GET ${path}`)
    // Hono lists a route once for each of its validators.
    expect([...new Set(routes)].sort()).toEqual([...documented, ...undocumented].sort())
  })

  it('has an example of every error code at its status', () => {
    const seen = new Map<string, Set<string>>()
    for (const operation of Object.values(DOCUMENT.paths).flatMap((path) => Object.values(path))) {
      for (const status of Object.keys(operation.responses)) {
        for (const { examples } of Object.values(responseOf(operation, status)?.content ?? {})) {
          if (Number(status) < 400) continue
          for (const code of Object.keys(examples)) seen.set(code, (seen.get(code) ?? new Set()).add(status))
        }
      }
    }
    expect(Object.fromEntries([...seen].map(([code, statuses]) => [code, [...statuses]]))).toEqual(
      Object.fromEntries(Object.entries(ERRORS).map(([code, { status }]) => [code, [String(status)]])),
    )
  })
})

describe('the check of every response', () => {
  let org: Organizer
  beforeAll(async () => {
    org = await makeOrganizer()
    await addTickets(org, [{}])
  })

  type Page = { data: object[]; meta: object; links?: object }
  type Change = {
    status?: number
    headers?: Record<string, string | null>
    body?: (body: Page) => object
  }

  /** The response with something changed. */
  const tamper = async (response: Response, change: Change): Promise<Response> => {
    const { status = response.status, headers = {}, body = (same) => same } = change
    const changed = JSON.stringify(body(await response.clone().json()))
    const tampered = new Response(changed, { status, headers: response.headers })
    for (const [name, value] of Object.entries(headers)) {
      if (value === null) tampered.headers.delete(name)
      else tampered.headers.set(name, value)
    }
    return tampered
  }

  /** Changes the first ticket. */
  const withTicket = (members: object) => (page: Page) => ({
    ...page,
    data: [{ ...page.data[0], ...members }],
  })

  it.each<[string, RegExp, Change]>([
    ['an extra field', /seat/, { body: withTicket({ seat: 1 }) }],
    ['a missing field', /links/, { body: ({ data, meta }) => ({ data, meta }) }],
    ['null in a field that is not nullable', /checkedInAt/, { body: withTicket({ checkedInAt: null }) }],
    ['another status', /status is not in the document/, { status: 418 }],
    ['another content type', /content type is text\/html/, { headers: { 'Content-Type': 'text/html' } }],
    ['a missing header', /ETag is missing/, { headers: { ETag: null } }],
    ['a malformed header', /Cache-Control/, { headers: { 'Cache-Control': 'public' } }],
  ])('fails for a page with %s', async (_, fault, change) => {
    const path = ticketsPath(org.session)
    const response = await call(path, { subject: org.staff })
    const tampered = await tamper(response, change)
    await expectDocumented('GET', path, response)
    await expect(expectDocumented('GET', path, tampered)).rejects.toThrow(fault)
  })

  it('fails for an error code that the operation does not have', async () => {
    const path = listingPath(crypto.randomUUID())
    const response = await call(path, { subject: org.manager })
    const tampered = await tamper(response, { body: (body) => ({ ...body, code: 'series_not_found' }) })
    await expect(expectDocumented('GET', path, tampered)).rejects.toThrow(/code/)
  })

  it('fails for an unexpected body, a missing body and an undocumented status', async () => {
    const { series } = await addSeries(org, [Date.now()])
    const path = bulkUpdatePath(org.event, series)
    const response = await sendJson('POST', path, org.manager, { filterType: 'All', newCapacity: 5 })
    const { headers } = response
    await expect(expectDocumented('POST', path, new Response('{}', { headers }))).rejects.toThrow(
      /sessionsUpdated/,
    )
    const seriesPath = path.replace('/sessions/bulk-update', '')
    await expectDocumented('PUT', seriesPath, new Response(null, { status: 204, headers }))
    await expect(
      expectDocumented('GET', ticketsPath(org.session), new Response(null, { status: 204, headers })),
    ).rejects.toThrow(/status is not in the document/)
  })

  it('fails for a path that is not in the document, except for the documentation pages', async () => {
    const ok = () => new Response('{}', { headers: { 'Content-Type': 'application/json' } })
    for (const path of ['/api/v1/new', '/x', '/api/docsx']) {
      await expect(expectDocumented('GET', path, ok())).rejects.toThrow(/path is not in the document/)
    }
    for (const path of ['/api/docs', '/api/docs/page.js', '/api/openapi.json']) {
      await expectDocumented('GET', path, ok())
    }
    const error = (body: object) => new Response(JSON.stringify(body), { status: 404 })
    await expectDocumented('GET', '/x', error({ code: 'route_not_found', message: 'No such route.' }))
    await expect(expectDocumented('GET', '/x', error({ code: 'nothing' }))).rejects.toThrow(/message/)
  })
})
