import { beforeAll, describe, expect, it, vi } from 'vitest'
import { ERRORS, type ErrorCode, titleOf } from '../../../src/errors.ts'
import { call, callWithBindings, expectError, ticketsPath } from '../../support/api.ts'
import { failingDatabase } from '../../support/faulty-database.ts'
import { makeOrganizer, type Organizer } from '../../support/rows.ts'
import { until } from '../../support/until.ts'

let org: Organizer
beforeAll(async () => {
  org = await makeOrganizer()
})

describe('an unknown path', () => {
  it.each([
    '/x',
    '/api',
    '/api/v1',
    '/api/v1/session',
    '/api/v2/sessions/x/tickets',
    '/api/v1/sessions/x/tickets/',
    '/api/v1/sessions/x/tickets/y',
    '/api/organizer/v1',
    '//',
    '/favicon.ico',
    '/api/v1/sessions//tickets',
  ])('%s is a 404 for any method, with or without a token', async (path) => {
    for (const method of ['GET', 'POST', 'DELETE', 'OPTIONS', 'PROPFIND']) {
      await expectError(await call(path, { method }), 'route_not_found')
      await expectError(await call(path, { method, subject: org.owner }), 'route_not_found')
    }
  })
})

describe('an unsupported method', () => {
  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'])(
    '%s is a 405 with Allow, with or without a token',
    async (method) => {
      for (const token of [{}, { subject: org.owner }]) {
        const response = await call(ticketsPath(org.session), { method, ...token })
        await expectError(response, 'method_not_allowed', /GET/)
        expect(response.headers.get('Allow')).toBe('GET, HEAD')
      }
    },
  )

  it.each(['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE'])(
    '%s is a 405 where the end of the path could be a parameter of another',
    async (method) => {
      for (const path of [
        `/api/organizer/v1/sessions/${org.session}/tickets/bulk-update`,
        '/api/v1/passkeys/options',
      ]) {
        const response = await call(path, { method })
        expect([response.status, response.headers.get('Allow')]).toEqual([405, 'POST'])
      }
    },
  )

  it('lists each method once in Allow, even if two routes have the path', async () => {
    const response = await call('/api/docs', { method: 'POST' })
    await expectError(response, 'method_not_allowed')
    expect(response.headers.get('Allow')).toBe('GET, HEAD')
  })
})

