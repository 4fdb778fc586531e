// The door page and the organizer console as files: where they are, how they are cached, and what they may
// load.
import { env, exports } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { SignInSettings } from '../../../src/api/web-pages/door-and-console.ts'
import { ORIGIN } from '../../support/address.ts'
import { call, callWithBindings, expectError } from '../../support/api.ts'

const PAGES = ['door', 'organizer', 'list']
const IMMUTABLE = 'public, max-age=31536000, immutable'

/** The addresses of the built files that the page refers to. */
const assetsOf = async (page: string): Promise<string[]> => {
  const base = `${ORIGIN}/${page}/`
  const html = await (await call(`/${page}/`)).text()
  const links = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, link = '']) => new URL(link, base))
  return links.map(({ pathname }) => pathname).filter((path) => path.startsWith(`/${page}/assets/`))
}

/** Calls a path with other variables; undefined as if the variable did not exist. */
const callWith = (variables: Record<string, string | undefined>, path: string) =>
  callWithBindings(variables as Partial<Env>, path)

const readConfig = async (variables: Record<string, string | undefined>): Promise<SignInSettings> =>
  (await callWith(variables, '/door/config.json')).json()

const directive = (response: Response, name: string): string | undefined =>
  response.headers
    .get('Content-Security-Policy')
    ?.split('; ')
    .find((text) => text.startsWith(`${name} `))

