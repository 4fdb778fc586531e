// Sign-in at the local issuer, as the door page and the organizer console do it: Authorization Code with
// PKCE.
import { stat } from 'node:fs/promises'
import { get } from 'node:http'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { decodeJwt } from 'jose'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  GRACE_SECONDS,
  type Issuer,
  SIGN_IN_SECONDS,
  startIssuer,
  WEB_CLIENT_ID,
} from '../../scripts/lib/issuer.ts'
import { AUDIENCE } from '../../scripts/lib/local.ts'
import { PEOPLE } from '../../scripts/lib/people.ts'
import type { SignInSettings } from '../../src/api/web-pages/door-and-console.ts'
import { freePort, makeState, removeState } from '../support/node/dev.ts'
import type { LocalService } from '../support/node/local-service.ts'
import { copyState, start as startService } from '../support/node/own-service.ts'
import { type IssuerClient, locationOf, openBrowser, openClient } from '../support/node/sign-in.ts'

const TOKEN_SECONDS = 600
const TICKETS = '/api/v1/sessions/0190a000-0000-7000-8000-000000000030/tickets'
const INVALID_GRANT = { error: 'invalid_grant' }

describe('the issuer of npm run dev', () => {
  let state: string
  let dev: LocalService
  let settings: SignInSettings
  let client: IssuerClient

  const start = async (options: { port?: number } = {}) => {
    dev = await startService(state, { ...options, tokenSeconds: TOKEN_SECONDS })
    settings = (await (await fetch(`${dev.api}/door/config.json`)).json()) as SignInSettings
    client = await openClient(settings, `${dev.api}/door/`)
  }

  beforeAll(async () => {
    state = await copyState('smallDemo')
    await start()
  })
  afterAll(async () => {
    await dev?.stop()
    await removeState(state)
  })

  const readTickets = (token: string) =>
    fetch(`${dev.api}${TICKETS}`, { headers: { Authorization: `Bearer ${token}` } })

  it.each(PEOPLE)('signs %s in, and the API accepts the access token', async (person) => {
    const tokens = await client.signIn(person)
    const claims = decodeJwt(tokens.access_token)
    expect(claims).toMatchObject({ iss: settings.issuer, aud: AUDIENCE, sub: person })
    expect((claims.exp as number) - (claims.iat as number)).toBe(TOKEN_SECONDS)
    expect(tokens.expires_in).toBe(TOKEN_SECONDS)
    expect(tokens.refresh_token).toEqual(expect.any(String))
    expect(decodeJwt(tokens.id_token as string)).toMatchObject({ aud: WEB_CLIENT_ID, sub: person })
    expect((await readTickets(tokens.access_token)).status).toBe(person.startsWith('outsider') ? 404 : 200)
  })

  it.each([
    ['127.0.0.1', 'door'],
    ['127.0.0.1', 'organizer'],
    ['localhost', 'door'],
    ['localhost', 'organizer'],
  ])('returns to http://%s/%s/', async (host, page) => {
    const { port } = new URL(dev.api)
    const response = await fetch(`${dev.api}/${page}/config.json`)
    const redirectUri = `http://${host}:${port}/${page}/`
    const other = await openClient((await response.json()) as SignInSettings, redirectUri)
    const { url, state, verifier } = await other.begin()
    const callback = await other.choose(url, 'manager')
    expect(callback.origin + callback.pathname).toBe(redirectUri)
    const tokens = await other.exchange(callback, state, verifier)
    expect((await readTickets(tokens.access_token)).status).toBe(200)
  })

  it('issues the same tokens for other scopes, without a resource, and with a request for consent', async () => {
    const requests = [
      { scope: 'openid' },
      { resource: undefined },
      { prompt: 'consent' },
      { prompt: 'login' },
    ]
    for (const request of requests) {
      const { url, state, verifier } = await client.begin(request)
      const tokens = await client.exchange(await client.choose(url, 'door'), state, verifier)
      expect(decodeJwt(tokens.access_token)).toMatchObject({ aud: AUDIENCE, sub: 'door' })
      expect((await client.refresh(tokens.refresh_token)).access_token).toEqual(expect.any(String))
    }
  })

  it('has a button for each person of the demo', async () => {
    const browser = openBrowser()
    const { url } = await client.begin()
    const page = await browser.send(locationOf(await browser.send(url)))
    const html = await page.text()
    expect([...html.matchAll(/<button name[^>]*>([^<]*)</g)].map(([, name]) => name)).toEqual([...PEOPLE])
  })

  it('signs in somebody else whose subject was typed', async () => {
    expect(decodeJwt((await client.signIn('somebody')).access_token).sub).toBe('somebody')
  })

  it('asks again each time, on the same device too', async () => {
    const browser = openBrowser()
    for (const person of ['door', 'manager', 'door'] as const) {
      const { url, state, verifier } = await client.begin()
      const tokens = await client.exchange(await client.choose(url, person, browser), state, verifier)
      expect(decodeJwt(tokens.access_token).sub).toBe(person)
    }
    expect([...browser.cookies.keys()].filter((name) => name.includes('session'))).toEqual([])
  })

  it('does not sign in silently', async () => {
    const browser = openBrowser()
    await client.choose((await client.begin()).url, 'door', browser)
    const { url } = await client.begin({ prompt: 'none' })
    expect(locationOf(await browser.send(url)).searchParams.get('error')).toBe('login_required')
  })

  it.each([
    ['another path', '/door'],
    ['a path below the page', '/door/x'],
    ['a query', '/door/?next=x'],
    ['another page', '/'],
    ['another port', 'http://127.0.0.1:9/door/'],
    ['another host', 'https://door.example/door/'],
  ])('rejects a redirect URI with %s, and does not redirect to it', async (_, uri) => {
    const { url } = await client.begin({ redirect_uri: new URL(uri, dev.api).href })
    const response = await openBrowser().send(url)
    expect([response.status, response.headers.get('Location')]).toEqual([400, null])
    expect(await response.text()).toContain('invalid_redirect_uri')
  })

  it.each([
    ['no code challenge', { code_challenge: undefined, code_challenge_method: undefined }],
    ['the challenge method "plain"', { code_challenge_method: 'plain' }],
    ['the implicit grant', { response_type: 'id_token', nonce: 'n' }],
  ])('rejects %s', async (_, changes) => {
    const { url } = await client.begin(changes)
    const callback = locationOf(await openBrowser().send(url))
    const parameters = new URLSearchParams(callback.search || callback.hash.slice(1))
    expect(parameters.get('error')).toMatch(
      /^(invalid_request|unauthorized_client|unsupported_response_type)$/,
    )
    expect(parameters.has('code')).toBe(false)
  })

  it('rejects a code with another verifier, and a code that was used', async () => {
    const first = await client.begin()
    const stolen = await client.choose(first.url, 'door')
    const { verifier: other } = await client.begin()
    await expect(client.exchange(stolen, first.state, other)).rejects.toMatchObject(INVALID_GRANT)

    const second = await client.begin()
    const callback = await client.choose(second.url, 'door')
    const tokens = await client.exchange(callback, second.state, second.verifier)
    await expect(client.exchange(callback, second.state, second.verifier)).rejects.toMatchObject(
      INVALID_GRANT,
    )
    await expect(client.refresh(tokens.refresh_token)).rejects.toMatchObject(INVALID_GRANT)
  })

  it('rejects nobody, and a sign-in page that was used', async () => {
    const browser = openBrowser()
    const page = locationOf(await browser.send((await client.begin()).url))
    const post = (person: string) =>
      browser.send(page, { method: 'POST', body: new URLSearchParams({ person }) })
    expect((await post('')).status).toBe(400)
    const chosen = await post('door')
    await browser.send(locationOf(chosen))
    const again = await browser.send(page)
    expect(again.status).toBe(400)
    expect(await again.text()).toContain('Sign-in failed')
  })

  it('rotates refresh tokens', async () => {
    const first = await client.signIn('door')
    const second = await client.refresh(first.refresh_token)
    expect(second.refresh_token).not.toBe(first.refresh_token)
    const third = await client.refresh(second.refresh_token)
    expect(decodeJwt(third.access_token)).toMatchObject({ sub: 'door', aud: AUDIENCE })
    expect(third.expires_in).toBe(TOKEN_SECONDS)
    expect((await readTickets(third.access_token)).status).toBe(200)
  })

  it('accepts a refresh token twice in a row, as after a lost response', async () => {
    const first = await client.signIn('door')
    const [second, repeated] = [
      await client.refresh(first.refresh_token),
      await client.refresh(first.refresh_token),
    ]
    expect(repeated.refresh_token).not.toBe(second.refresh_token)
    for (const { refresh_token } of [second, repeated]) {
      expect((await client.refresh(refresh_token)).access_token).toEqual(expect.any(String))
    }
  })

  it('revokes a sign-in with all its refresh tokens', async () => {
    const first = await client.signIn('door')
    const second = await client.refresh(first.refresh_token)
    await client.revoke(second.refresh_token)
    for (const { refresh_token } of [first, second]) {
      await expect(client.refresh(refresh_token)).rejects.toMatchObject(INVALID_GRANT)
    }
    // As at any issuer: a JWT is valid until it expires.
    expect((await readTickets(second.access_token)).status).toBe(200)
  })

  it('allows the origins of the pages to call its endpoints, and no other origin', async () => {
    const { token_endpoint, revocation_endpoint, jwks_uri } = client.server
    const { port } = new URL(dev.api)
    const post = async (url: string | undefined, origin: string) => {
      const body = new URLSearchParams({ client_id: WEB_CLIENT_ID, grant_type: 'refresh_token', token: 'x' })
      const response = await fetch(url as string, { method: 'POST', headers: { Origin: origin }, body })
      return response.headers.get('Access-Control-Allow-Origin')
    }
    for (const endpoint of [token_endpoint, revocation_endpoint]) {
      for (const origin of [dev.api, `http://localhost:${port}`]) {
        expect(await post(endpoint, origin)).toBe(origin)
        const preflight = await fetch(endpoint as string, {
          method: 'OPTIONS',
          headers: { Origin: origin, 'Access-Control-Request-Method': 'POST' },
        })
        expect(preflight.headers.get('Access-Control-Allow-Origin')).toBe(origin)
      }
      expect(await post(endpoint, 'https://evil.example')).toBeNull()
    }
    for (const url of [jwks_uri as string, `${settings.issuer}/.well-known/openid-configuration`]) {
      const response = await fetch(url, { headers: { Origin: dev.api } })
      expect(response.headers.get('Access-Control-Allow-Origin')).toBe(dev.api)
    }
  })

  it.each(['//', 'http://[', '/%', '/interaction/%2f', '*'])(
    'keeps running after a request for %s',
    async (path) => {
      const { hostname, port } = new URL(settings.issuer)
      const status = await new Promise<number | undefined>((resolve, reject) => {
        get({ hostname, port, path, agent: false }, (response) => {
          response.resume()
          resolve(response.statusCode)
        }).on('error', reject)
      })
      expect(status).toBeGreaterThanOrEqual(400)
      expect((await fetch(`${settings.issuer}/jwks`)).status).toBe(200)
    },
  )

  it('listens on loopback alone', async () => {
    const { port } = new URL(settings.issuer)
    const others = Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .filter(({ internal, family }) => !internal && family === 'IPv4')
    for (const { address } of others) {
      await expect(fetch(`http://${address}:${port}/jwks`)).rejects.toThrow()
    }
  })

  it('still knows its sign-ins after a restart', async () => {
    const { refresh_token } = await client.signIn('door-one-event')
    const port = Number(new URL(dev.api).port)
    await dev.stop()
    await start({ port })
    const renewed = await client.refresh(refresh_token)
    expect(decodeJwt(renewed.access_token).sub).toBe('door-one-event')
    expect((await readTickets(renewed.access_token)).status).toBe(200)
  })
})

