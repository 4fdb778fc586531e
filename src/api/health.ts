// /api/health: for those who watch the service, without a token.
import { Hono } from 'hono'
import type * as z from 'zod'
import { version } from '../../package.json'
import { checkDatabase } from '../domain/health.ts'
import type { AppEnv } from './context.ts'
import type { Health } from './schemas/health.ts'

/** So often an isolate asks, and answers from what it saw last: nobody can make the database busy by asking. */
const INTERVAL_MS = 1_000

let askAgainAt = 0
/** What came of it last: null is good; undefined, that nothing has come yet. */
let lastFailure: unknown

export const health = new Hono<AppEnv>().get('/health', async (c) => {
  if (Date.now() >= askAgainAt || lastFailure === undefined) {
    askAgainAt = Date.now() + INTERVAL_MS
    lastFailure = await checkDatabase(c.get('db')).then(
      () => null,
      (failure: unknown) => failure,
    )
  }
  if (lastFailure !== null) throw lastFailure
  c.header('Cache-Control', 'no-store')
  return c.json({ status: 'ok', version } satisfies z.infer<typeof Health>)
})
