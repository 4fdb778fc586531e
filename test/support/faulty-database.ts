// The tests' database, with something in the way of its batches: all that the service asks goes through them.
import { env } from 'cloudflare:workers'

export type Batch = (statements: D1PreparedStatement[]) => Promise<D1Result[]>

/** The real database, but for its batches: `standIn` makes what is called instead of the real one. */
export const faultyDatabase = (standIn: (real: Batch) => Batch): D1Database => {
  const withSession = (constraint: string) => {
    const session = env.DB.withSession(constraint)
    return {
      prepare: (sql: string) => session.prepare(sql),
      batch: standIn((statements) => session.batch(statements)),
      getBookmark: () => session.getBookmark(),
    }
  }
  return { withSession } as unknown as D1Database
}

/** A database that answers nothing but this error. */
export const failingDatabase = (message: string): D1Database =>
  faultyDatabase(() => () => Promise.reject(new Error(message)))
