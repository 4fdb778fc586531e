// The rate limits per subject. Stubs replace the limiters in tests that count calls; one test uses real
// limiters.
// @module-tag slow
import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { PERIOD_SECONDS, RATE_LIMITS } from '../../../src/api/http/rate-limit.ts'
import { keyAt } from '../../../src/db/databases.ts'
import wranglerConfig from '../../../wrangler.toml?raw'
import { BINDING } from '../../support/address.ts'
import { call, callWithBindings, expectError, jsonRequest, ticketsPath } from '../../support/api.ts'
import { checkIn, checkInsPath } from '../../support/check-ins.ts'
import { countingLimiter } from '../../support/counting-limiter.ts'
import { addTarget, NOWHERE, OPERATIONS, prepare, requestOf, type Target } from '../../support/operations.ts'
import { addTickets, makeOrganizer, type Organizer, query } from '../../support/rows.ts'
import { changesPath } from '../../support/sync.ts'

let org: Organizer
let target: Target
beforeAll(async () => {
  org = await makeOrganizer()
  target = await addTarget(org)
})
afterEach(() => {
  vi.restoreAllMocks()
})

const failingLimiter: RateLimit = {
  limit: async () => {
    throw new Error('limiter unreachable')
  },
}

const expectLimited = async (response: Response, message: string) => {
  const body = await expectError(response, 'rate_limited')
  expect(body.message).toBe(message)
  const retryAfter = Number(response.headers.get('Retry-After'))
  expect(Number.isInteger(retryAfter) && retryAfter >= 1 && retryAfter <= PERIOD_SECONDS).toBe(true)
}

describe('configuration', () => {
  it('has the same limits in wrangler.toml and in the code', () => {
    const configured = wranglerConfig.matchAll(
      /^\[\[ratelimits\]\]\nname = "(\w+)"\nnamespace_id = "(\d+)"\nsimple = \{ limit = (\d+), period = (\d+) \}$/gm,
    )
    const bindings = [...configured].map(([, binding, id, limit, period]) => ({
      binding,
      id,
      limit: Number(limit),
      period: Number(period),
    }))
    expect(bindings.map(({ binding, limit, period }) => ({ binding, limit, period }))).toEqual(
      Object.values(RATE_LIMITS).map(({ binding, limit }) => ({ binding, limit, period: PERIOD_SECONDS })),
    )
    expect(wranglerConfig.match(/^\[\[ratelimits\]\]$/gm)).toHaveLength(bindings.length)
    expect(new Set(bindings.map(({ id }) => id)).size).toBe(bindings.length)
  })

  it('states each limit in the message', () => {
    for (const { limit, message } of Object.values(RATE_LIMITS)) expect(message).toContain(`: ${limit} `)
  })
})

/** Limiters for every binding that record the keys of the calls, each letting `allowed` calls through. */
const countingLimiters = (allowed?: number) => {
  const limiters = Object.values(RATE_LIMITS).map((rule) => [rule, countingLimiter(allowed)] as const)
  return {
    bindings: Object.fromEntries(limiters.map(([{ binding }, limiter]) => [binding, limiter])),
    /** The rules that counted, each with its keys. */
    counted: () =>
      limiters.filter(([, { keys }]) => keys.length > 0).map(([rule, { keys }]) => ({ rule, keys })),
  }
}

