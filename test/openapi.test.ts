// The document against the code, both ways. That every answer of the suite is as documented is checked where
// the suite makes its requests; here is that this check can fail.
import { beforeAll, describe, expect, it } from 'vitest'
import { ERRORS } from '../src/errors.ts'
import app from '../src/index.ts'
import { bulkUpdatePath, call, listingPath, sendJson, ticketsPath } from './support/api.ts'
import { DOCUMENT, expectDocumented } from './support/documented.ts'
import { addSeries, addTickets, makeWorld, type World } from './support/rows.ts'

/** Routes that are no operation: the document itself, and its page. */
const OF_THE_DOCUMENT = ['GET /api/openapi.json', 'GET /api/docs', 'GET /api/docs/*']

describe('the document', () => {
  it('has every route, and no other', () => {
    const routes = app.routes
      .filter(({ method }) => method !== 'ALL')
      .map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`)
    const documented = Object.entries(DOCUMENT.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    )
    // A handler with validators in front of it is a route more than once.
    expect([...new Set(routes)].sort()).toEqual([...documented, ...OF_THE_DOCUMENT].sort())
  })

  it('has an example of every error code, each at its status', () => {
    const seen = new Map<string, Set<string>>()
    for (const operation of Object.values(DOCUMENT.paths).flatMap((path) => Object.values(path))) {
      for (const [status, answer] of Object.entries(operation.responses)) {
        for (const { examples } of Object.values(answer.content ?? {})) {
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

describe('the check of every answer', () => {
  let world: World
  beforeAll(async () => {
    world = await makeWorld()
    await addTickets(world, [{}])
  })

  type Page = { data: object[]; meta: object; links?: object }
  type Change = {
    status?: number
    headers?: Record<string, string | null>
    body?: (body: Page) => object
  }

  /** The answer with something else in it. */
  const doctor = async (response: Response, change: Change): Promise<Response> => {
    const { status = response.status, headers = {}, body = (same) => same } = change
    const changed = JSON.stringify(body(await response.clone().json()))
    const doctored = new Response(changed, { status, headers: response.headers })
    for (const [name, value] of Object.entries(headers)) {
      if (value === null) doctored.headers.delete(name)
      else doctored.headers.set(name, value)
    }
    return doctored
  }

  /** Another first ticket. */
  const withTicket = (members: object) => (page: Page) => ({
    ...page,
    data: [{ ...page.data[0], ...members }],
  })

  it.each<[string, RegExp, Change]>([
    ['a field too many', /seat/, { body: withTicket({ seat: 1 }) }],
    ['a field too few', /links/, { body: ({ data, meta }) => ({ data, meta }) }],
    ['null where the shape admits none', /checkedInAt/, { body: withTicket({ checkedInAt: null }) }],
    ['another status', /status is not in the document/, { status: 418 }],
    ['another content type', /content type is text\/html/, { headers: { 'Content-Type': 'text/html' } }],
    ['a header too few', /ETag is missing/, { headers: { ETag: null } }],
    ['a header of another form', /Cache-Control/, { headers: { 'Cache-Control': 'public' } }],
  ])('fails a page with %s', async (_, fault, change) => {
    const path = ticketsPath(world.session)
    const response = await call(path, { subject: world.staff })
    const doctored = await doctor(response, change)
    await expectDocumented('GET', path, response)
    await expect(expectDocumented('GET', path, doctored)).rejects.toThrow(fault)
  })

  it('fails an error of a code that the operation does not have', async () => {
    const path = listingPath(crypto.randomUUID())
    const response = await call(path, { subject: world.manager })
    const doctored = await doctor(response, { body: (body) => ({ ...body, code: 'series_not_found' }) })
    await expect(expectDocumented('GET', path, doctored)).rejects.toThrow(/code/)
  })

  it('fails a body where there is none, and the other way round', async () => {
    const { series } = await addSeries(world, [Date.now()])
    const path = bulkUpdatePath(world.event, series)
    const response = await sendJson('POST', path, world.manager, { filterType: 'All', newCapacity: 5 })
    const { headers } = response
    await expect(expectDocumented('POST', path, new Response('{}', { headers }))).rejects.toThrow(
      /sessionsUpdated/,
    )
    const seriesPath = path.replace('/sessions/bulk-update', '')
    await expectDocumented('PUT', seriesPath, new Response(null, { status: 204, headers }))
    await expect(
      expectDocumented('GET', ticketsPath(world.session), new Response(null, { status: 204, headers })),
    ).rejects.toThrow(/status is not in the document/)
  })
})
