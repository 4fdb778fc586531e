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

  it('asks the database once a second, however often it is asked for', async () => {
    let asked = 0
    const DB = faultyDatabase((real) => (statements) => {
      asked += 1
      return real(statements)
    })
    vi.resetModules()
    const { callOn } = await import('./support/api.ts')
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      for (let time = 0; time < 30; time++) {
        const response = await callOn({ DB }, '/api/health', { subject: 'nobody' })
        expect(response.status).toBe(200)
        vi.setSystemTime(Date.now() + 100)
      }
    } finally {
      vi.useRealTimers()
    }
    expect(asked).toBe(3)
  })

  it('knows GET alone', async () => {
    await expectError(await call('/api/health', { method: 'POST' }), 'method_not_allowed', /GET/)
  })
})
