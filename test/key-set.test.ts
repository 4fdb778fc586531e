// The issuer's key set while the issuer is slow, down, talks nonsense, changes its keys and comes back; for an
// isolate that has a copy and for one that has none.
import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { expectError, ORIGIN, ticketsPath } from './support/api.ts'
import { makeWorld, type World } from './support/rows.ts'
import { goodClaims, sign, signingKey } from './support/tokens.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

let world: World
let scenario: string
let isolate: ExportedHandler<Env>

/** An isolate that has just started, and knows nothing but what the others of its data center share. */
const newIsolate = async () => {
  vi.resetModules()
  isolate = (await import('../src/index.ts')).default as unknown as ExportedHandler<Env>
}

beforeAll(async () => {
  world = await makeWorld()
})
beforeEach(async () => {
  scenario = `${env.AUTH_ISSUER}/scenario/${crypto.randomUUID()}`
  vi.useFakeTimers({ toFake: ['Date'] })
  await newIsolate()
})
afterEach(() => {
  vi.useRealTimers()
})

const issuerIs = async (mode: string, keys?: string[]) => {
  await fetch(scenario, { method: 'PUT', body: JSON.stringify({ mode, ...(keys && { keys }) }) })
}

const asked = async () => (await (await fetch(scenario)).json<{ asked: number }>()).asked

const later = (ms: number) => vi.setSystemTime(Date.now() + ms)

const send = async (header: { alg?: string; kid?: string } = {}): Promise<Response> => {
  const token = await sign({ ...goodClaims(world.staff) }, header)
  const context = createExecutionContext()
  const request = new Request(`${ORIGIN}${ticketsPath(world.session)}`, {
    headers: { Authorization: `Bearer ${token}` },
  })
  const settings = { ...env, AUTH_JWKS_URL: `${scenario}/jwks` }
  const response = (await isolate.fetch?.(
    request as Parameters<NonNullable<typeof isolate.fetch>>[0],
    settings,
    context,
  )) as Response
  await waitOnExecutionContext(context)
  return response
}

const expectOutage = async (response: Response) => {
  await expectError(response, 'auth_unavailable')
  expect(Number(response.headers.get('Retry-After'))).toBeGreaterThanOrEqual(1)
  expect(response.headers.get('WWW-Authenticate')).toBeNull()
}

const OUTAGES = ['slow', 'error', 'garbage', 'redirect', 'empty', 'broken-key']

describe('an isolate without a copy', () => {
  it.each(OUTAGES)('answers 503 while the issuer is %s, and 200 when it is back', async (mode) => {
    await issuerIs(mode)
    await expectOutage(await send())
    await issuerIs('good')
    later(SECOND)
    expect((await send()).status).toBe(200)
  })

  it('asks once for all who wait', async () => {
    await issuerIs('good')
    const responses = await Promise.all(Array.from({ length: 30 }, () => send()))
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await asked()).toBe(1)
  })

  it('asks at most once a step of its back-off, however many call', async () => {
    await issuerIs('error')
    let expected = 0
    // Steps of 1, 2, 4 … seconds, and never more than a minute.
    for (const step of [1, 2, 4, 8, 16, 32, 60, 60, 60]) {
      expected += 1
      await Promise.all(Array.from({ length: 10 }, async () => expectOutage(await send())))
      expect(await asked()).toBe(expected)
      later((step - 0.5) * SECOND)
      const response = await send()
      await expectOutage(response)
      expect(response.headers.get('Retry-After')).toBe('1')
      expect(await asked()).toBe(expected)
      later(0.5 * SECOND)
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
})

describe('many requests of a new isolate at once', () => {
  it("all start from the data center's copy while the issuer is down", async () => {
    await issuerIs('good')
    expect((await send()).status).toBe(200)
    await issuerIs('error')
    await newIsolate()
    const responses = await Promise.all(Array.from({ length: 10 }, () => send()))
    expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(200))
  })
})

describe('an isolate with a copy', () => {
  beforeEach(async () => {
    await issuerIs('good')
    expect((await send()).status).toBe(200)
  })

  it('does not ask again for ten minutes, and then behind the answer', async () => {
    later(9 * MINUTE)
    expect((await send()).status).toBe(200)
    expect(await asked()).toBe(1)
    later(2 * MINUTE)
    expect((await send()).status).toBe(200)
    expect(await asked()).toBe(2)
  })

  it.each(OUTAGES)(
    'works on for 24 hours while the issuer is %s, and asks it once a step',
    async (mode) => {
      await issuerIs(mode)
      for (const passed of [11 * MINUTE, 0, HOUR, 0, 10 * HOUR, 0, 12 * HOUR]) {
        later(passed)
        expect((await send()).status).toBe(200)
      }
      expect(await asked()).toBe(1 + 4)
      later(2 * HOUR)
      await expectOutage(await send())
    },
    20_000,
  )

  it('picks a new key up within the request that brings it', async () => {
    scenario += '-rotating'
    await issuerIs('good', ['key-ES256'])
    expect((await send()).status).toBe(200)
    await issuerIs('good', ['key-ES256', 'key-RS256'])
    expect((await send({ alg: 'RS256', kid: 'key-RS256' })).status).toBe(200)
    expect(await asked()).toBe(2)
  })

  it('lets go of a withdrawn key when its copy is renewed', async () => {
    await issuerIs('good', ['key-RS256'])
    later(11 * MINUTE)
    expect((await send()).status).toBe(200)
    await expectError(await send(), 'invalid_token')
  })

  it('cannot be made to flood the issuer by keys that nobody has', async () => {
    for (let seconds = 0; seconds < 20; seconds++) {
      const kid = `unknown-${seconds}`
      await Promise.all(
        Array.from({ length: 5 }, async () => expectError(await send({ kid }), 'invalid_token')),
      )
      later(SECOND)
    }
    // The first copy, and one for each ten seconds.
    expect(await asked()).toBe(3)
  })

  it('does not let a withdrawn key in from a copy that is hours old, if the issuer can be asked', async () => {
    await issuerIs('good', ['key-RS256'])
    await newIsolate()
    later(5 * HOUR)
    await expectError(await send(), 'invalid_token')
  })

  it('says 503, not 401, of a new key for as long as the issuer is down', async () => {
    scenario += '-new-key'
    await issuerIs('good', ['key-ES256'])
    expect((await send()).status).toBe(200)
    await issuerIs('error')
    for (const passed of [0, 500, 600, 1_000, 2_000, 4_000, 8_000, 30_000]) {
      later(passed)
      await expectOutage(await send({ kid: 'key-RS256', alg: 'RS256' }))
    }
    await issuerIs('good')
    later(MINUTE)
    expect((await send({ kid: 'key-RS256', alg: 'RS256' })).status).toBe(200)
  })

  it('works on for known keys meanwhile', async () => {
    await issuerIs('error')
    await expectOutage(await send({ kid: 'new' }))
    await expectOutage(await send({ kid: 'new' }))
    expect((await send({ kid: signingKey().kid as string })).status).toBe(200)
    expect(await asked()).toBe(2)
  })
})
