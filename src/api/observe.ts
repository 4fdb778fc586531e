// What is seen of a request from outside: its id, what it cost, and one line in the log. The line holds no
// query string, no token, no bound value and no personal data.
import type { MiddlewareHandler } from 'hono'
import { openDatabase } from '../db/client.ts'
import type { AppEnv } from './context.ts'
import { toAppError } from './on-error.ts'
import { findRoute } from './require-route.ts'

const round = (ms: number): number => Math.round(ms * 10) / 10

/** What went wrong, without what a database or parser repeats from its input: words in quotes, e-mail addresses. */
const describeCause = (cause: unknown): object => {
  if (!(cause instanceof Error)) return { cause: typeof cause }
  const root = cause.cause instanceof Error ? cause.cause : cause
  return {
    cause: `${root.name}: ${root.message.replace(/"[^"]*"|'[^']*'|\S+@\S+/g, '…').slice(0, 200)}`,
    at: root.stack
      ?.split('\n')
      .filter((line) => /^\s+at /.test(line))
      .slice(0, 5)
      .map((line) => line.trim()),
  }
}

/** Opens the request's database; answers with its bookmark and `Server-Timing`; writes the log line. */
export const observe: MiddlewareHandler<AppEnv> = async (c, next) => {
  const start = performance.now()
  const db = openDatabase(c.env.DB, c.req.header('X-D1-Bookmark'))
  c.set('db', db)
  await next()

  const { roundTrips, rowsRead, rowsWritten, waitMs, sqlMs } = db.use
  const authMs = c.get('authMs') ?? 0
  const bookmark = db.bookmark()
  if (bookmark !== undefined) c.header('X-D1-Bookmark', bookmark)
  // Not with a refusal: what it has cost to find nothing, or something that is not the caller's, differs.
  if (c.res.ok || c.res.status === 304) {
    c.header(
      'Server-Timing',
      `auth;dur=${round(authMs)}, db;dur=${round(waitMs)}, sql;dur=${round(sqlMs)}, ` +
        `trips;desc="${roundTrips}", rows;desc="${rowsRead}"`,
    )
  }

  const failure = c.error && toAppError(c.error)
  const line = {
    requestId: c.get('requestId'),
    method: c.req.method,
    route: findRoute(c)?.path ?? null,
    status: c.res.status,
    ...(failure && { code: failure.code }),
    ...(failure?.cause !== undefined && describeCause(failure.cause)),
    ms: round(performance.now() - start),
    authMs: round(authMs),
    dbMs: round(waitMs),
    sqlMs: round(sqlMs),
    roundTrips,
    rowsRead,
    rowsWritten,
  }
  // Behind the answer, which need not wait for it.
  c.executionCtx.waitUntil(
    scheduler.wait(0).then(() => (line.status >= 500 ? console.error : console.log)(JSON.stringify(line))),
  )
}
