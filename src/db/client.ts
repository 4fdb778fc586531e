// The one place that opens a database: Drizzle's driver for D1 on a session with limits.
import { drizzle } from 'drizzle-orm/d1'
import { type Limits, openSession } from './d1-session.ts'
import type { Prepared, RowsOf } from './prepared.ts'

export const LIMITS: Limits = { deadlineMs: 10_000, bookmarkMs: 1_500 }

export type Database = ReturnType<typeof openDatabase>

/**
 * Opens the database for one request. What it reads is never older than the bookmark that the client sent.
 *
 * Every statement runs in a batch, even a single one: `batch` takes Drizzle's, `batchPrepared` prepared ones.
 * Columns of a batch need different names, because D1 returns rows as objects.
 */
export const openDatabase = (d1: D1Database, bookmark: string | undefined, limits = LIMITS) => {
  const { prepare, batch, ...session } = openSession(d1, bookmark, limits)
  return Object.assign(drizzle({ prepare, batch } as unknown as D1Database), {
    ...session,
    /** Runs prepared statements, which share their named values; returns the rows of each. */
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
      return results.map(({ results: rows }) => rows) as RowsOf<Statements>
    },
  })
}
