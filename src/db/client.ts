// The only place that opens a database: Drizzle's driver for D1 on a session with limits.
import { drizzle } from 'drizzle-orm/d1'
import { type Limits, openSession } from './d1-session.ts'
import { bindingOf, type DatabaseEnv } from './databases.ts'
import type { Prepared, RowsOf } from './prepared.ts'

export const LIMITS: Limits = { deadlineMs: 10_000, bookmarkMs: 1_500 }

export type Database = ReturnType<typeof openDatabase>

/**
 * Opens the database for one request. It never reads older data than the client’s bookmark.
 *
 * Every statement runs in a batch, even a single one: `batch` takes Drizzle’s, `batchPrepared` prepared ones.
 * Columns of a batch need different names, because D1 returns rows as objects.
 */
export const openDatabase = (env: DatabaseEnv, bookmark: string | undefined, limits = LIMITS) => {
  const binding = bindingOf(env)
  const { prepare, batch, ...session } = openSession(env.DB, binding, bookmark, limits)
  return Object.assign(drizzle({ prepare, batch } as unknown as D1Database), {
    ...session,
    /** Its name among the databases of the deployment. */
    binding,
    /** Runs prepared statements with shared named values; returns the rows of each. */
    batchPrepared: async <const Statements extends readonly Prepared<unknown>[]>(
      statements: Statements,
      values: Record<string, unknown>,
    ): Promise<RowsOf<Statements>> => {
      const results = await batch(
        statements.map(({ text, names }) =>
          prepare(
            text,
            names.map((name) => values[name]),
          ),
        ),
      )
      return results.map(({ results: rows }, index) => {
        const unpack = statements[index]?.unpack
        return unpack === undefined ? rows : rows.map((row) => unpack(row as never))
      }) as RowsOf<Statements>
    },
  })
}
