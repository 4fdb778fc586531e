// The tests' database with replaced batches. Every statement of the service runs in a batch.
import { env } from 'cloudflare:workers'
import { vi } from 'vitest'
import { until } from './until.ts'

export type Batch = (statements: D1PreparedStatement[]) => Promise<D1Result[]>

/**
 * The real database with other batches: `replace` gets a session's real batch and its constraint (a bookmark,
 * `first-primary` or `first-unconstrained`), and returns the batch to call instead.
 */
export const faultyDatabase = (replace: (real: Batch, constraint: string) => Batch): D1Database => {
  const withSession = (constraint: string) => {
    const session = env.DB.withSession(constraint)
    const real: Batch = (statements) => session.batch(statements)
    const batch = replace(real, constraint)
    // A request that wrote something looks for webhooks after its response.
    let isAfter = false
    return {
      prepare: (sql: string) => {
        isAfter ||= sql.includes('INDEXED BY webhooks_by_organizer')
        return session.prepare(sql)
      },
      batch: (statements: D1PreparedStatement[]) => (isAfter ? real : batch)(statements),
      getBookmark: () => session.getBookmark(),
    }
  }
  return { withSession } as unknown as D1Database
}

/** The real database, and what the batches so far have cost. */
export const measuringDatabase = () => {
  const cost = { trips: 0, read: 0, written: 0 }
  const DB = faultyDatabase((real) => async (statements) => {
    cost.trips += 1
    const results = await real(statements)
    for (const { meta } of results) {
      cost.read += meta.rows_read
      cost.written += meta.rows_written
    }
    return results
  })
  return { DB, cost }
}

/** A database whose every batch fails with this error. */
export const failingDatabase = (message: string): D1Database =>
  faultyDatabase(() => () => Promise.reject(new Error(message)))

/** A batch that never responds. */
export const silentBatch: Batch = () => new Promise(() => undefined)

/** With fake timers: waits until a request has set one, then lets time pass. */
export const passTime = async (ms: number): Promise<void> => {
  await until(() => vi.getTimerCount() > 0)
  await vi.advanceTimersByTimeAsync(ms)
}
