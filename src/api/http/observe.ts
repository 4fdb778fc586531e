// Makes each request observable: a `Server-Timing` header and one log line. The line has no query string,
// token, bound value or personal data.
import type { Context, MiddlewareHandler } from 'hono'
import { ERRORS } from '../../errors.ts'
import type { AppEnv } from './context.ts'
import { describeCause } from './describe-cause.ts'
import { chargeCost } from './heavy.ts'
import { toAppError } from './on-error.ts'
import { findRoute } from './require-route.ts'

const round = (ms: number): number => Math.round(ms * 10) / 10

const writeLine = (
  c: Context<AppEnv>,
  { start, isAborted, error = c.error }: { start: number; isAborted: boolean; error?: unknown },
): void => {
  const { roundTrips, rowsRead, rowsWritten, waitMs, sqlMs, sizeAfter } = c.get('db').usage
  const failure = error === undefined ? undefined : toAppError(error)
  const line = {
    requestId: c.get('requestId'),
    method: c.req.method,
    route: findRoute(c)?.path ?? null,
    status: c.res.status,
    ...(isAborted && { aborted: true }),
    ...(failure && { code: failure.code }),
    ...(failure?.cause !== undefined && describeCause(failure.cause)),
    ms: round(performance.now() - start),
    authMs: round(c.get('authMs') ?? 0),
    dbMs: round(waitMs),
    sqlMs: round(sqlMs),
    roundTrips,
    rowsRead,
    rowsWritten,
    ...(rowsWritten > 0 && { sizeAfter }),
  }
  const write = failure !== undefined && ERRORS[failure.code].status >= 500 ? console.error : console.log
  write(JSON.stringify(line))
}

/**
 * Sets `Server-Timing` and `Date` and writes the log line. Devices correct their clock by `Date` (RFC 9110,
 * section 6.6.1), which the local runtime does not set. A request whose client has disconnected has a line
 * too, with `aborted` and the status that the client would have got. The line of a response that is made
 * while it is sent comes at its end.
 */
export const observe: MiddlewareHandler<AppEnv> = async (c, next) => {
  const start = performance.now()
  const { signal } = c.req.raw
  const { promise: done, resolve: finish } = Promise.withResolvers<void>()
  // Without this the runtime cancels a request when its client disconnects, and no line would be written.
  c.executionCtx.waitUntil(done)
  try {
    await next()
    c.header('Date', new Date().toUTCString())
    if (c.res.ok || c.res.status === 304) {
      const { roundTrips, rowsRead, waitMs, sqlMs } = c.get('db').usage
      // The rows read would reveal whether another organizer's ticket or event exists.
      const rows = c.env.SERVER_TIMING === 'rows' ? `, rows;desc="${rowsRead}"` : ''
      c.header(
        'Server-Timing',
        `auth;dur=${round(c.get('authMs') ?? 0)}, db;dur=${round(waitMs)}, sql;dur=${round(sqlMs)}, ` +
          `trips;desc="${roundTrips}"${rows}`,
      )
    }
    c.executionCtx.waitUntil(Promise.resolve(c.get('streamed')).then(() => chargeCost(c)))
    const streamed = c.get('streamed')
    if (streamed === undefined) writeLine(c, { start, isAborted: signal.aborted })
    else {
      c.executionCtx.waitUntil(
        streamed.then((error) => writeLine(c, { start, isAborted: signal.aborted, error })),
      )
    }
  } finally {
    finish()
  }
}
