import { afterEach, describe, expect, it, vi } from 'vitest'
import packageJson from '../package.json'
import { call, expectError } from './support/api.ts'
import { failingDatabase, faultyDatabase } from './support/faulty-database.ts'

/** Asks an isolate that has just started, and remembers no answer of the database. */
const startIsolate = async () => {
  vi.resetModules()
  const { callOn } = await import('./support/api.ts')
  return (bindings: Partial<Env>): Promise<Response> =>
    callOn(bindings, '/api/health', { subject: 'nobody', headers: { Authorization: '' } })
}

afterEach(() => {
  vi.useRealTimers()
})

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
    const ask = await startIsolate()
    const response = await ask({ DB: failingDatabase(message) })
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
      const ask = await startIsolate()
      vi.useFakeTimers({ toFake: ['Date'] })
      expect((await ask({ DB })).status).toBe(status)
      for (let time = 0; time < 30; time++) {
        const responses = await Promise.all([ask({ DB }), ask({ DB }), ask({ DB })])
        expect(responses.map((response) => response.status)).toEqual([status, status, status])
        vi.setSystemTime(Date.now() + 100)
      }
      expect(asked).toBe(3)
    },
  )

  it('is good again a second after the database is', async () => {
    const ask = await startIsolate()
    vi.useFakeTimers({ toFake: ['Date'] })
    expect((await ask({ DB: failingDatabase('D1_ERROR: D1 DB is overloaded.') })).status).toBe(503)
    vi.setSystemTime(Date.now() + 1000)
    expect((await ask({})).status).toBe(200)
  })

  it('knows GET alone', async () => {
    await expectError(await call('/api/health', { method: 'POST' }), 'method_not_allowed', /GET/)
  })
})
