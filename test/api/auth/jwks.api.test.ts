// The issuer's JWKS while the issuer is slow, down, sends invalid data, rotates its keys or recovers; for an
// isolate with a cached JWKS and for one without.
// @module-tag slow
import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { base64url, exportJWK } from 'jose'
import { afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { withBindings } from '../../support/address.ts'
import { expectError, ORIGIN, ticketsPath } from '../../support/api.ts'
import { makeOrganizer, type Organizer } from '../../support/rows.ts'
import { publicKey, seconds, sign, signingKey, signingKeyById, validClaims } from '../../support/tokens.ts'
import { until } from '../../support/until.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** The time between fetches in an outage. */
const RETRY_MS = 5 * SECOND

/** How long the service waits for the issuer. */
const TIMEOUT_MS = 2 * SECOND

let org: Organizer
let scenario: string
let issuerMode: string
let isolate: ExportedHandler<Env>
/** The lines that were written to `console.error`. */
let errorLines: string[]

/**
 * Starts a new isolate, with an empty memory. Only the data center's cache remains. Tests that begin without
 * a JWKS need none: the memory is by URL, and each test has its own.
 */
const newIsolate = async () => {
  vi.resetModules()
  isolate = (await import('../../../src/index.ts')).default as unknown as ExportedHandler<Env>
}

beforeAll(async () => {
  org = await makeOrganizer()
  await newIsolate()
})
beforeEach(async () => {
  scenario = `${env.AUTH_ISSUER}/scenario/${crypto.randomUUID()}`
  vi.useFakeTimers({ toFake: ['Date'] })
  errorLines = []
  vi.spyOn(console, 'error').mockImplementation((line) => {
    errorLines.push(line)
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

type IssuerState = { keys?: string[]; otherKeys?: unknown[]; withoutKeyIds?: boolean }

const issuerIs = async (mode: string, state: IssuerState = {}) => {
  issuerMode = mode
  await fetch(scenario, { method: 'PUT', body: JSON.stringify({ mode, ...state }) })
}

/** How often the JWKS has been fetched. */
const fetches = async () => (await (await fetch(scenario)).json<{ fetches: number }>()).fetches

const later = (ms: number) => vi.setSystemTime(Date.now() + ms)

/**
 * Passes the time for which the service waits for a slow issuer: requests time out once the issuer has one of
 * them, or with `isHeld` when the returned function is called.
 */
const passTimeouts = async (isHeld = false): Promise<() => Promise<void>> => {
  const timeout = AbortSignal.timeout.bind(AbortSignal)
  const waiting: AbortController[] = []
  let seen = await fetches()
  let isPassing = false
  let isOver = false
  onTestFinished(() => {
    isOver = true
  })
  const pass = async (): Promise<void> => {
    isPassing = true
    const before = seen
    while (seen === before && !isOver) seen = await fetches()
    for (const request of waiting.splice(0)) request.abort(new DOMException('Too slow.', 'TimeoutError'))
    isPassing = false
  }
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    if (issuerMode !== 'slow') return timeout(ms)
    const request = new AbortController()
    waiting.push(request)
    if (!isHeld && !isPassing) void pass()
    return request.signal
  })
  return pass
}

/** Where the isolates of a data center share the JWKS. */
const sharedKey = () => `${ORIGIN}/.jwks-cache/${encodeURIComponent(`${scenario}/jwks`)}`

const writeShared = async (copy: unknown) =>
  (await caches.open('doorlist-jwks')).put(
    sharedKey(),
    Response.json(copy, { headers: { 'Cache-Control': 'max-age=60' } }),
  )

/** Sends a token to the isolate. `settled` resolves once the work after the response is done, too. */
const startRequest = (token: string, settings: Partial<Env> = {}) => {
  const context = createExecutionContext()
  const request = new Request(`${ORIGIN}${ticketsPath(org.session)}`, {
    headers: { Authorization: `Bearer ${token}` },
  })
  const response = isolate.fetch?.(
    request as Parameters<NonNullable<typeof isolate.fetch>>[0],
    withBindings({ AUTH_JWKS_URL: `${scenario}/jwks`, ...settings }),
    context,
  ) as Promise<Response>
  return { response, settled: response.then(() => waitOnExecutionContext(context)) }
}

const sendToken = async (token: string, settings: Partial<Env> = {}): Promise<Response> => {
  const { response, settled } = startRequest(token, settings)
  await settled
  return response
}

const send = async (header: { alg?: string; kid?: string } = {}): Promise<Response> =>
  sendToken(await sign(validClaims(org.staff), header))

/** Sends a token without `kid`, signed with the issuer's key of this id. */
const sendWithoutKeyId = async (signedWith: string): Promise<Response> => {
  const { kid, ...key } = signingKeyById(signedWith)
  return sendToken(await sign(validClaims(org.staff), { alg: key.alg as string }, key))
}

const expectOutage = async (response: Response) => {
  await expectError(response, 'auth_unavailable')
  expect(Number(response.headers.get('Retry-After'))).toBeGreaterThanOrEqual(1)
  expect(response.headers.get('WWW-Authenticate')).toBeNull()
}

/** The issuer's behaviour in an outage; see the key server's modes. */
const OUTAGES = ['slow', 'error', 'garbage', 'redirect', 'empty', 'broken-key', 'huge']

describe('an isolate without a cached JWKS', () => {
  it.each(OUTAGES)('503 in an outage (%s), 200 once the issuer has recovered', async (mode) => {
    await issuerIs(mode)
    await passTimeouts()
    await expectOutage(await send())
    await issuerIs('good')
    later(RETRY_MS)
    expect((await send()).status).toBe(200)
  })

  it('gives a slow issuer two seconds', async () => {
    await issuerIs('slow')
    await passTimeouts()
    await expectOutage(await send())
    expect(AbortSignal.timeout).toHaveBeenCalledWith(TIMEOUT_MS)
  })

  it('fetches once for all waiting requests', async () => {
    await issuerIs('good')
    const responses = await Promise.all(Array.from({ length: 30 }, () => send()))
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await fetches()).toBe(1)
  })

  it('fetches once in five seconds of an outage, however many requests arrive', async () => {
    await issuerIs('error')
    for (let expected = 1; expected <= 4; expected++) {
      await Promise.all(Array.from({ length: 10 }, async () => expectOutage(await send())))
      later(RETRY_MS - SECOND)
      const response = await send()
      await expectOutage(response)
      expect(response.headers.get('Retry-After')).toBe('1')
      expect(await fetches()).toBe(expected)
      later(SECOND)
    }
    await issuerIs('good')
    expect((await send()).status).toBe(200)
  })

  it("starts from the data center's copy while the issuer is down", async () => {
    await issuerIs('good')
    expect((await send()).status).toBe(200)
    await issuerIs('error')
    await newIsolate()
    later(HOUR)
    expect((await send()).status).toBe(200)
  })

  it("shares its JWKS in the data center's cache, under a URL of the Worker's host", async () => {
    await issuerIs('good')
    expect((await send()).status).toBe(200)
    const entry = await (await caches.open('doorlist-jwks')).match(sharedKey())
    expect(await entry?.json()).toMatchObject({ uat: Date.now() })
  })

  it.each<[string, unknown]>([
    ['null', null],
    ['no time', { jwks: { keys: [publicKey('key-ES256')] } }],
    ['no keys', { uat: Date.now() }],
  ])("fetches if the data center's copy is damaged (%s)", async (_, copy) => {
    await issuerIs('good')
    await writeShared(copy)
    expect((await send()).status).toBe(200)
    expect(await fetches()).toBe(1)
  })

  it("does not use the data center's copy for longer because its time is in the future", async () => {
    await issuerIs('good', { keys: ['key-RS256'] })
    await writeShared({ jwks: { keys: [publicKey('key-ES256')] }, uat: Date.now() + HOUR })
    expect((await send()).status).toBe(200)
    later(11 * MINUTE)
    await expectError(await send(), 'invalid_token')
  })

  it("fetches if the data center's cache fails", async () => {
    await issuerIs('good')
    vi.spyOn(caches, 'open').mockRejectedValue(new Error('cache unavailable'))
    expect((await send()).status).toBe(200)
  })

  it("starts all concurrent requests from the data center's copy while the issuer is down", async () => {
    await issuerIs('good')
    expect((await send()).status).toBe(200)
    await issuerIs('error')
    await newIsolate()
    const responses = await Promise.all(Array.from({ length: 10 }, () => send()))
    expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(200))
  })
})

describe('an isolate with a cached JWKS', () => {
  beforeEach(async () => {
    await issuerIs('good')
    expect((await send()).status).toBe(200)
  })

  it('does not fetch for ten minutes', async () => {
    later(9 * MINUTE)
    expect((await send()).status).toBe(200)
    expect(await fetches()).toBe(1)
    later(2 * MINUTE)
    expect((await send()).status).toBe(200)
    expect(await fetches()).toBe(2)
  })

  it('does not wait for a slow issuer between ten and eleven minutes', async () => {
    await issuerIs('slow')
    const expire = await passTimeouts(true)
    later(10.5 * MINUTE)
    const { response, settled } = startRequest(await sign(validClaims(org.staff)))
    expect((await response).status).toBe(200)
    expect(errorLines).toEqual([])
    await expire()
    await settled
    expect(await fetches()).toBe(2)
    expect(errorLines.join()).toContain('JWKS refresh failed')
  })

  it('does not wait for a slow issuer again in an outage', async () => {
    await issuerIs('error')
    later(HOUR)
    expect((await send()).status).toBe(200)
    await issuerIs('slow')
    const expire = await passTimeouts(true)
    later(RETRY_MS)
    const { response, settled } = startRequest(await sign(validClaims(org.staff)))
    expect((await response).status).toBe(200)
    expect(errorLines).toHaveLength(1)
    await expire()
    await settled
    expect(errorLines).toHaveLength(2)
  })

  it.each(OUTAGES)(
    'works through an outage (%s) of 24 hours, with one fetch per five seconds',
    async (mode) => {
      await issuerIs(mode)
      await passTimeouts()
      for (const passed of [11 * MINUTE, 0, HOUR, 0, 10 * HOUR, 0, 12 * HOUR]) {
        later(passed)
        expect((await send()).status).toBe(200)
      }
      expect(await fetches()).toBe(1 + 4)
      later(2 * HOUR)
      await expectOutage(await send())
    },
  )

  it('rejects a withdrawn key after a background refresh', async () => {
    await issuerIs('good', { keys: ['key-RS256'] })
    later(10.5 * MINUTE)
    expect((await send()).status).toBe(200)
    await expectError(await send(), 'invalid_token')
  })

  it('rejects a token of a withdrawn key that it has verified before', async () => {
    const token = await sign({ ...validClaims(org.owner), exp: seconds(3_600) })
    expect((await sendToken(token)).status).toBe(200)
    await issuerIs('good', { keys: ['key-RS256'] })
    later(10.5 * MINUTE)
    expect((await sendToken(token)).status).toBe(200)
    await expectError(await sendToken(token), 'invalid_token')
  })

  it.each([
    ['11 minutes', 11 * MINUTE],
    ['50 minutes', 50 * MINUTE],
    ['5 hours', 5 * HOUR],
  ])('rejects a withdrawn key at once after %s without requests', async (_, idle) => {
    await issuerIs('good', { keys: ['key-RS256'] })
    later(idle)
    await expectError(await send(), 'invalid_token')
  })

  it("rejects a withdrawn key in a new isolate that starts from the data center's old copy", async () => {
    await issuerIs('good', { keys: ['key-RS256'] })
    await newIsolate()
    later(5 * HOUR)
    await expectError(await send(), 'invalid_token')
  })

  it('rejects a withdrawn key at once when an outage ended hours ago', async () => {
    await issuerIs('error')
    later(11 * MINUTE)
    expect((await send()).status).toBe(200)
    await issuerIs('good', { keys: ['key-RS256'] })
    later(3 * HOUR)
    await expectError(await send(), 'invalid_token')
  })

  it('keeps accepting known keys while unknown ones get 503', async () => {
    await issuerIs('error')
    later(SECOND)
    await expectOutage(await send({ kid: 'new' }))
    await expectOutage(await send({ kid: 'new' }))
    expect((await send({ kid: signingKey().kid as string })).status).toBe(200)
    expect(await fetches()).toBe(2)
  })
})

describe('a new key', () => {
  const rotated = { alg: 'RS256', kid: 'key-RS256' }
  beforeEach(async () => {
    await issuerIs('good', { keys: ['key-ES256'] })
    expect((await send()).status).toBe(200)
    later(SECOND)
  })

  it('is accepted by the first request that uses it', async () => {
    await issuerIs('good', { keys: ['key-ES256', 'key-RS256'] })
    expect((await send(rotated)).status).toBe(200)
    expect(await fetches()).toBe(2)
  })

  it('is accepted by all concurrent requests that use it', async () => {
    await issuerIs('good', { keys: ['key-ES256', 'key-RS256'] })
    const responses = await Promise.all(Array.from({ length: 20 }, () => send(rotated)))
    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect(await fetches()).toBe(2)
  })

  it('is accepted one second after its publication, during a flood of unknown keys', async () => {
    const flood = () =>
      Promise.all(
        Array.from({ length: 20 }, async (_, index) =>
          expectError(await send({ kid: `unknown-${index}` }), 'invalid_token'),
        ),
      )
    await flood()
    await issuerIs('good', { keys: ['key-ES256', 'key-RS256'] })
    later(0.9 * SECOND)
    expect(await fetches()).toBe(2)
    await flood()
    later(0.1 * SECOND)
    const [, response] = await Promise.all([flood(), send(rotated)])
    expect(response.status).toBe(200)
  })

  it('gets 503 instead of 401 while the issuer is down', async () => {
    await issuerIs('error')
    for (const passed of [0, 500, 600, 1_000, 2_000, 4_000, 8_000, 30_000]) {
      later(passed)
      await expectOutage(await send(rotated))
    }
    await issuerIs('good')
    later(MINUTE)
    expect((await send(rotated)).status).toBe(200)
  })
})

describe('a flood of unknown keys', () => {
  it('causes at most one fetch per second', async () => {
    await issuerIs('good')
    expect((await send()).status).toBe(200)
    for (let step = 0; step < 20; step++) {
      const kid = `unknown-${step}`
      await Promise.all(
        Array.from({ length: 5 }, async () => expectError(await send({ kid }), 'invalid_token')),
      )
      later(0.5 * SECOND)
    }
    // One when it started, and one in each second after the first.
    expect(await fetches()).toBe(1 + 9)
  })

  it('does not delay tokens with known keys while the issuer is slow', async () => {
    await issuerIs('good')
    expect((await send()).status).toBe(200)
    await issuerIs('slow')
    const expire = await passTimeouts(true)
    later(SECOND)
    const flood = Promise.all(Array.from({ length: 20 }, () => send({ kid: 'unknown' })))
    expect((await send()).status).toBe(200)
    expect(errorLines).toEqual([])
    await expire()
    for (const response of await flood) await expectOutage(response)
    expect(await fetches()).toBe(2)
  })
})

describe('a JWKS without key ids', () => {
  const withoutKeyIds = true

  it('works with two keys of one algorithm', async () => {
    await issuerIs('good', { keys: ['key-RS256', 'next-RS256'], withoutKeyIds })
    expect((await sendWithoutKeyId('key-RS256')).status).toBe(200)
    expect((await sendWithoutKeyId('next-RS256')).status).toBe(200)
    expect(await fetches()).toBe(1)
  })

  it('works through a rotation', async () => {
    await issuerIs('good', { keys: ['key-RS256'], withoutKeyIds })
    expect((await sendWithoutKeyId('key-RS256')).status).toBe(200)
    await issuerIs('good', { keys: ['key-RS256', 'next-RS256'], withoutKeyIds })
    later(SECOND)
    expect((await sendWithoutKeyId('next-RS256')).status).toBe(200)
    expect((await sendWithoutKeyId('key-RS256')).status).toBe(200)
    expect(await fetches()).toBe(2)
    await issuerIs('good', { keys: ['next-RS256'], withoutKeyIds })
    later(11 * MINUTE)
    expect((await sendWithoutKeyId('next-RS256')).status).toBe(200)
    await expectError(await sendWithoutKeyId('key-RS256'), 'invalid_token')
  })

  it('works through a rotation to another algorithm', async () => {
    await issuerIs('good', { keys: ['key-RS256'], withoutKeyIds })
    expect((await sendWithoutKeyId('key-RS256')).status).toBe(200)
    await issuerIs('good', { keys: ['key-ES256'], withoutKeyIds })
    later(SECOND)
    expect((await sendWithoutKeyId('key-ES256')).status).toBe(200)
  })

  it('is fetched at most once per second because of invalid signatures', async () => {
    await issuerIs('good', { keys: ['key-RS256'], withoutKeyIds })
    expect((await sendWithoutKeyId('key-RS256')).status).toBe(200)
    for (let step = 0; step < 4; step++) {
      await Promise.all(
        Array.from({ length: 5 }, async () =>
          expectError(await sendWithoutKeyId('next-RS256'), 'invalid_token'),
        ),
      )
      later(0.5 * SECOND)
    }
    expect(await fetches()).toBe(1 + 1)
  })

  it('gives an unverified signature 503 while the issuer is down', async () => {
    await issuerIs('good', { keys: ['key-RS256'], withoutKeyIds })
    expect((await sendWithoutKeyId('key-RS256')).status).toBe(200)
    await issuerIs('error')
    later(SECOND)
    await expectOutage(await sendWithoutKeyId('next-RS256'))
    expect((await sendWithoutKeyId('key-RS256')).status).toBe(200)
  })

  it('accepts tokens without a key id when its keys have ids', async () => {
    await issuerIs('good')
    expect((await sendWithoutKeyId('next-RS256')).status).toBe(200)
  })
})

describe('a JWKS with other keys beside usable ones', () => {
  const es256 = publicKey('key-ES256')
  const rs256 = publicKey('key-RS256')

  it.each<[string, unknown]>([
    ['a key for encryption', { ...rs256, use: 'enc' }],
    ['a key for another algorithm', { ...rs256, alg: 'RS512' }],
    ['a symmetric key', { kty: 'oct', k: 'AAAA', alg: 'HS256' }],
    ['a private key', signingKeyById('key-RS256')],
    ['a key of an unknown type', { kty: 'new', kid: 'x' }],
    ['a damaged key', { ...es256, x: '!' }],
    ['a key with a number as kid', { ...es256, kid: 7 }],
    ['a key without kty', { kid: 'x' }],
    ['an unknown member', { ...es256, 'x-vendor': true }],
    ['null', null],
    ['a string', 'key'],
  ])('works beside %s', async (_, key) => {
    await issuerIs('good', { keys: ['key-ES256'], otherKeys: [key] })
    expect((await send()).status).toBe(200)
    expect((await sendWithoutKeyId('key-ES256')).status).toBe(200)
    await expectError(await send({ alg: 'RS256', kid: 'key-RS256' }), 'invalid_token')
  })

  it('accepts no RSA key that is too short', async () => {
    const pair = (await crypto.subtle.generateKey(
      {
        name: 'RSASSA-PKCS1-v1_5',
        modulusLength: 1_024,
        publicExponent: new Uint8Array([1, 0, 1]),
        hash: 'SHA-256',
      },
      true,
      ['sign', 'verify'],
    )) as CryptoKeyPair
    const header = { alg: 'RS256', kid: 'short' }
    await issuerIs('good', { otherKeys: [{ ...(await exportJWK(pair.publicKey)), ...header }] })
    const parts = [header, validClaims(org.staff)].map((part) => base64url.encode(JSON.stringify(part)))
    const signature = await crypto.subtle.sign(
      'RSASSA-PKCS1-v1_5',
      pair.privateKey,
      new TextEncoder().encode(parts.join('.')),
    )
    const token = [...parts, base64url.encode(new Uint8Array(signature))].join('.')
    await expectError(await sendToken(token), 'invalid_token')
    expect((await send()).status).toBe(200)
  })

  it('accepts a key without alg and use', async () => {
    const { alg, use, ...bare } = rs256
    await issuerIs('good', { keys: ['key-ES256'], otherKeys: [bare] })
    expect((await send({ alg: 'RS256', kid: 'key-RS256' })).status).toBe(200)
  })
})

describe('settings', () => {
  it.each<[keyof Env, string | undefined]>([
    ['AUTH_JWKS_URL', 'http://issuer.example/jwks'],
    ['AUTH_JWKS_URL', 'ftp://127.0.0.1/jwks'],
    ['AUTH_JWKS_URL', 'issuer.example/jwks'],
    ['AUTH_JWKS_URL', ''],
    ['AUTH_JWKS_URL', undefined],
    ['AUTH_ISSUER', 'http://issuer.example'],
    ['AUTH_ISSUER', ''],
    ['AUTH_ISSUER', undefined],
    ['AUTH_AUDIENCE', ''],
    ['AUTH_AUDIENCE', undefined],
  ])('503 and a log line when %s is %s', async (name, value) => {
    await issuerIs('good')
    const fetched = vi.spyOn(globalThis, 'fetch')
    const iss = name === 'AUTH_ISSUER' ? value : env.AUTH_ISSUER
    const token = await sign({ ...validClaims(org.staff), ...(iss !== undefined && { iss }) })
    // Without an issuer, people sign in at the service itself, which needs a secret.
    await expectOutage(await sendToken(token, { DOORLIST_SECRET: '', [name]: value }))
    expect(fetched).not.toHaveBeenCalled()
    const message = name === 'AUTH_ISSUER' && !value ? 'DOORLIST_SECRET must' : `${name} must`
    await until(() => errorLines.join().includes(message))
  })
})
