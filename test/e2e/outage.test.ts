// Outages of the issuer: a real OpenID provider runs in its own process, which is killed and restarted, beside the
// service in `wrangler dev`.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demoId } from '../../scripts/data/demo.ts'
import { AUDIENCE, ROOT, spawnWorker } from '../../scripts/local.ts'
import { requestToken } from '../../scripts/request-token.ts'
import { freePort, removeState } from '../support/node/dev.ts'
import { makeDemoState } from '../support/node/use-dev.ts'

let state: string
let issuer: ChildProcess | undefined
let issuerUrl: string
let service: ChildProcess | undefined
let port: number
let api: string

const end = async (child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> => {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
  child.kill(signal)
  await once(child, 'close')
}

/** Starts the provider with the signing key of this name. */
const startIssuer = async (key: string): Promise<void> => {
  const issuerPort = Number(new URL(issuerUrl).port)
  const script = `import { startIssuer } from ${JSON.stringify(join(ROOT, 'scripts', 'issuer.ts'))}
    console.log((await startIssuer(${issuerPort}, ${JSON.stringify(join(state, `${key}.json`))})).url)`
  issuer = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [url] = await once(issuer.stdout as NonNullable<typeof issuer.stdout>, 'data')
  expect(String(url).trim()).toBe(issuerUrl)
}

const list = (token: string) =>
  fetch(`${api}/api/v1/sessions/${demoId('30')}/tickets`, { headers: { Authorization: `Bearer ${token}` } })

/** Starts the service. Its cached JWKS outlives a restart, because the state folder and the port stay the same. */
const startService = async (): Promise<void> => {
  const settings = { AUTH_ISSUER: issuerUrl, AUTH_AUDIENCE: AUDIENCE, AUTH_JWKS_URL: `${issuerUrl}/jwks` }
  service = spawnWorker({ port, state }, settings)
  // A request without a token needs no key, so the isolate is left without a cached JWKS.
  for (let tries = 0; ; tries++) {
    const response = await fetch(`${api}/api/v1/sessions/x/tickets`).catch(() => undefined)
    if (response?.status === 401) return
    if (tries > 300) throw new Error('The service did not start.')
    await sleep(100)
  }
}

beforeAll(async () => {
  state = await makeDemoState()
  issuerUrl = `http://127.0.0.1:${await freePort()}`
  port = await freePort()
  api = `http://127.0.0.1:${port}`
  await startIssuer('first')
})

afterAll(async () => {
  await end(service, 'SIGTERM')
  await end(issuer, 'SIGKILL')
  await removeState(state)
})

/** Sends a request, and retries after `Retry-After` as long as the response is 503. */
const listWithRetries = async (token: string): Promise<Response> => {
  for (;;) {
    const response = await list(token)
    if (response.status !== 503) return response
    await sleep(Number(response.headers.get('Retry-After')) * 1_000)
  }
}

describe('while the issuer is down', { timeout: 60_000 }, () => {
  it('503 without a cached JWKS, and 200 once the issuer has recovered', async () => {
    const token = await requestToken(issuerUrl, 'door')
    await end(issuer, 'SIGKILL')
    await startService()
    for (let tries = 0; tries < 3; tries++) {
      const response = await list(token)
      expect({ status: response.status, code: ((await response.json()) as { code: string }).code }).toEqual({
        status: 503,
        code: 'auth_unavailable',
      })
      expect(Number(response.headers.get('Retry-After'))).toBeGreaterThanOrEqual(1)
    }
    await startIssuer('first')
    expect((await listWithRetries(token)).status).toBe(200)
  })

  it('200 with a cached JWKS, even after a restart of the service', async () => {
    const token = await requestToken(issuerUrl, 'door')
    expect((await list(token)).status).toBe(200)
    await end(issuer, 'SIGKILL')
    for (let tries = 0; tries < 20; tries++) expect((await list(token)).status).toBe(200)
    await end(service, 'SIGTERM')
    await startService()
    expect((await list(token)).status).toBe(200)
  })
})

describe('when the issuer returns with another key', () => {
  it('accepts the new key at once, and rejects the old one after it has seen the new JWKS', async () => {
    await startIssuer('first')
    const old = await requestToken(issuerUrl, 'door')
    await end(issuer, 'SIGKILL')
    await startIssuer('second')
    expect((await list(old)).status).toBe(200)
    expect((await list(await requestToken(issuerUrl, 'door'))).status).toBe(200)
    expect((await list(old)).status).toBe(401)
  })
})