describe('a message', () => {
  const passkey = { id: 'x', rawId: 'x', type: 'passkey', clientExtensionResults: {}, response: {} }
  it.each<[path: string, body: unknown, message: string]>([
    ['sign-in', [], 'The body must be a JSON object.'],
    ['sign-in', {}, 'response: must be an object.'],
    ['sign-in', { response: { ...passkey, id: 1 } }, 'response.id: must be text.'],
    ['sign-in', { response: { ...passkey, id: '' } }, 'response.id: must not be empty.'],
    ['sign-in', { response: passkey }, 'response.type: must be public-key.'],
    ['setup', { code: 'x'.repeat(201) }, 'code: must have at most 200 characters.'],
    [
      'setup',
      {
        code: 'x',
        organizerName: 'x',
        name: 'x',
        response: {
          ...passkey,
          type: 'public-key',
          response: { attestationObject: 'x', clientDataJSON: 'x', transports: Array(21).fill('usb') },
        },
      },
      'response.response.transports: must have at most 20 items.',
    ],
    ['lists/inspect', { code: null }, 'code: must be the code at the end of a link.'],
  ])('of %s names the field and what was expected of %j', async (path, body, message) => {
    const headers = { 'Content-Type': 'application/json' }
    const response = await call(`/api/v1/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    expect((await expectError(response, 'invalid_request')).message).toBe(message)
  })
})

describe('a problem document', () => {
  it('has a URI reference as its instance, also for a path that is none', async () => {
    const response = await call('/api/organizer/v1/listings/%zz%2F%', { subject: org.owner })
    const { instance } = await response.json<{ instance: string }>()
    expect(instance).toBe('/api/organizer/v1/listings/%25zz%2F%25')
  })
})

describe('the order of checks', () => {
  const broken = '/api/v1/sessions/no-uuid/tickets?page=0'
  it('is path, method, token, parameters, membership, role', async () => {
    await expectError(
      await call(`${broken.replace('tickets', 'tikets')}`, { method: 'POST' }),
      'route_not_found',
    )
    await expectError(await call(broken, { method: 'POST' }), 'method_not_allowed')
    await expectError(await call(broken), 'missing_token')
    await expectError(await call(broken, { headers: { Authorization: 'Bearer x' } }), 'invalid_token')
    await expectError(await call(broken, { subject: org.stranger }), 'invalid_request', /^sessionId/)
    const path = ticketsPath(org.otherEventSession, { page: 0 })
    for (const subject of [org.stranger, org.eventStaff])
      await expectError(await call(path, { subject }), 'invalid_request', /^page/)
    await expectError(
      await call(ticketsPath(crypto.randomUUID()), { subject: org.eventStaff }),
      'session_not_found',
    )
    await expectError(
      await call(ticketsPath(org.otherEventSession), { subject: org.eventStaff }),
      'forbidden',
    )
  })
})

describe('an error on a listing path', () => {
  it('is a problem document with code and message', async () => {
    const path = '/api/organizer/v1/listings/a/b'
    const response = await call(path)
    expect(response.status).toBe(404)
    expect(response.headers.get('Content-Type')).toBe('application/problem+json')
    const message = 'No such route.'
    expect(await response.json()).toEqual({
      type: '/api/docs/errors#route_not_found',
      title: 'Route not found',
      status: 404,
      detail: message,
      instance: path,
      code: 'route_not_found',
      message,
    })
  })

  it('has the percent-encoded path of the request as its instance', async () => {
    const path = '/api/organizer/v1/listings/a%20b%22%00'
    const response = await call(path, { subject: org.owner })
    expect(await response.json()).toMatchObject({ status: 400, instance: path })
  })

  it('is plain JSON at a path that merely has the same prefix', async () => {
    await expectError(await call('/api/organizer/v1/listingsx'), 'route_not_found')
  })
})

describe('the request id', () => {
  it("is the client's if well-formed, else a new one", async () => {
    const idFor = async (given?: string) =>
      (await call('/', given === undefined ? {} : { headers: { 'X-Request-Id': given } })).headers.get(
        'X-Request-Id',
      )
    expect(await idFor('door-7_a=b')).toBe('door-7_a=b')
    for (const given of [undefined, 'a b', 'anna@example.com', 'x'.repeat(256)]) {
      expect(await idFor(given)).toMatch(/^[0-9a-f-]{36}$/)
    }
  })
})

describe('the type of a problem document', () => {
  it.each(Object.entries(ERRORS))('leads to a description of %s', async (code, { message }) => {
    const response = await call(`/api/docs/errors#${code}`)
    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
    const page = await response.text()
    const [section] = new RegExp(`<section id="${code}">[^]*?</section>`).exec(page) ?? []
    expect(section).toContain(titleOf(code as ErrorCode))
    expect(section?.replaceAll('&lt;', '<').replaceAll('&gt;', '>')).toContain(message)
  })
})

/** Collects log lines from here on. The line of a request is written after its response. */
const collectLog = (level: 'log' | 'error') => {
  const lines: string[] = []
  const spy = vi.spyOn(console, level).mockImplementation((line) => lines.push(line))
  return async (response: Response): Promise<string[]> => {
    const ofRequest = () =>
      lines.filter((line) => line.includes(response.headers.get('X-Request-Id') as string))
    await until(() => ofRequest().length > 0)
    spy.mockRestore()
    return ofRequest()
  }
}

describe('an unexpected database error', () => {
  it('is a 500 that reveals nothing; the log has the cause without personal data', async () => {
    const linesOf = collectLog('error')
    const DB = failingDatabase('D1_ERROR: no such table: "private-name" of a@example.com: SQLITE_ERROR')
    const path = ticketsPath(org.session, { q: 'private-name' })
    const response = await callWithBindings({ DB }, path, { subject: org.staff })
    const body = await expectError(response, 'internal_error')
    const lines = await linesOf(response)
    expect(JSON.stringify(body)).not.toMatch(/D1|SQL|table/)
    expect(lines).toHaveLength(1)
    const line = JSON.parse(lines[0] as string)
    expect(line).toMatchObject({
      status: 500,
      code: 'internal_error',
      cause: 'Error: D1_ERROR: no such table: … of … SQLITE_ERROR',
    })
    expect(lines[0]).not.toContain('private-name')
  })
})

describe('the log', () => {
  it('has one line per request with its cost and without its parameters', async () => {
    const linesOf = collectLog('log')
    const response = await call(ticketsPath(org.session, { q: 'private-name' }), { subject: org.staff })
    const lines = await linesOf(response)
    expect(lines).toHaveLength(1)
    expect(JSON.parse(lines[0] as string)).toEqual({
      requestId: response.headers.get('X-Request-Id'),
      method: 'GET',
      route: '/api/v1/sessions/:sessionId/tickets',
      status: 200,
      ms: expect.any(Number),
      authMs: expect.any(Number),
      dbMs: expect.any(Number),
      sqlMs: expect.any(Number),
      queueMs: expect.any(Number),
      roundTrips: 1,
      rowsRead: expect.any(Number),
      rowsWritten: 0,
    })
    for (const secret of ['private-name', org.staff, 'Bearer']) expect(lines[0]).not.toContain(secret)
  })
})