describe.each(OPERATIONS)('$name', (operation) => {
  const send = async (bindings: Partial<Env>, subject = org.owner, headers: Record<string, string> = {}) => {
    const ready = await prepare(operation, target)
    return callWithBindings(bindings, operation.path(ready), {
      subject,
      ...requestOf(operation, ready, headers),
    })
  }

  it('counts each request once for each limit, by subject', async () => {
    const { bindings, counted } = countingLimiters()
    for (const subject of [org.owner, org.owner, org.staff]) await send(bindings, subject)
    expect(counted().length).toBeGreaterThan(0)
    for (const { keys } of counted()) expect(keys).toEqual([org.owner, org.owner, org.staff])
  })

  it('429 above the limit', async () => {
    const { bindings, counted } = countingLimiters(2)
    expect((await send(bindings)).status).toBe(operation.success)
    expect((await send(bindings)).status).toBe(operation.success)
    await expectLimited(await send(bindings), counted()[0]?.rule.message as string)
  })

  it('429 before parameters are validated', async () => {
    const path = `${operation.path(NOWHERE)}?pageSize=x`
    const init = {
      subject: org.owner,
      ...requestOf(operation, target),
      ...(operation.body && { body: '{}' }),
    }
    await expectError(await callWithBindings({}, path, init), 'invalid_request')
    const { bindings, counted } = countingLimiters(0)
    const response = await callWithBindings(bindings, path, init)
    await expectLimited(response, counted()[0]?.rule.message as string)
  })

  it('does not count a request without a valid token', async () => {
    const { bindings, counted } = countingLimiters(0)
    await expectError(await send(bindings, org.owner, { Authorization: 'Bearer garbage' }), 'invalid_token')
    expect(counted()).toEqual([])
  })

  it('lets requests through and logs it when the limiters fail', async () => {
    const lines: string[] = []
    vi.spyOn(console, 'error').mockImplementation((line) => {
      lines.push(line)
    })
    const limiters = Object.values(RATE_LIMITS).map(({ binding }) => [binding, failingLimiter])
    expect((await send(Object.fromEntries(limiters))).status).toBe(operation.success)
    expect(lines.length).toBeGreaterThan(0)
    for (const line of lines) {
      expect(JSON.parse(line)).toMatchObject({
        warning: expect.stringMatching(/^\w+ failed$/),
        requestId: expect.any(String),
        cause: 'Error: limiter unreachable',
      })
    }
  })
})

describe('batches of more than 20 items', () => {
  const { message } = RATE_LIMITS.batches
  const send = (
    count: number,
    limiter: RateLimit,
    body: (items: unknown[]) => unknown = (items) => ({ items }),
  ) =>
    callWithBindings(
      { BATCH_RATE_LIMIT: limiter },
      checkInsPath(org.session),
      jsonRequest('POST', org.staff, body(Array.from({ length: count }, () => checkIn(crypto.randomUUID())))),
    )

  it('429 above the limit, and nothing is recorded', async () => {
    const limiter = countingLimiter(1)
    const known = Array.from({ length: 21 }, () => checkIn(crypto.randomUUID(), { admitted: true }))
    expect((await send(21, limiter)).status).toBe(200)
    await expectLimited(await send(21, limiter, () => ({ items: known })), message)
    expect(limiter.keys).toEqual([org.staff, org.staff])
    const recorded = await query('SELECT 1 FROM check_ins WHERE id = ?', known[0]?.id as string)
    expect(recorded).toEqual([])
  })

  it('429 before the items are validated', async () => {
    await expectLimited(await send(21, countingLimiter(0), () => ({ items: Array(21).fill({}) })), message)
  })

  it.each<[string, number, (items: unknown[]) => unknown]>([
    ['20 items', 20, (items) => ({ items })],
    ['no list', 21, (items) => ({ items: { length: items.length } })],
    ['a body that is null', 21, () => null],
  ])('are not counted for %s', async (_, count, body) => {
    const limiter = countingLimiter(0)
    expect((await send(count, limiter, body)).status).not.toBe(429)
    expect(limiter.keys).toEqual([])
  })

  it.each([
    ['tickets', () => `sessions/${org.session}/tickets`],
    ['sessions', () => `events/${org.event}/sessions`],
  ])('429 for new %s', async (name, path) => {
    const limiter = countingLimiter(0)
    const add = (count: number) =>
      callWithBindings({ BATCH_RATE_LIMIT: limiter }, `/api/organizer/v1/${path()}`, {
        subject: org.manager,
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ [name]: Array(count).fill({}) }),
      })
    expect((await add(20)).status).toBe(400)
    await expectLimited(await add(21), message)
  })

  it('are let through when the limiter fails', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    expect((await send(21, failingLimiter)).status).toBe(200)
  })
})

