import { describe, expect, it, vi } from 'vitest'
import packageJson from '../package.json'
import { call, expectError } from './support/api.ts'
import { failingDatabase, faultyDatabase } from './support/faulty-database.ts'

/** An isolate that has just started, and remembers no good answer of the database. */
const askNewIsolate = async (bindings: Partial<Env>): Promise<Response> => {
  vi.resetModules()
  const { callOn } = await import('./support/api.ts')
  return callOn(bindings, '/api/health', { subject: 'nobody', headers: { Authorization: '' } })
}

describe('the health', () => {
  it('is good, with the version, while the database answers; without a token', async () => {
    const response = await call('/api/health')
    expect(response.status).toBe(200)
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    expect(await response.json()).toEqual({ status: 'ok', version: packageJson.version })
  })

  it.each([
    'D1_ERROR: D1 DB is overloaded. Too many requests queued.',
    'D1_ERROR: no such table: organizers',
  ])('is a 503 that tells nothing when it does not (%s)', async (message) => {
    const response = await askNewIsolate({ DB: failingDatabase(message) })
    const body = await expectError(response, 'database_unavailable')
    expect(body.message).not.toMatch(/D1|table|overloaded/)
  })

  it.each([200, 503])(
    'asks the database once a second, however often it is asked for (%s)',
    async (status) => {
      let asked = 0
      const DB = faultyDatabase((real) => async (statements) => {
        asked += 1
        if (status === 503) throw new Error('D1_ERROR: D1 DB is overloaded.')
        return real(statements)
      })
      vi.resetModules()
      const { callOn } = await import('./support/api.ts')
      const ask = () => callOn({ DB }, '/api/health', { subject: 'nobody' })
      vi.useFakeTimers({ toFake: ['Date'] })
      try {
        expect((await ask()).status).toBe(status)
        for (let time = 0; time < 30; time++) {
          const responses = await Promise.all([ask(), ask(), ask()])
          expect(responses.map((response) => response.status)).toEqual([status, status, status])
          vi.setSystemTime(Date.now() + 100)
        }
      } finally {
        vi.useRealTimers()
      }
      expect(asked).toBe(3)
    },
  )

  it('is good again a second after the database is', async () => {
    vi.resetModules()
    const { callOn } = await import('./support/api.ts')
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      const DB = failingDatabase('D1_ERROR: D1 DB is overloaded.')
      expect((await callOn({ DB }, '/api/health', { subject: 'nobody' })).status).toBe(503)
      vi.setSystemTime(Date.now() + 1000)
      expect((await callOn({}, '/api/health', { subject: 'nobody' })).status).toBe(200)
    } finally {
      vi.useRealTimers()
    }
  })

  it('knows GET alone', async () => {
    await expectError(await call('/api/health', { method: 'POST' }), 'method_not_allowed', /GET/)
  })
})
