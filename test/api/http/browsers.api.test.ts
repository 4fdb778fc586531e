import { describe, expect, it } from 'vitest'
import { call, callWithBindings, expectError, ticketsPath } from '../../support/api.ts'
import { addTarget, OPERATIONS, prepare, requestOf } from '../../support/operations.ts'
import { makeOrganizer } from '../../support/rows.ts'

const DASHBOARD = 'https://dashboard.example'
const CORS_ORIGINS = `${DASHBOARD} https://second.example`

const corsHeaders = (response: Response): string[] =>
  [...response.headers.keys()].filter((name) => name.startsWith('access-control-'))

const exposed = (response: Response): string[] =>
  (response.headers.get('Access-Control-Expose-Headers') ?? '').split(',')

describe('an app on a configured origin', () => {
  it('may read every response and the headers that it needs', { tags: ['slow'] }, async () => {
    const org = await makeOrganizer()
    const all = await addTarget(org)
    for (const operation of OPERATIONS) {
      const target = await prepare(operation, all)
      const request = requestOf(operation, target, { Origin: DASHBOARD })
      const response = await callWithBindings({ CORS_ORIGINS }, operation.path(target), {
        subject: org.owner,
        ...request,
      })
      expect(response.status).toBe(operation.success)
      expect(response.headers.get('Access-Control-Allow-Origin')).toBe(DASHBOARD)
      expect(response.headers.get('Vary')).toMatch(/\bOrigin\b/)
      expect(response.headers.get('Access-Control-Allow-Credentials')).toBeNull()
      expect(Date.parse(response.headers.get('Date') ?? '')).not.toBeNaN()
      for (const name of ['Date', 'ETag', 'Location', 'Retry-After', 'X-D1-Bookmark', 'X-Request-Id']) {
        expect(exposed(response)).toContain(name)
      }
      if (operation.name === 'listTickets') expect(response.headers.get('Vary')).toMatch(/\bAuthorization\b/)
    }
  })

  it('may read errors', async () => {
    const org = await makeOrganizer()
    const headers = { Origin: 'https://second.example' }
    for (const path of ['/nothing', ticketsPath('x'), ticketsPath(crypto.randomUUID())]) {
      const response = await callWithBindings({ CORS_ORIGINS }, path, { subject: org.owner, headers })
      expect(response.status).toBeGreaterThanOrEqual(400)
      expect(response.headers.get('Access-Control-Allow-Origin')).toBe('https://second.example')
    }
  })

  it('gets a preflight response with the allowed methods and headers', async () => {
    const org = await makeOrganizer()
    const response = await callWithBindings({ CORS_ORIGINS }, ticketsPath(org.session), {
      method: 'OPTIONS',
      headers: { Origin: DASHBOARD, 'Access-Control-Request-Method': 'GET' },
    })
    expect(response.status).toBe(204)
    const list = (name: string) => (response.headers.get(name) ?? '').split(',')
    expect(list('Access-Control-Allow-Methods')).toEqual(['GET', 'HEAD', 'PUT', 'POST', 'PATCH', 'DELETE'])
    for (const name of [
      ...['Authorization', 'Content-Type', 'If-None-Match'],
      ...['X-D1-Bookmark', 'X-Request-Id', 'X-Unsent'],
    ]) {
      expect(list('Access-Control-Allow-Headers')).toContain(name)
    }
    expect(response.headers.get('Access-Control-Max-Age')).toBe('7200')
  })
})

describe('an app on another origin', () => {
  it.each(['https://evil.example', `${DASHBOARD}.evil.example`, 'http://dashboard.example', 'null', '', ' '])(
    '(%s) gets no CORS headers',
    async (origin) => {
      const org = await makeOrganizer()
      const path = ticketsPath(org.session)
      for (const method of ['GET', 'OPTIONS']) {
        const options = { subject: org.owner, method, headers: { Origin: origin } }
        expect(corsHeaders(await callWithBindings({ CORS_ORIGINS }, path, options))).toEqual([])
      }
    },
  )

  it('gets no CORS headers if no origin is configured', async () => {
    for (const origin of [DASHBOARD, '']) {
      const response = await call('/api', { method: 'OPTIONS', headers: { Origin: origin } })
      await expectError(response, 'route_not_found')
      expect(corsHeaders(response)).toEqual([])
    }
  })
})

describe('Vary', () => {
  it('names Origin on every response once an origin is configured, allowed or not', async () => {
    const org = await makeOrganizer()
    const paths = ['/api/openapi.json', '/api/docs', '/api/health', '/nothing', ticketsPath(org.session)]
    for (const path of paths) {
      for (const headers of [{}, { Origin: DASHBOARD }, { Origin: 'https://evil.example' }]) {
        const response = await callWithBindings({ CORS_ORIGINS }, path, { subject: org.owner, headers })
        const names = (response.headers.get('Vary') ?? '').split(/, */)
        expect({ path, headers, origins: names.filter((name) => name === 'Origin') }).toEqual({
          path,
          headers,
          origins: ['Origin'],
        })
      }
    }
  })

  it('does not name Origin if none is configured', async () => {
    const response = await call('/api/openapi.json', { headers: { Origin: DASHBOARD } })
    expect(response.headers.get('Vary') ?? '').not.toContain('Origin')
  })
})

describe('every response', () => {
  it('has security headers: no sniffing, TLS only, no scripts, no frames', async () => {
    const org = await makeOrganizer()
    for (const response of [await call(ticketsPath(org.session), { subject: org.owner }), await call('/x')]) {
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'x-content-type-options': 'nosniff',
        'strict-transport-security': 'max-age=31536000; includeSubDomains',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
      })
      expect(response.headers.get('Cache-Control')).toMatch(/private|no-store/)
    }
  })
})