describe.each(PAGES)('/%s/', (page) => {
  it('is HTML, needs no token, and is revalidated', async () => {
    const response = await call(`/${page}/`)
    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
    expect(response.headers.get('Cache-Control')).toBe('no-cache')
    expect(response.headers.get('X-Request-Id')).toMatch(/^[\w-]+$/)
    expect(await response.text()).toMatch(/<title>[^<]+<\/title>/)
  })

  it('may load and send only what it needs', async () => {
    const response = await call(`/${page}/`)
    expect(response.headers.get('Content-Security-Policy')?.split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self' data: blob:",
      "media-src 'self' blob:",
      `connect-src 'self' ${env.AUTH_ISSUER}`,
      "worker-src 'self'",
      "manifest-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ])
    const html = await response.text()
    expect(html).not.toMatch(/<style|style=|\son\w+=|<script(?![^>]*\ssrc=)/)
  })

  it('sends no referrer, and shares no window with other origins', async () => {
    const { headers } = await call(`/${page}/`)
    expect(headers.get('Referrer-Policy')).toBe('no-referrer')
    expect(headers.get('Cross-Origin-Opener-Policy')).toBe('same-origin')
    expect(headers.get('Cross-Origin-Resource-Policy')).toBe('same-origin')
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
    expect(headers.get('X-Frame-Options')).toBe('DENY')
  })

  it('supports HEAD, and If-None-Match with the same headers', async () => {
    const head = await call(`/${page}/`, { method: 'HEAD' })
    expect({ status: head.status, body: await head.text() }).toEqual({ status: 200, body: '' })
    const tag = head.headers.get('ETag') as string
    const again = await call(`/${page}/`, { headers: { 'If-None-Match': tag } })
    expect({ status: again.status, body: await again.text() }).toEqual({ status: 304, body: '' })
    for (const name of ['Cache-Control', 'Content-Security-Policy', 'Permissions-Policy']) {
      expect(again.headers.get(name)).toBe(head.headers.get(name))
    }
  })

  it('is what the path without a trailing slash redirects to', async () => {
    const response = await call(`/${page}?x=1`, { redirect: 'manual' })
    expect([response.status, response.headers.get('Location')]).toEqual([307, `/${page}/`])
  })

  it('has scripts and styles that never change, under the same policy', async () => {
    const paths = await assetsOf(page)
    expect(paths.filter((path) => path.endsWith('.js'))).not.toEqual([])
    for (const path of paths) {
      const response = await call(path)
      expect([path, response.status]).toEqual([path, 200])
      expect(response.headers.get('Cache-Control')).toBe(IMMUTABLE)
      expect(directive(response, 'connect-src')).toBe(`connect-src 'self' ${env.AUTH_ISSUER}`)
      if (path.endsWith('.js')) expect(response.headers.get('Content-Type')).toMatch(/^text\/javascript/)
      if (path.endsWith('.css')) expect(response.headers.get('Content-Type')).toMatch(/^text\/css/)
    }
  })

  it.each([
    'index.html',
    'index',
    'assets',
    'assets/',
    'assets/main.js',
    'assets/%zz',
    'session/1',
    'x.html',
  ])('has nothing at %s', async (path) => {
    const response = await call(`/${page}/${path}`, { redirect: 'manual' })
    await expectError(response, 'route_not_found')
    expect(response.headers.get('Cache-Control')).toBe('no-store')
  })

  it('has no file of another folder', async () => {
    for (const path of ['..%2f..%2fapi%2fopenapi.json', '..%2findex', '..%2f..%2f..%2fwrangler.toml']) {
      await expectError(await call(`/${page}/assets/${path}`), 'route_not_found')
    }
  })

  it('supports only GET and HEAD', async () => {
    for (const path of ['', '/', '/config.json', '/sw.js', '/manifest.webmanifest', '/assets/x.js']) {
      const response = await call(`/${page}${path}`, { method: 'POST' })
      await expectError(response, 'method_not_allowed')
      expect(response.headers.get('Allow')).toBe('GET, HEAD')
    }
  })

  it('is not for apps on other origins', async () => {
    const origin = 'https://dashboard.example'
    for (const path of ['/', '/config.json']) {
      for (const method of ['GET', 'OPTIONS']) {
        const response = await callWithBindings({ CORS_ORIGINS: origin }, `/${page}${path}`, {
          method,
          headers: { Origin: origin, 'Access-Control-Request-Method': 'GET' },
        })
        const names = [...response.headers.keys()].filter((name) => name.startsWith('access-control-'))
        expect(names).toEqual([])
        expect(response.status).toBe(method === 'GET' ? 200 : 405)
      }
    }
  })
})

it('only the door page may use the camera; the wall view keeps the screen on too', async () => {
  const policy = async (page: string) => {
    const header = (await call(`/${page}/`)).headers.get('Permissions-Policy') ?? ''
    return header.split(', ').filter((feature) => !feature.endsWith('=()'))
  }
  expect(await policy('door')).toEqual(['camera=(self)', 'screen-wake-lock=(self)'])
  expect(await policy('organizer')).toEqual(['screen-wake-lock=(self)'])
  expect((await call('/organizer/')).headers.get('Permissions-Policy')).toContain('camera=()')
})

describe('the door page, installed', () => {
  it('has a service worker that is never cached and may reach the issuer', async () => {
    const response = await call('/door/sw.js')
    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Type')).toMatch(/^text\/javascript/)
    expect(response.headers.get('Cache-Control')).toBe('no-cache')
    expect(directive(response, 'connect-src')).toBe(`connect-src 'self' ${env.AUTH_ISSUER}`)
    expect(directive(response, 'script-src')).toBe("script-src 'self'")
  })

  it('reads codes in a worker that alone may run WebAssembly', async () => {
    const sw = await (await call('/door/sw.js')).text()
    const [path = ''] = /\/door\/decoder\/worker-\w+\.js/.exec(sw) ?? []
    const worker = await call(path)
    expect(worker.status).toBe(200)
    expect(worker.headers.get('Cache-Control')).toBe(IMMUTABLE)
    expect(directive(worker, 'script-src')).toBe("script-src 'self' 'wasm-unsafe-eval'")
    expect(directive(worker, 'default-src')).toBe("default-src 'none'")
    const [wasm = ''] = /\/door\/decoder\/zxing-\w+\.wasm/.exec(await worker.text()) ?? []
    const response = await call(wasm)
    expect(response.headers.get('Content-Type')).toBe('application/wasm')
    expect(response.headers.get('Cache-Control')).toBe(IMMUTABLE)
    // The page does not wait for it: the service worker does not install it.
    expect(sw).not.toContain('.wasm')
    await expectError(await call('/door/decoder/other.js'), 'route_not_found')
    await expectError(await call(path.replace('door', 'organizer')), 'route_not_found')
  })

  it('has a manifest that is revalidated, within the scope of its service worker', async () => {
    const response = await call('/door/manifest.webmanifest')
    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Type')).toBe('application/manifest+json')
    expect(response.headers.get('Cache-Control')).toBe('no-cache')
    const { start_url, scope, icons } = await response.json<{
      start_url: string
      scope: string
      icons: { src: string }[]
    }>()
    const resolve = (path: string) => new URL(path, `${ORIGIN}/door/manifest.webmanifest`).pathname
    expect([resolve(start_url), resolve(scope)]).toEqual(['/door/', '/door/'])
    expect(icons).not.toEqual([])
    for (const { src } of icons) {
      const icon = await call(resolve(src))
      expect([src, icon.status, icon.headers.get('Cache-Control')]).toEqual([src, 200, IMMUTABLE])
    }
  })
})

describe('the settings of sign-in', () => {
  it.each(PAGES)('are at /%s/config.json, and are revalidated', async (page) => {
    const response = await call(`/${page}/config.json`)
    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Type')).toBe('application/json')
    expect(response.headers.get('Cache-Control')).toBe('no-cache')
    expect(await response.json()).toEqual({
      issuer: env.AUTH_ISSUER,
      clientId: 'doorlist-web',
      scope: 'openid offline_access',
      audience: null,
      resource: 'https://api.doorlist.example',
      ...{ own: null, phones: true, listings: true },
    })
  })

  it('are those of the deployment', async () => {
    const config = await readConfig({
      AUTH_ISSUER: 'https://id.venue.org/',
      WEB_CLIENT_ID: 'venue-door',
      WEB_SCOPE: 'openid api://doorlist/access',
      WEB_AUDIENCE: 'https://api.venue.org',
      WEB_RESOURCE: '',
    })
    expect(config).toEqual({
      issuer: 'https://id.venue.org/',
      clientId: 'venue-door',
      scope: 'openid api://doorlist/access',
      audience: 'https://api.venue.org',
      resource: null,
      ...{ own: null, phones: true, listings: true },
    })
  })

  it.each(['', undefined])('have no client where the variables are %j', async (value) => {
    const none = { WEB_CLIENT_ID: value, WEB_SCOPE: value, WEB_AUDIENCE: value, WEB_RESOURCE: value }
    expect(await readConfig({ AUTH_ISSUER: 'https://id.venue.org', ...none })).toEqual({
      issuer: 'https://id.venue.org',
      clientId: '',
      scope: 'openid offline_access',
      audience: null,
      resource: null,
      ...{ own: null, phones: true, listings: true },
    })
  })

  it('say whether listings have a public page', async () => {
    expect(await readConfig({ PUBLIC_LISTINGS: '' })).toMatchObject({ listings: false })
  })
})

describe('what a page may connect to', () => {
  const sources = async (variables: Record<string, string | undefined>) => {
    const response = await callWith(variables, '/door/')
    expect(response.headers.get('Content-Security-Policy')?.split('; ')).toHaveLength(11)
    return directive(response, 'connect-src')
  }

  it('is the origin of the issuer, whose URL may have a path', async () => {
    expect(await sources({ AUTH_ISSUER: 'https://id.venue.org/realms/venue' })).toBe(
      "connect-src 'self' https://id.venue.org",
    )
  })

  it('includes the configured origins, each once', async () => {
    const variables = {
      AUTH_ISSUER: 'https://id.venue.org',
      WEB_CONNECT_SRC: ' https://token.venue.org https://id.venue.org  https://keys.venue.org:8443/jwks ',
    }
    expect(await sources(variables)).toBe(
      "connect-src 'self' https://id.venue.org https://token.venue.org https://keys.venue.org:8443",
    )
  })

  it.each(["; script-src 'unsafe-inline'", '* data:', "https: 'unsafe-eval'", undefined])(
    'ignores what is not a URL: %s',
    async (text) => {
      expect(await sources({ AUTH_ISSUER: 'issuer', WEB_CONNECT_SRC: text })).toBe("connect-src 'self'")
    },
  )
})

describe('an address that does not exist', () => {
  it('is a page for people, and JSON for programs', async () => {
    const html = { headers: { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } }
    const page = await exports.default.fetch(`${ORIGIN}/anything`, html)
    expect(page.status).toBe(404)
    expect(page.headers.get('Content-Type')).toMatch(/^text\/html/)
    expect(page.headers.get('Content-Security-Policy')).toContain("default-src 'none'")
    const text = await page.text()
    expect(text).toContain('There is no page at this address.')
    for (const link of ['/door/', '/organizer/']) expect(text).toContain(`href="${link}"`)
    await expectError(await call('/anything'), 'route_not_found')
    await expectError(await call('/api/anything', html), 'route_not_found')
    await expectError(await call('/anything', { ...html, method: 'POST' }), 'route_not_found')
  })
})
