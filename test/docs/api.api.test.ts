import { describe, expect, it } from 'vitest'
import document from '../../public/api/openapi.json'
import { call, expectError } from '../support/api.ts'

describe('the OpenAPI document', () => {
  it('needs no token and has a request id', async () => {
    const response = await call('/api/openapi.json', { headers: { 'X-Request-Id': 'reader' } })
    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Type')).toBe('application/json')
    expect(response.headers.get('Cache-Control')).toBe('public, max-age=300')
    expect(response.headers.get('X-Request-Id')).toBe('reader')
    expect(await response.json()).toEqual(document)
  })

  it('supports If-None-Match and HEAD', async () => {
    const head = await call('/api/openapi.json', { method: 'HEAD' })
    expect({ status: head.status, body: await head.text() }).toEqual({ status: 200, body: '' })
    const tag = head.headers.get('ETag') as string
    const again = await call('/api/openapi.json', { headers: { 'If-None-Match': tag } })
    expect({ status: again.status, body: await again.text() }).toEqual({ status: 304, body: '' })
  })

  it('supports only GET and HEAD', async () => {
    const response = await call('/api/openapi.json', { method: 'PUT' })
    await expectError(response, 'method_not_allowed')
    expect(response.headers.get('Allow')).toBe('GET, HEAD')
  })
})

describe('the page', () => {
  it.each([
    ['/', 'Doorlist'],
    ['/api/docs', 'Doorlist API'],
    ['/api/docs/errors', 'Doorlist API: error codes'],
  ])('%s needs no token and loads nothing from other hosts', async (path, title) => {
    const response = await call(path)
    expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
    expect(response.headers.get('Content-Security-Policy')).toMatch(/default-src 'none'; script-src 'self';/)
    expect(await response.text()).toContain(`<title>${title}</title>`)
  })

  it('redirects from the path with a trailing slash', async () => {
    const response = await call('/api/docs/', { redirect: 'manual' })
    expect([response.status, response.headers.get('Location')]).toEqual([307, '/api/docs'])
  })

  it('redirects from the file name of the page of errors', async () => {
    const response = await call('/api/docs/errors.html', { redirect: 'manual' })
    expect([response.status, response.headers.get('Location')]).toEqual([307, '/api/docs/errors'])
  })

  it.each(['/api/docs/nothing', '/api/docs/page.js/x', '/api/docs/..%2f..%2fwrangler.toml', '/api/docsx'])(
    'does not exist at %s',
    async (path) => {
      await expectError(await call(path), 'route_not_found')
    },
  )
})
