// The authentication API as a process of its own, killed and started again, beside a running service: a real
// OpenID provider, `wrangler dev`, and nothing between them.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demoId, loadDemo } from '../../scripts/data/demo.ts'
import { AUDIENCE, migrate, ROOT, spawnWorker, withDatabase } from '../../scripts/local.ts'
import { requestToken } from '../../scripts/request-token.ts'
import { freePort } from '../support/node/dev.ts'

let state: string
let issuer: ChildProcess | undefined
let issuerUrl: string
let service: ChildProcess | undefined
let api: string

const end = async (child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> => {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
  child.kill(signal)
  await once(child, 'close')
}

/** Starts the provider, with the signing key of this name. */
const startIssuer = async (key: string): Promise<void> => {
  const port = Number(new URL(issuerUrl).port)
  const work = `import { startIssuer } from ${JSON.stringify(join(ROOT, 'scripts', 'issuer.ts'))}
    console.log((await startIssuer(${port}, ${JSON.stringify(join(state, `${key}.json`))})).url)`
  issuer = spawn(process.execPath, ['--input-type=module', '--eval', work], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [url] = await once(issuer.stdout as NonNullable<typeof issuer.stdout>, 'data')
  expect(String(url).trim()).toBe(issuerUrl)
}

const list = (token: string) =>
  fetch(`${api}/api/v1/sessions/${demoId('30')}/tickets`, { headers: { Authorization: `Bearer ${token}` } })

/** Starts the service on a state folder: what isolates share of the key set is kept there. */
const startService = async (persistTo: string): Promise<void> => {
  const port = await freePort()
  api = `http://127.0.0.1:${port}`
  const settings = { AUTH_ISSUER: issuerUrl, AUTH_AUDIENCE: AUDIENCE, AUTH_JWKS_URL: `${issuerUrl}/jwks` }
  service = spawnWorker({ port, state: persistTo }, settings)
  // Without a token no key is looked for: this leaves the isolate without a copy.
  for (let tries = 0; ; tries++) {
    const answer = await fetch(`${api}/api/v1/sessions/x/tickets`).catch(() => undefined)
    if (answer?.status === 401) return
    if (tries > 300) throw new Error('The service did not start.')
    await sleep(100)
  }
}

beforeAll(async () => {
  state = await mkdtemp(join(tmpdir(), 'doorlist-outage-'))
  issuerUrl = `http://127.0.0.1:${await freePort()}`
  await migrate(state)
  await withDatabase(state, (db) => loadDemo(db, new Date()))
  await startIssuer('first')
})

afterAll(async () => {
  await end(service, 'SIGTERM')
  await end(issuer, 'SIGKILL')
  await rm(state, { recursive: true, force: true })
})

describe('while the issuer is down', () => {
  it('a service without its keys says 503, and lets callers in as soon as it is back', async () => {
    const token = await requestToken(issuerUrl, 'door')
    await end(issuer, 'SIGKILL')
    await startService(state)
    for (let tries = 0; tries < 3; tries++) {
      const response = await list(token)
      expect({ status: response.status, code: ((await response.json()) as { code: string }).code }).toEqual({
        status: 503,
        code: 'auth_unavailable',
      })
      expect(Number(response.headers.get('Retry-After'))).toBeGreaterThanOrEqual(1)
    }
    await startIssuer('first')
    // As the answers ask: again after a while, which grows with each failure.
    let response = await list(token)
    while (response.status === 503) {
      await sleep(Number(response.headers.get('Retry-After')) * 1_000)
      response = await list(token)
    }
    expect(response.status).toBe(200)
  })

  it('a service that has had its keys works on, also when it is started anew', async () => {
    const token = await requestToken(issuerUrl, 'door')
    expect((await list(token)).status).toBe(200)
    await end(issuer, 'SIGKILL')
    for (let tries = 0; tries < 20; tries++) expect((await list(token)).status).toBe(200)
    await end(service, 'SIGTERM')
    await startService(state)
    expect((await list(token)).status).toBe(200)
  })

  it('and comes back with another key, its first token is good, and the old ones still are', async () => {
    await startIssuer('first')
    const old = await requestToken(issuerUrl, 'door')
    await end(issuer, 'SIGKILL')
    await startIssuer('second')
    expect((await list(old)).status).toBe(200)
    expect((await list(await requestToken(issuerUrl, 'door'))).status).toBe(200)
    // The provider no longer has the first key, and with the new set it is gone here as well.
    expect((await list(old)).status).toBe(401)
  })
})
