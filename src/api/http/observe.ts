// A `Server-Timing` header and one log line for each request,
// without query strings, tokens, bound values or personal data.
import type { Context, MiddlewareHandler } from 'hono'
import { queueMs } from '../../db/queue.ts'
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
  const { binding, usage } = c.get('db')
  const { roundTrips, rowsRead, rowsWritten, waitMs, sqlMs, sizeAfter } = usage
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
    queueMs: queueMs(binding),
    roundTrips,
    rowsRead,
    rowsWritten,
    ...(rowsWritten > 0 && { sizeAfter }),
  }
  const write = failure !== undefined && ERRORS[failure.code].status >= 500 ? console.error : console.log
  write(JSON.stringify(line))
}

/**
 * Sets `Server-Timing` and `Date`, and logs the request. Devices correct their clocks by `Date` (RFC 9110,
 * section 6.6.1), which the local runtime does not set. If the client disconnected, the line has `aborted`
 * and the status that the client would have received. A streamed response is logged at its end.
 */
export const observe: MiddlewareHandler<AppEnv> = async (c, next) => {
  const start = performance.now()
  const { signal } = c.req.raw
  const { promise: done, resolve: finish } = Promise.withResolvers<void>()
  // Keeps the runtime from cancelling the request, unlogged, when the client disconnects.
  c.executionCtx.waitUntil(done)
  try {
    await next()
    // Not by `c.header`, which would copy the response, with all its headers, each time.
    const { headers } = c.res
    headers.set('Date', new Date().toUTCString())
    if (c.res.ok || c.res.status === 304) {
      const { roundTrips, rowsRead, mostRowsRead, waitMs, sqlMs } = c.get('db').usage
      // The rows read would reveal whether another organizer's ticket or event exists.
      const rows =
        c.env.SERVER_TIMING === 'rows' ? `, rows;desc="${rowsRead}", statement;desc="${mostRowsRead}"` : ''
      headers.set(
        'Server-Timing',
        `auth;dur=${round(c.get('authMs') ?? 0)}, db;dur=${round(waitMs)}, sql;dur=${round(sqlMs)}, ` +
          `trips;desc="${roundTrips}"${rows}`,
      )
    }
    const streamed = c.get('streamed')
    c.executionCtx.waitUntil(Promise.resolve(streamed).then(() => chargeCost(c)))
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
