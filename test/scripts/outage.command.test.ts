// Outages of the issuer: a real OpenID provider ends and returns, beside the service.
// @module-tag full
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { demoId } from '../../scripts/data/demo.ts'
import {
  type Issuer,
  signToken,
  startIssuer as startProvider,
  workerSettings,
} from '../../scripts/lib/issuer.ts'
import { freePort, removeState } from '../support/node/dev.ts'
import { startWorker } from '../support/node/local-service.ts'
import { copyState } from '../support/node/own-service.ts'

let state: string
let issuer: Issuer | undefined
let issuerUrl: string
let stopService: (() => Promise<void>) | undefined
let port: number
let api: string

/** Far longer than it takes on a busy machine. */
const WAIT = { timeout: 30_000, interval: 100 }

const fileOf = (key: string): string => join(state, `${key}.json`)

/** Starts the provider with the signing key of this name. */
const startIssuer = async (key: string): Promise<void> => {
  issuer = await startProvider(Number(new URL(issuerUrl).port), fileOf(key), api)
  expect(issuer.url).toBe(issuerUrl)
}

const endIssuer = async (): Promise<void> => {
  await issuer?.stop()
  issuer = undefined
}

const list = (token: string) =>
  fetch(`${api}/api/v1/sessions/${demoId('30')}/tickets`, { headers: { Authorization: `Bearer ${token}` } })

/**
 * Starts the service. Its cached JWKS outlives a restart, because the state folder and the port stay the
 * same.
 */
const startService = async (): Promise<void> => {
  const settings = workerSettings({ url: issuerUrl, jwksUrl: `${issuerUrl}/jwks` })
  stopService = await startWorker(inject('worker'), state, port, settings)
}

beforeAll(async () => {
  state = await copyState('smallDemo')
  issuerUrl = `http://127.0.0.1:${await freePort()}`
  port = await freePort()
  api = `http://127.0.0.1:${port}`
  await startIssuer('first')
})

afterAll(async () => {
  await stopService?.()
  await endIssuer()
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

describe('while the issuer is down', () => {
  it('503 without a cached JWKS, and 200 once the issuer has recovered', async () => {
    const token = await signToken(fileOf('first'), issuerUrl, 'door')
    await endIssuer()
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
    // Requests at once: none may await what another one of the isolate waits for.
    const responses = await Promise.all(Array.from({ length: 10 }, () => listWithRetries(token)))
    expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(200))
  })

  it('200 with a cached JWKS, even after a restart of the service', async () => {
    const token = await signToken(fileOf('first'), issuerUrl, 'door')
    expect((await list(token)).status).toBe(200)
    await endIssuer()
    for (let tries = 0; tries < 20; tries++) expect((await list(token)).status).toBe(200)
    await stopService?.()
    await startService()
    expect((await list(token)).status).toBe(200)
  })
})

describe('when the issuer returns with another key', () => {
  it('accepts the new key, and then rejects the old one', async () => {
    await startIssuer('first')
    const old = await signToken(fileOf('first'), issuerUrl, 'door')
    await endIssuer()
    await startIssuer('second')
    expect((await list(old)).status).toBe(200)
    const renewed = await signToken(fileOf('second'), issuerUrl, 'door')
    // An unknown key within a second of the last fetch causes no other.
    await vi.waitFor(async () => expect((await list(renewed)).status).toBe(200), WAIT)
    expect((await list(old)).status).toBe(401)
  })
})
