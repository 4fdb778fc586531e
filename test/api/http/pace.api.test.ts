// What the queue of the database changes: the pace of polls, heavy reads, and what operators see.
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { recordWait } from '../../../src/db/queue.ts'
import { BINDING } from '../../support/address.ts'
import { call, expectError, getBody } from '../../support/api.ts'
import { movementsPath } from '../../support/check-ins.ts'
import { makeOrganizer, type Organizer } from '../../support/rows.ts'

const AVERAGED = 20

let org: Organizer
beforeAll(async () => {
  org = await makeOrganizer()
})

/** Long ago for whatever the tests before have recorded. */
let start = Date.now()
beforeEach(() => {
  start += 3_600_000
  vi.useFakeTimers({ toFake: ['Date'], now: start })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Lets the last batches have waited so long. */
const queueFor = (ms: number): void => {
  recordWait(BINDING, 0)
  // The request itself is the last batch.
  for (let index = 0; index < AVERAGED; index += 1) recordWait(BINDING, ms)
}

const poll = (headers = {}) =>
  call(`/api/v1/sessions/${org.session}/ticket-changes`, { subject: org.staff, headers })

describe('X-Poll-Seconds', () => {
  it.each([
    [0, 5, 5],
    [180, 5, 5],
    [400, 9, 10],
    [1_000, 23, 25],
    [60_000, 30, 30],
  ])('with a queue of %i ms is between %i and %i', async (ms, least, most) => {
    queueFor(ms)
    const response = await poll()
    const seconds = Number(response.headers.get('X-Poll-Seconds'))
    expect(seconds).toBeGreaterThanOrEqual(least)
    expect(seconds).toBeLessThanOrEqual(most)
    expect(await response.text()).not.toContain('oll')
  })

  it('is on a 304, which it does not prevent', async () => {
    const etag = (await poll()).headers.get('ETag') as string
    queueFor(5_000)
    const unchanged = await poll({ 'If-None-Match': etag })
    expect([unchanged.status, unchanged.headers.get('X-Poll-Seconds')]).toEqual([304, '30'])
  })

  it('is on no other response', async () => {
    expect(
      (await call(`/api/v1/sessions/${org.session}`, { subject: org.staff })).headers.has('X-Poll-Seconds'),
    ).toBe(false)
  })
})

describe('a long queue', () => {
  it('refuses heavy reads at once, and nothing else', async () => {
    queueFor(2_000)
    const refused = await call(movementsPath(org.session), { subject: org.staff })
    await expectError(refused, 'database_unavailable')
    expect(refused.headers.get('Retry-After')).toBe('2')
    for (const path of ['', '/tickets', '/check-ins', '/ticket-changes']) {
      const response = await call(`/api/v1/sessions/${org.session}${path}`, { subject: org.staff })
      expect(response.status).toBe(200)
      await response.text()
    }
  })

  it('is over when nothing has waited for a while', async () => {
    queueFor(2_000)
    vi.setSystemTime(start + 10_001)
    await getBody(org.staff, movementsPath(org.session))
  })

  it('is in the health check and in the log', async () => {
    const lines: string[] = []
    vi.spyOn(console, 'log').mockImplementation((line) => {
      lines.push(line)
    })
    queueFor(2_000)
    await call(`/api/v1/sessions/${org.session}`, { subject: org.staff })
    const { queueMs } = await getBody<{ queueMs: number }>(org.staff, '/api/health')
    expect(queueMs).toBeGreaterThan(1_500)
    const logged = lines.map((line) => JSON.parse(line).queueMs)
    for (const ms of logged) expect(ms).toBeGreaterThan(1_500)
    expect(logged.length).toBeGreaterThan(0)
  })
})