describe('the issuer, as time passes', () => {
  let state: string
  let file: string
  let issuer: Issuer
  let client: IssuerClient

  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    state = await makeState()
    const api = `http://127.0.0.1:${await freePort()}`
    file = join(state, 'issuer.json')
    issuer = await startIssuer(await freePort(), file, api)
    const settings = {
      issuer: issuer.url,
      clientId: WEB_CLIENT_ID,
      scope: 'openid offline_access',
      audience: null,
      resource: AUDIENCE,
      ...{ own: null, phones: false, listings: false },
    }
    client = await openClient(settings, `${api}/door/`)
  })
  afterEach(async () => {
    vi.useRealTimers()
    await issuer?.stop()
    await removeState(state)
  })

  const pass = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1_000)

  it('ends the sign-in when a refresh token is used again after the grace period', async () => {
    const first = await client.signIn('door')
    const second = await client.refresh(first.refresh_token)
    pass(GRACE_SECONDS + 1)
    await expect(client.refresh(first.refresh_token)).rejects.toMatchObject(INVALID_GRANT)
    await expect(client.refresh(second.refresh_token)).rejects.toMatchObject(INVALID_GRANT)
  })

  it('keeps its sign-ins in a file that only its owner can read', async () => {
    await client.signIn('door')
    expect(((await stat(file)).mode & 0o777).toString(8)).toBe('600')
  })

  it('issues access tokens for five minutes', async () => {
    const { access_token } = await client.signIn('door')
    const { iat, exp } = decodeJwt(access_token) as { iat: number; exp: number }
    expect(exp - iat).toBe(300)
  })

  it('ends a sign-in after 14 days, however often it is renewed', async () => {
    let tokens = await client.signIn('door')
    for (let day = 1; day < 14; day++) {
      pass(86_400)
      tokens = await client.refresh(tokens.refresh_token)
    }
    pass(86_400)
    expect(SIGN_IN_SECONDS).toBe(14 * 86_400)
    await expect(client.refresh(tokens.refresh_token)).rejects.toMatchObject(INVALID_GRANT)
  })
})