describe('a request', () => {
  const send = async (path: string, body?: object) => {
    const { bindings, counted } = countingLimiters()
    const init = body ? jsonRequest('POST', org.staff, body) : { subject: org.staff }
    const response = await callWithBindings(bindings, path, init)
    return { response, limits: counted().map(({ rule: { binding } }) => binding) }
  }

  it('for ticket changes counts as a part of the list until the list is complete', async () => {
    const own = await makeOrganizer()
    await addTickets(own, [{}, {}, {}])
    const limits: string[][] = []
    let since = ''
    for (let more = true, polls = 0; more || polls < 2; polls += more ? 0 : 1) {
      const { bindings, counted } = countingLimiters()
      const path = `${changesPath(own.session)}?pageSize=2${since}`
      const response = await callWithBindings(bindings, path, { subject: own.staff })
      limits.push(counted().map(({ rule: { binding } }) => binding))
      const page = await response.json<{ more: boolean; next: string }>()
      more = page.more
      since = `&since=${page.next}`
    }
    const [part, poll] = [['CHANGES_RATE_LIMIT', 'LIST_PART_RATE_LIMIT'], ['CHANGES_RATE_LIMIT']]
    expect(limits).toEqual([part, part, poll])
  })

  it.each([
    [1, ['CHECK_IN_RATE_LIMIT']],
    [3, ['CHECK_IN_RATE_LIMIT']],
    [4, ['RATE_LIMIT']],
    [20, ['RATE_LIMIT']],
    [21, ['RATE_LIMIT', 'BATCH_RATE_LIMIT']],
  ])('with %i check-ins counts against %o', async (count, expected) => {
    const items = Array.from({ length: count }, () => checkIn(crypto.randomUUID()))
    expect((await send(checkInsPath(org.session), { items })).limits).toEqual(expected)
  })

  it('with a body that is no batch counts as a request, before it is refused', async () => {
    const { response, limits } = await send(checkInsPath(org.session), { items: 'x' })
    await expectError(response, 'invalid_request')
    expect(limits).toEqual(['RATE_LIMIT'])
  })

  it('that renames a ticket type counts against a limit of its own', async () => {
    const path = `/api/organizer/v1/ticket-types/${org.types.VIP}`
    const limitsOf = async (body: object) => {
      const { bindings, counted } = countingLimiters()
      await callWithBindings(bindings, path, jsonRequest('PATCH', org.owner, body))
      return counted().map(({ rule: { binding } }) => binding)
    }
    expect(await limitsOf({ name: 'Very important' })).toEqual(['RATE_LIMIT', 'RENAME_RATE_LIMIT'])
    expect(await limitsOf({ note: 'Gold wristband' })).toEqual(['RATE_LIMIT'])
  })
})

describe('the real limiters', () => {
  // The others differ in their number alone, which the configuration has: using up thousands takes longer
  // than a window on a busy machine.
  it('let the last request within the limit pass, but not the next', async () => {
    const { binding, limit, message } = RATE_LIMITS.downloads
    const path = `/api/organizer/v1/sessions/${org.session}/tickets.csv`
    // A window begins with each minute: if one begins during an attempt, the next attempt succeeds.
    for (let attempt = 1; ; attempt++) {
      const subject = `busy-${crypto.randomUUID()}`
      const window = () => Math.floor(Date.now() / 1_000 / PERIOD_SECONDS)
      const started = window()
      await Promise.all(
        Array.from({ length: limit - 1 }, () => env[binding].limit({ key: keyAt(BINDING, subject) })),
      )
      const last = await call(path, { subject })
      const next = await call(path, { subject })
      if (window() !== started && attempt < 3) continue
      await expectError(last, 'session_not_found')
      await expectLimited(next, message)
      break
    }
    expect((await call(ticketsPath(org.session), { subject: org.staff })).status).toBe(200)
  })
})
